"""The demo: two weeks of invented work of a hospital and a factory, for the loop to learn from."""
