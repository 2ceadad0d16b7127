"""What a firing says: what is to be done, without the words that said when."""

from __future__ import annotations

import re
from datetime import datetime

from apps.scheduling.domain.spec import Verdict
from apps.scheduling.domain.understand import understand

LONGEST = 500
MARKS = {"zh": "[日程提醒]", "en": "[Reminder]"}
_SOME_DAY = datetime(2026, 1, 5, 12)  # noqa: DTZ001 – a wall clock; which one does not matter
_SPACE = re.compile(r"\s+")


def fired_text(*candidates: str) -> str:
    """Give the first of these that plans nothing itself; empty where each does."""
    for said in candidates:
        line = _SPACE.sub(" ", said).strip()[:LONGEST]
        if not line:
            continue
        understood = understand(line, now=_SOME_DAY, timezone="UTC")
        if understood.verdict is Verdict.NONE:
            return line
        rest = understood.task.strip()
        if rest and understand(rest, now=_SOME_DAY, timezone="UTC").verdict is Verdict.NONE:
            return rest
    return ""


def is_fired_text(said: str) -> bool:
    """Tell a firing's own words, come back as a message, from a person's."""
    return said.lstrip().startswith(tuple(MARKS.values()))
