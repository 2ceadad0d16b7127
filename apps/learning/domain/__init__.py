"""Pure rules about the loop itself: no Django, no clock, no network."""
