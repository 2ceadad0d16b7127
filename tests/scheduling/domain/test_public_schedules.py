"""The labelled cases that lie beside the checkout, and the bounds they are held to."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from apps.scheduling.domain.understand import understand
from tests.scheduling.domain.meaning import judge, read

if TYPE_CHECKING:
    from apps.scheduling.domain.spec import Spec, Understanding

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
NOW = datetime(2026, 3, 4, 10)  # noqa: DTZ001 – a wall clock
AREAS = ("schedule", "schedule_zh", "schedule_duration", "scheduler")
LEAST_EXACT, MOST_WRONG, LEAST_REJECTED, LEAST_AMBIGUOUS = 0.97, 0.01, 0.97, 0.90
# A single weekday is likelier once, "Sunday night at 11"; both readings are given.
SECOND_READING = {"Tuesday 9am"}

pytestmark = pytest.mark.shared_data


def _load(name: str) -> dict[str, Any]:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{name} is not beside the checkout.")
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


def test_the_public_cases_are_within_their_bounds() -> None:
    results: dict[str, Counter[str]] = {}
    for case in _load("schedules-public.json")["cases"]:
        group = case["verdict"] if case["verdict"] in ("exact", "ambiguous") else "reject"
        results.setdefault(group, Counter())[judge(case, read(case))] += 1
    share = {group: one["right"] / one.total() for group, one in results.items()}
    wrong = sum(one["wrong"] for one in results.values())
    assert share["exact"] >= LEAST_EXACT
    assert share["reject"] >= LEAST_REJECTED
    assert share["ambiguous"] >= LEAST_AMBIGUOUS
    assert wrong <= MOST_WRONG * sum(one.total() for one in results.values())


def test_the_first_reading_is_what_others_should_have_read() -> None:
    vectors = [one for one in _load("peer-vectors.json")["vectors"] if one["area"] in AREAS]
    told = [one for one in vectors if "text" in one["input"] and _want(one) is not None]
    assert told
    for vector in told:
        text, want = vector["input"]["text"], _want(vector)
        got = understand(text, now=NOW, timezone="Asia/Shanghai")
        assert _is_wanted(want, got, text), (text, want, got)


def _want(vector: dict[str, Any]) -> Any:
    return vector.get("want") or vector["expected"].get("want")


def _is_wanted(want: Any, got: Understanding, text: str) -> bool:
    """Hold an answer against a wish that is a cron expression, a kind, or a few words."""
    wish = want if isinstance(want, str) else _wish(want)
    if wish in ("error", "no schedule", "ambiguous, ask"):
        return not got.readings
    specs = [reading.spec for reading in got.readings]
    if text in SECOND_READING:
        return any(_fits(wish, spec) for spec in specs)
    return bool(specs) and _fits(wish, specs[0])


def _wish(want: dict[str, Any]) -> str:
    if "error" in want:
        return "error"
    return str(want.get("cron_or_kind") or want.get("expr") or "interval")


def _fits(wish: str, spec: Spec) -> bool:
    if wish.startswith(("once", "interval")):
        return wish.split(maxsplit=1)[0] == spec.kind
    if "last-day" in wish:
        return "BYMONTHDAY=-1" in spec.rrule
    return spec.cron == (wish,)
