"""Which skills are put before others: the trusted, used, served ones alone."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from apps.evolution.domain.trust import may_be_recommended

GOOD: dict[str, Any] = {"trust": Decimal("0.75"), "uses": 5, "status": "active"}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, True),
        ({"trust": Decimal("0.749")}, False),
        ({"uses": 4}, False),
        ({"status": "stale"}, False),
        ({"status": "archived"}, False),
    ],
)
def test_trusted_and_used_ones_that_are_served_may_be(fields: dict[str, Any], expected: bool):
    assert may_be_recommended(**GOOD | fields) is expected
