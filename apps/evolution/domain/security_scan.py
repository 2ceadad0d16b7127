"""Scans a skill for what would turn an agent against its people, before any person approves it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.evolution.domain.intent_phrase import words
from apps.evolution.domain.quoting import one_line, visible
from apps.evolution.domain.threat_patterns import PATTERNS, Severity
from apps.trajectories.domain.redaction import redact_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EXCERPT_LENGTH = 120
LONGEST_SCANNED = 200_000

_NAMED_MARK = "[redacted:secret]"
_REDACTED = re.compile(r"(\[redacted:[\w-]+\])")
_PLACEHOLDER = re.compile(
    r"\[redacted|x{3,}|\*{3,}|\.{3}|your|example|placeholder|change-?me|dummy", re.IGNORECASE
)
_EMOJI_JOINER = re.compile(r"(?<=[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f])\u200d")
_ESCAPE = re.compile(r"\\([\\`*_\[\]<>|~#.!()-])")
_EMPHASIS = re.compile(r"[*_`\"“”‘’]+")
_SOFT_BREAK = re.compile(r"(?<=[^\s|>`:.。！？；])\n[ \t]*(?=[a-z一-鿿])")

_EVERYTHING = re.compile(
    r"(?:for|on|to|with|at|before)\s+(?:every|any|all|each)\s+(?:single\s+)?"
    r"(?:requests?|messages?|questions?|tasks?|conversations?|prompts?)\s*(?=$|[.,;!”\"])"
    r"|(?:任何|所有|每个|每一个|一切)(?:的)?(?:请求|问题|任务|消息|对话)(?:都|时|中)",
    re.IGNORECASE,
)
_BROAD_WORDS = frozenset(
    {"always", "any", "anything", "all", "everything", "every", "help", "task", "request", "it"}
    | {"do", "this", "that", "please", "ok", "yes", "go", "continue", "now", "the", "a", "*"}
)
_BROAD_CHINESE = frozenset(
    {"任何", "所有", "任务", "请求", "问题", "帮忙", "继续", "好的", "可以", "一切"}
)


@dataclass(frozen=True, slots=True)
class Threat:
    """One finding of the scan, with the words it was found in."""

    kind: str
    severity: Severity
    detail: str
    excerpt: str = ""


def scan(text: str, *, triggers: Sequence[str] = (), description: str = "") -> list[Threat]:
    """List what is dangerous in a skill's text, each kind once, the gravest first."""
    found = [
        *_hidden_characters(text),
        *_dangerous_wordings(_readable(text[:LONGEST_SCANNED])),
        *_secrets(text),
        *_broad_triggers(triggers, description),
    ]
    once = {threat.kind: threat for threat in reversed(found)}
    return sorted(once.values(), key=lambda threat: (threat.severity, threat.kind))


def _readable(text: str) -> str:
    """Give the text as a model reads it: without hiding characters, escapes and line wraps."""
    shown = "".join(
        character if character == "\n" else visible(character)
        for character in unicodedata.normalize("NFKC", text)
    )
    joined = _ESCAPE.sub(r"\1", shown.replace("\\\n", " "))
    return re.sub(r"[ \t]+", " ", _SOFT_BREAK.sub(" ", joined))


def _dangerous_wordings(text: str) -> Iterator[Threat]:
    unmarked = _EMPHASIS.sub("", text)
    for threat in PATTERNS:
        if found := threat.pattern.search(text) or threat.pattern.search(unmarked):
            excerpt = one_line(found.group(), EXCERPT_LENGTH)
            yield Threat(threat.kind, threat.severity, threat.detail, excerpt)


def _hidden_characters(text: str) -> Iterator[Threat]:
    """Find characters that are read by a model and seen by nobody."""
    bare = _EMOJI_JOINER.sub("", text.removeprefix("\ufeff"))
    hidden = {
        character for character in set(bare) if character != " " and _hides(visible(character))
    }
    hidden -= set("\n\r\t")
    if hidden:
        names = ", ".join(sorted(f"U+{ord(character):04X}" for character in hidden)[:5])
        yield Threat("hidden_characters", "fail", "It holds characters that do not show.", names)


def _hides(shown: str) -> bool:
    return shown in ("", "\ufffd")


def _secrets(text: str) -> Iterator[Threat]:
    """Find keys, tokens and passwords; the excerpt names none of them."""
    redacted = redact_secrets(text)
    kinds = Counter(_REDACTED.findall(redacted)) - Counter(_REDACTED.findall(text))
    values = [value for value in _hidden_values(text, redacted) if not _PLACEHOLDER.search(value)]
    is_issued = bool(kinds.keys() - {_NAMED_MARK})
    if is_issued or any(re.search(r"\d", value) for value in values):
        yield Threat("secret", "fail", "It holds what looks like a key, token or password.")
    elif values:
        yield Threat("secret", "warn", "It may hold a key, token or password.")


def _hidden_values(text: str, redacted: str) -> Iterator[str]:
    """Give the pieces of a text that redaction hid."""
    first, *others = re.split(_REDACTED.pattern, redacted)[::2]
    place = len(first)
    for number, piece in enumerate(others, start=1):
        is_last = number == len(others)
        start = len(text) - len(piece) if is_last else text.find(piece, place)
        yield text[place:start]
        place = start + len(piece)


def _broad_triggers(triggers: Sequence[str], description: str) -> Iterator[Threat]:
    """Find triggers and descriptions that would load the skill for everything."""
    for trigger in triggers:
        said = [word.casefold() for word in words(trigger)]
        if "".join(said) in _BROAD_CHINESE or _BROAD_WORDS.issuperset(said):
            detail = "A trigger would fire on almost every request."
            yield Threat("broad_trigger", "fail", detail, one_line(trigger, EXCERPT_LENGTH))
    if found := _EVERYTHING.search(description):
        detail = "The description claims every request."
        yield Threat("broad_trigger", "warn", detail, one_line(found.group(), EXCERPT_LENGTH))
