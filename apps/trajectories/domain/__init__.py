"""Pure rules about what happened: no Django, no clock, no network."""
