"""Reads days that each have their own time: Mondays at nine and Wednesdays at ten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.scheduling.domain.cron_text import merge_crons
from apps.scheduling.domain.reasons import UnclearError
from apps.scheduling.domain.recurrences import RECURS, on_days
from apps.scheduling.domain.spec import Kind, Reading, Spec
from apps.scheduling.domain.times_said import SUB_DAILY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from apps.scheduling.domain.lexer import Token
    from apps.scheduling.domain.slots import Slots

_DAYS_THEN_TIME = re.compile(r"(?:e?[wkz]|g)t")
_TIME_THEN_DAYS = re.compile(r"t(?:e?[wkz]|g)")
_BETWEEN = frozenset("W&A")
_TIMES_OF_SEVERAL_DAYS = re.compile(r"[gwkzhjJDE]+[^gwkzhjJDE]*t.*[gwkzhjJDE].*t")
LEAST_PARTS = 2


def split_days(row: Sequence[Token]) -> list[list[Token]]:
    """Cut a row of phrases into days with their time; nothing where it is not just that."""
    told = [token for token in row if token.code not in _BETWEEN]
    codes = "".join(token.code for token in told)
    for pattern in (_DAYS_THEN_TIME, _TIME_THEN_DAYS):
        found = list(pattern.finditer(codes))
        if len(found) >= LEAST_PARTS and "".join(one.group() for one in found) == codes:
            return [told[one.start() : one.end()] for one in found]
    return []


def is_entangled(row: Sequence[Token]) -> bool:
    """Tell whether times follow days more than once: which belongs to which is not known."""
    return bool(_TIMES_OF_SEVERAL_DAYS.search("".join(token.code for token in row)))


def read_parts(parts: Sequence[Slots], now: datetime) -> Iterator[Reading]:
    """Read days of which each has its own time as expressions that hold side by side.

    Raises `UnclearError` where one schedule cannot hold them.
    """
    if any(part.every and part.every.unit in SUB_DAILY for part in parts):
        raise UnclearError("several_schedules")
    each = [[reading.spec for reading in on_days(part, now)] for part in parts]
    specs = [spec for some in each for spec in some]
    if any(spec.kind is not Kind.CRON for spec in specs):
        raise UnclearError("several_schedules")
    if len({spec.skips_holidays for spec in specs}) > 1:
        raise UnclearError("several_schedules")
    assumed = () if any(part.recurs or part.every for part in parts) else (RECURS,)
    for choice in range(max(map(len, each))):
        chosen = [some[min(choice, len(some) - 1)] for some in each]
        crons = merge_crons([one for spec in chosen for one in spec.cron])
        yield Reading(Spec(Kind.CRON, cron=crons, skips_holidays=specs[0].skips_holidays), assumed)
