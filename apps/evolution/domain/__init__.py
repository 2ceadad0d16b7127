"""Pure rules about skills: no Django, no clock, no network, no randomness."""
