"""What was learned from runs: problems, what solved them, and how it is found again."""
