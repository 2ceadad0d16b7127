"""Pure rules of experiences: extraction, recovery, ranking."""
