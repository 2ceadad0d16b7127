"""What runs beside an agent: it brings what a Journeyman server knows to where the agent reads."""

__version__ = "0.1.0"
