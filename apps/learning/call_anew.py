"""Call a skill or a pipeline by other words where its title or its name are somebody's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.domain.skill_name import skill_name, skill_title
from apps.evolution.gate_facts import taken_names
from apps.evolution.models import Kind, Pipeline
from apps.evolution.pipeline_facts import pipeline_names
from apps.learning.domain.scrub_skill import Renaming

if TYPE_CHECKING:
    from apps.evolution.models import Proposal, Skill
    from apps.learning.domain.shared_words import SharedWords


def call_anew(row: Skill | Pipeline | Proposal, words: SharedWords, quote: str | None) -> Renaming:
    """Call it by what somebody else asked for where its title or its name are theirs.

    Agents pull a skill by its name, so that one that tells nothing stays. The name of a title in
    another script is spelled after its sound: it goes with the title.
    """
    title, name = row.title, row.name
    if words.occur_in(title):
        title = skill_title(quote)
    if words.occur_in(name) or (title != row.title and not row.title.isascii()):
        told = quote if title != row.title else title
        is_pipeline = isinstance(row, Pipeline) or getattr(row, "kind", "") == Kind.PIPELINE
        taken = (pipeline_names if is_pipeline else taken_names)(row.tenant)
        name = skill_name(told or row.pk.hex, taken)
    return Renaming(name, title)
