"""Builders of experiences: as a run would teach them, and as a person writes them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.experiences.domain.extract import ExperienceDraft, Pitfall, Quote
from apps.experiences.write_experience import write_experience
from apps.language.tokens import language_of

if TYPE_CHECKING:
    from apps.experiences.models import Experience
    from tests.cast import Team

PITFALL = Pitfall("no such column: ward_id", "query: fixed.sql", "query")


def draft_of(pattern: str, *, quote: str = "", **changes: Any) -> ExperienceDraft:
    """A draft that rests on its own words, or on the given quote."""
    fields: dict[str, Any] = {
        "pain_pattern": pattern,
        "context": "",
        "solution_steps": ["fetch: beds.csv", "send: report"],
        "pitfalls": [],
        "tools": ["fetch", "send"],
        "confidence": Decimal("0.70"),
        "language": language_of(pattern),
        "quotes": [Quote(quote or pattern, "request")],
    }
    return ExperienceDraft(**{**fields, **changes})


def write(team: Team, pattern: str, *steps: str, **fields: Any) -> Experience:
    """An experience that the team's owner writes."""
    body = {"pain_pattern": pattern, "solution_steps": list(steps or ["do it"]), **fields}
    owner = team.members["owner"]
    return write_experience(team.tenant, body, by="owner", member=owner)
