"""The receipt of an erasure: how much of what went, and what is to be looked at again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(slots=True)
class Receipt:
    """What an erasure removed, counted by table; it tells nothing of what stood there."""

    kind: str
    erased_at: datetime
    counts: Counter[str] = field(default_factory=Counter)
    skills_to_review: list[str] = field(default_factory=list)
    pipelines_to_review: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Write it as the API shows it and the tombstone keeps it."""
        return {
            "erased_at": self.erased_at.isoformat(),
            "kind": self.kind,
            "counts": {table: number for table, number in sorted(self.counts.items()) if number},
            "skills_to_review": sorted(self.skills_to_review),
            "pipelines_to_review": sorted(self.pipelines_to_review),
        }
