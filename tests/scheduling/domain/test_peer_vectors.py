"""What others read of a sentence, held against what is read here; where it differs, and why."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from apps.scheduling.domain.misfire import default_grace
from apps.scheduling.domain.recurrence import preview
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.domain.understand import understand

FILE = Path(__file__).resolve().parents[4] / "shared" / "data" / "peer-vectors.json"
NOW = datetime(2026, 3, 4, 10)  # noqa: DTZ001 – a wall clock
AREAS = ("schedule", "schedule_zh", "schedule_duration")
COMPARED = 8
# Where it is read otherwise here, and why.
OTHERWISE = {
    "schedule-035": "A bare length is likelier once; both readings are given.",
    "schedule-036": "Every hour is on the hour.",
    "schedule-051": "The time of day is asked for, where another takes midnight.",
    "schedule-052": "The day is asked for, where another takes Sunday.",
    "schedule-053": "The day is asked for, where another takes the first.",
    "schedule_zh-005": "The time of day is asked for, where another takes midnight.",
    "schedule_zh-008": "The days are read, and the time of day is asked for.",
}

pytestmark = pytest.mark.shared_data


def vectors(*areas: str) -> list[dict[str, Any]]:
    if not FILE.exists():
        pytest.skip(f"{FILE.name} is not beside the checkout.")
    listed: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
    return [one for one in listed if one["area"] in areas and not _wishes_otherwise(one)]


def _wishes_otherwise(vector: dict[str, Any]) -> bool:
    """Tell whether the answer of another is known to be wrong; then its wish is tested."""
    return "want" in vector or "want" in vector["expected"]


def _agrees(expected: dict[str, Any], text: str) -> bool:
    got = understand(text, now=NOW, timezone="UTC")
    if "error" in expected or "result" in expected:
        return not got.readings
    if not got.readings or expected.get("task", got.task) != got.task:
        return False
    spec = got.readings[0].spec
    if "expr" in expected:
        wanted = Spec(Kind.CRON, cron=(expected["expr"].lower(),), timezone="UTC")
        return not spec.time_missing and _times(spec) == _times(wanted)
    if "minutes" in expected:
        first, *others = _times(spec)
        since = others[0] - first if others else first - NOW.replace(tzinfo=UTC)
        return since == timedelta(minutes=expected["minutes"])
    if "date" in expected:
        return spec.at is not None and f"{spec.at:%Y-%m-%d}" == expected["date"]
    return bool(expected.get("kind", spec.kind) == spec.kind)


def _times(spec: Spec) -> list[datetime]:
    return preview(spec, NOW.replace(tzinfo=UTC), COMPARED)


def test_what_others_read_is_read_alike() -> None:
    told = [one for one in vectors(*AREAS) if "text" in one["input"]]
    differ = {
        one["id"]: one["input"]["text"]
        for one in told
        if not _agrees(one["expected"], one["input"]["text"])
    }
    assert sorted(differ) == sorted(OTHERWISE), differ


def test_lateness_goes_by_the_time_between() -> None:
    apart = {"daily": timedelta(days=1), "every 5m": timedelta(minutes=5)}
    graces = {
        one["input"].get("period"): one["expected"].get("grace_s") for one in vectors("scheduler")
    }
    now = NOW.replace(tzinfo=UTC)
    for period, between in apart.items():
        assert default_grace(now, now + between).total_seconds() == graces[period]
