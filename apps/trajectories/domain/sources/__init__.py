"""Readers of what agents write: each turns one native format into events."""
