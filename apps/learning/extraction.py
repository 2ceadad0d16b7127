"""Read one run with a model, in one question: memories, experiences, profile signals, pain.

What a model finds counts only as far as the run bears it out (`domain/grounding.py`); where there
is no answer, the rules read the run by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.language.tokens import estimate_tokens
from apps.learning.domain.extraction_prompt import write_instructions, write_record
from apps.learning.domain.grounding import Grounded, ground
from apps.learning.schemas import ExperienceItem, MemoryItem, PainItem, ProfileItem, RunAnswer
from apps.llm.answer import answer
from apps.llm.models import Purpose
from apps.llm.server import configured_server

if TYPE_CHECKING:
    from apps.learning.domain.run_text import RunText
    from apps.tenants.models import Tenant

LEAST_RECORD_TOKENS = 200


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a run teaches, each item with a quote that stands in it letter for letter."""

    memories: list[Grounded[MemoryItem]]
    experiences: list[Grounded[ExperienceItem]]
    profile: list[Grounded[ProfileItem]]
    pains: list[Grounded[PainItem]]

    @property
    def count(self) -> int:
        """How many items there are."""
        return len([*self.memories, *self.experiences, *self.profile, *self.pains])


def extract(run: RunText, *, tenant: Tenant) -> Extraction | None:
    """Ask what a run teaches, once for each trajectory; None where the rules have to say it.

    An extraction without items is an answer: the run teaches nothing. Findings of which none holds
    are no answer. Not to be called inside a transaction, see `apps/llm/ledger.py`.
    """
    server = configured_server(tenant)
    if server is None or not any(source.origin == "request" for source in run.sources()):
        return None
    instructions = write_instructions(run.language)
    room = max(LEAST_RECORD_TOKENS, server.input_tokens - estimate_tokens(instructions))
    found = answer(
        RunAnswer,
        write_record(run, most_tokens=room, hide_personal=tenant.learning.privacy.redact_personal),
        tenant=tenant,
        purpose=Purpose.EXTRACT,
        instructions=instructions,
        subject_id=run.trajectory_id,
    )
    return None if found is None else _grounded(found, run)


def _grounded(found: RunAnswer, run: RunText) -> Extraction | None:
    """Keep what holds; a model that only made things up has not read the run."""
    held = Extraction(
        memories=ground(found.memories, run),
        experiences=ground(found.experiences, run),
        profile=ground(found.profile, run),
        pains=ground(found.pains, run),
    )
    return held if held.count or not found.count else None
