"""Pure rules of scheduling: words to schedules and back, and when they fire."""
