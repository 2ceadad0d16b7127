"""Who is isolated from whom: tenants, people, keys, agents, and the walls between them."""
