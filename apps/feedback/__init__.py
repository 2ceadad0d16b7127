"""How good it was: scores and their sources, corrections, satisfaction."""
