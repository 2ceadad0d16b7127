"""How requests about schedules are read: moments, what is written by hand, what it is for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.errors import DomainError
from apps.scheduling.confirm_schedule import Purpose
from apps.scheduling.domain.by_hand import ByHand

WHEN = ("cron", "rrule", "every", "at")
BOUNDS = ("starts_at", "ends_at", "max_runs")
_SAME_NAME = ("task", "name", "misfire", "overlap", "grace_s", "skips_holidays")


def read_moment(text: str | None, field: str) -> datetime | None:
    """Read a moment with or without an offset; raises `invalid_moment` naming the field."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise DomainError("invalid_moment", f"{field}: This is no ISO 8601 moment.") from error


def says_when(asked: dict[str, Any]) -> bool:
    """Tell whether a body says when by hand."""
    return any(asked.get(name) for name in WHEN)


def by_hand_of(asked: dict[str, Any]) -> ByHand:
    """Give what a body says of when."""
    return ByHand(
        cron=tuple(asked.get("cron") or ()),
        rrule=asked.get("rrule") or "",
        every=asked.get("every") or "",
        at=read_moment(asked.get("at"), "at"),
        starts_at=read_moment(asked.get("starts_at"), "starts_at"),
        ends_at=read_moment(asked.get("ends_at"), "ends_at"),
        max_runs=asked.get("max_runs"),
    )


def purpose_of(asked: dict[str, Any]) -> Purpose:
    """Give what a body says a schedule is for."""
    return Purpose(**changes_of(asked))


def changes_of(asked: dict[str, Any]) -> dict[str, Any]:
    """Give the columns that a body names, but for those that say when."""
    columns: dict[str, Any] = {name: asked[name] for name in _SAME_NAME if name in asked}
    if "tags" in asked:
        columns["tags"] = tuple(dict.fromkeys(asked["tags"]))
    if "target" in asked:
        target = asked["target"]
        columns |= {
            "target": str(target["kind"]),
            "target_ref": target["ref"],
            "target_params": target["params"],
        }
    return columns
