"""Read a person's message by rule: what of it is worth remembering, what it hints at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apps.profiles.domain.signals import find_signals
from apps.profiles.domain.statements import MemoryDraft, find_statements
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from apps.profiles.domain.fields import FieldSignal

REDACTED = "[redacted:"
# No redaction knows every way to tell a secret: a text that announces one is not kept.
_TELLS_SECRET = re.compile(
    r"\b(?:pass(?:word|phrase|code|wd)s?|pin(?: code)?|api[ _-]?keys?|secrets?|tokens?|"
    r"credentials?)(?: [a-z]+){0,3}? ?(?:is|are|was|=|:)|(?:密码|口令|密钥|密匙|验证码|令牌|"
    r"秘钥)[^,。，]{0,6}?(?:是|为|[=:：])"
    r"|(?:身份证号?|银行卡号?|信用卡号?)[^,。，]{0,6}\d|\b(?:ssn|credit card(?: number)?|"
    r"iban)\b.{0,12}\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PersonReading:
    """What one message says of its author: drafts of memories, and signals for the profile."""

    memories: list[MemoryDraft] = field(default_factory=list)
    signals: list[FieldSignal] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts whose vectors the memories need, in their order."""
        return [draft.text for draft in self.memories]


def read_person(message: str) -> PersonReading:
    """Read a message; one that was planted to steer an agent says nothing of anybody."""
    said = strip_injected(message)
    if not said or is_planted(said):
        return PersonReading()
    memories = [draft for draft in find_statements(said) if not holds_secret(draft.text)]
    signals = [signal for signal in find_signals(said) if not holds_secret(signal.quote)]
    return PersonReading(memories, signals)


def holds_secret(text: str, *, personal: bool = False) -> bool:
    """Tell whether a text holds a secret, or the mark of one; personal details too if asked."""
    if _TELLS_SECRET.search(text):
        return True
    hidden = redact_secrets(text)
    if personal:
        hidden = redact_personal(hidden)
    return REDACTED in hidden
