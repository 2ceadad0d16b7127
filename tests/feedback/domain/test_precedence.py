"""Whose judgement counts."""

from __future__ import annotations

import pytest

from apps.feedback.domain.precedence import outranks, strongest


@pytest.mark.parametrize(
    ("new", "old", "wins"),
    [
        ("user", "auto", True),
        ("auto", "user", False),
        ("user", "reviewer", True),
        ("reviewer", "user", True),
        ("correction", "reviewer", False),
        ("correction", "judge", True),
        ("judge", "auto", True),
        ("judge", "correction", False),
        ("auto", "auto", True),
    ],
)
def test_a_weaker_source_never_replaces_a_stronger_one(new: str, old: str, wins: bool) -> None:
    assert outranks(new, old) is wins


def test_the_latest_of_the_strongest_is_chosen() -> None:
    said = [("auto", 1), ("user", 2), ("judge", 3), ("reviewer", 4), ("auto", 5)]
    assert strongest(said, source=lambda judgement: judgement[0]) == ("reviewer", 4)
