"""Ordinary texts, with times in them and without, set no schedule and cost no time."""

from __future__ import annotations

import time
from typing import Any

import pytest

from apps.scheduling.domain.ordinary import may_say_when
from apps.scheduling.domain.spec import Verdict
from tests.scheduling.domain.meaning import cases_of, read

# A plan in quarters and months asks which days are meant.
ASKED_ABOUT = {"Q3 2026 roadmap: ship search in July, billing in August"}
CASES = [one for one in cases_of("corpus_ordinary.json") if one["text"] not in ASKED_ABOUT]
SAID = cases_of("corpus_zh.json", "corpus_en.json", "corpus_blind_second.json")
LONG = (
    "fix the failing test in apps/foo and run make check ",
    "请把配置文件里的路径改对，",
    "check that the parser returns a list ",
)
MOST_SECONDS = 0.001


@pytest.mark.parametrize("case", CASES, ids=lambda one: one["id"])
def test_a_text_that_mentions_a_time_is_no_schedule(case: dict[str, Any]) -> None:
    assert read(case).verdict is Verdict.NONE


@pytest.mark.parametrize("case", SAID, ids=lambda one: one["id"])
def test_no_schedule_is_turned_away_unread(case: dict[str, Any]) -> None:
    assert may_say_when(case["text"]) or case["verdict"] in ("none", "unclear")


@pytest.mark.parametrize("piece", LONG)
def test_a_long_prompt_is_turned_away_at_once(piece: str) -> None:
    case = {"text": (piece * 416)[:416], "ref": "2026-11-11T10:30:00", "tz": "Asia/Shanghai"}
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        assert read(case).verdict is Verdict.NONE
        taken.append(time.perf_counter() - start)
    assert min(taken) < MOST_SECONDS
