"""Reads what was typed for a machine: cron expressions, a moment of ISO 8601."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from apps.scheduling.domain.cron_text import read_cron
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.spec import Kind, Spec

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)?")


def read_typed(sentence: str, now: datetime, timezone: str) -> Spec | None:
    """Read an expression, several with `;` between them, or a moment; None for other words.

    Raises `UnclearError` for one that is wrong, that never fires, or that is past.
    """
    typed = [read_cron(part) for part in sentence.split(";")]
    if expressions := tuple(one for one in typed if one):
        if len(expressions) < len(typed):
            raise UnclearError("invalid_cron")
        return Spec(Kind.CRON, cron=tuple(dict.fromkeys(expressions)), timezone=timezone)
    text = sentence.strip()
    if not _MOMENT.fullmatch(text):
        return None
    moment = _iso_moment(text, timezone)
    if moment <= now:
        raise UnclearError("past")
    return Spec(Kind.ONCE, at=moment.replace(second=0), timezone=timezone)


def _iso_moment(text: str, timezone: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.upper())
        zoned = moment.astimezone(ZoneInfo(timezone)) if moment.tzinfo else moment
    except (ValueError, OverflowError) as error:
        raise UnclearError("invalid_date") from error
    return zoned.replace(tzinfo=None)
