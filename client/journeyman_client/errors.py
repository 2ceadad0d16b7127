"""The one error that a person at the terminal is meant to read."""

from __future__ import annotations

from journeyman_client.words import say


class ClientError(Exception):
    """Something was not done: `code` for programs, `words` fill its sentence."""

    def __init__(self, code: str, **words: object) -> None:
        super().__init__(code)
        self.code = code
        self.words = words

    @property
    def detail(self) -> str:
        """Say it."""
        return say(self.code, **self.words)
