"""Pure rules of profiles: what a person says of themselves, and for how long it holds."""
