"""How well scores part success from failure, on runs with true rewards beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.score_outcomes import Judged, auc, cross_validate, judge_session

FILE = Path(__file__).parents[3].parent / "shared/data/taubench/airline-tasks-0-24.json"
pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not FILE.exists(), reason="the sample data is not beside the checkout"),
]


@pytest.fixture(scope="module")
def rows() -> list[Judged]:
    """All runs, judged."""
    return [judge_session(row) for row in json.loads(FILE.read_text("utf-8"))]


def test_the_session_score_parts_success_from_failure(rows: list[Judged]):
    assert auc(rows, lambda row: row.plain) < 0.65
    assert auc(rows, lambda row: row.session) >= 0.78


def test_so_it_does_on_tasks_that_its_changes_were_not_chosen_on(rows: list[Judged]):
    rounds = cross_validate(rows, shuffles=2)
    for scores in rounds:
        assert auc(rows, lambda row, scores=scores: scores[id(row)]) >= 0.75
