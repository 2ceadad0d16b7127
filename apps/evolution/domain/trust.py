"""What trust in a skill leads to: high and used it is recommended, low it is to be improved."""

from __future__ import annotations

from decimal import Decimal

LEAST_TRUST = Decimal("0.75")
LEAST_USES = 5
POOR_TRUST = Decimal("0.35")
LEAST_SIGNALS = 3  # fewer than these are an accident


def may_be_recommended(*, trust: Decimal, uses: int, status: str) -> bool:
    """Tell whether a skill may be put before others: trusted, used and served."""
    return trust >= LEAST_TRUST and uses >= LEAST_USES and status == "active"
