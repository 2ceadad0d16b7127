"""The two reasons a start stops."""


class StartError(Exception):
    """The servers or the product cannot start; the text says what to do about it."""


class StopRequested(Exception):
    """A signal, or the end of who started us, asks for an orderly end."""
