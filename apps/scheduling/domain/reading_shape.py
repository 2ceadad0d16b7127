"""A reading in the shape of the API and of stored proposals, and back."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from apps.scheduling.domain.recurrence import preview
from apps.scheduling.domain.saying import say
from apps.scheduling.domain.spec import Kind, Spec

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import date

    from apps.scheduling.domain.spec import Reading

PREVIEWED = 5
_SURE, _LIKELIEST, _DOUBTED = Decimal("0.95"), Decimal("0.60"), Decimal("0.70")
_OF_A_MODEL = Decimal("0.60")


def show_readings(
    readings: Sequence[Reading],
    *,
    now: datetime,
    is_guess: bool = False,
    holidays: Collection[date] = frozenset(),
) -> list[dict[str, Any]]:
    """Show readings, the likeliest first, with their next five times; `now` is aware."""
    sure = [_confidence(place, len(readings), readings[place]) for place in range(len(readings))]
    return [
        {
            **show_spec(reading.spec, now=now, holidays=holidays),
            "assumptions": list(reading.assumptions),
            "confidence": float(share * _OF_A_MODEL if is_guess else share),
        }
        for reading, share in zip(readings, sure, strict=True)
    ]


def _confidence(place: int, count: int, reading: Reading) -> Decimal:
    if count == 1:
        return _DOUBTED if reading.assumptions else _SURE
    if place == 0:
        return _LIKELIEST
    return ((1 - _LIKELIEST) / (count - 1)).quantize(Decimal("0.01"))


def show_spec(
    spec: Spec,
    *,
    now: datetime,
    count: int = PREVIEWED,
    holidays: Collection[date] = frozenset(),
) -> dict[str, Any]:
    """Show when something happens; while its time of day is missing, no next times are named."""
    zone = ZoneInfo(spec.timezone)
    wall = now.astimezone(zone).replace(tzinfo=None)
    today = wall.replace(hour=0, minute=0, second=0, microsecond=0)
    times = [] if spec.time_missing else preview(spec, now, count, holidays)
    return {
        **write_spec(spec),
        "description": {"zh": say(spec, "zh", today), "en": say(spec, "en", today)},
        "next_runs": [time.astimezone(zone).isoformat() for time in times],
    }


def write_spec(spec: Spec) -> dict[str, Any]:
    """Write a schedule as JSON has it; `read_spec` gives it back."""
    return {
        "kind": str(spec.kind),
        "cron": list(spec.cron),
        "rrule": spec.rrule or None,
        "every": spec.every or None,
        "at": _moment(spec.at),
        "starts_at": _moment(spec.starts_at),
        "ends_at": _moment(spec.ends_at),
        "max_runs": spec.max_runs,
        "timezone": spec.timezone,
        "time_missing": spec.time_missing,
        "skips_holidays": spec.skips_holidays,
    }


def read_spec(shape: dict[str, Any]) -> Spec:
    """Read what `write_spec` wrote."""
    return Spec(
        Kind(shape["kind"]),
        cron=tuple(shape.get("cron") or ()),
        rrule=shape.get("rrule") or "",
        every=shape.get("every") or "",
        max_runs=shape.get("max_runs"),
        timezone=shape["timezone"],
        time_missing=bool(shape.get("time_missing")),
        skips_holidays=bool(shape.get("skips_holidays")),
        at=_read(shape.get("at")),
        starts_at=_read(shape.get("starts_at")),
        ends_at=_read(shape.get("ends_at")),
    )


def _moment(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.isoformat(timespec="seconds" if moment.second else "minutes")


def _read(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
