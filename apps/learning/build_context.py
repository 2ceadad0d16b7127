"""Build what an agent is told before it answers: only what is relevant, marked as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from apps.evolution.rank_skills import RankedSkill, rank_skills
from apps.evolution.record_servings import record_servings
from apps.experiences.count_reuse import count_reuse
from apps.experiences.recall import Recalled, recall_experiences
from apps.language.tokens import estimate_tokens, language_of, search_tokens
from apps.learning.domain.context_text import ExperienceText, SkillText, write_context
from apps.llm.embedding import embedder
from apps.tenants.ids import new_id
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant

MOST_RECALLED = 8
MOST_EXPERIENCES = 3
MOST_SKILLS = 3
DEFAULT_TOKENS = 1500


@dataclass(frozen=True, slots=True)
class Context:
    """What is given to one request; empty when nothing is relevant."""

    request_id: uuid.UUID
    text: str = ""
    experiences: list[Recalled] = field(default_factory=list)
    skills: list[RankedSkill] = field(default_factory=list)

    @property
    def tokens(self) -> int:
        """What the text costs, as estimated."""
        return estimate_tokens(self.text)


def build_context(
    tenant: Tenant, message: str, *, session_id: str | None, max_tokens: int = DEFAULT_TOKENS
) -> Context:
    """Find the skills and experiences that help with a message, write them, note the serving."""
    said = strip_injected(message)
    request_id = new_id()
    if not search_tokens(said):
        return Context(request_id)
    vector = embedder().embed([said])[0].tolist()
    source = embedder().id
    skills = rank_skills(tenant, said, vector, embedder_id=source, most=MOST_SKILLS)
    found = _beside(
        skills, recall_experiences(tenant, said, vector, embedder_id=source, most=MOST_RECALLED)
    )
    text, used_skills, used = write_context(
        [_skill_text(one) for one in skills],
        [_experience_text(one) for one in found],
        language=language_of(said),
        max_tokens=max_tokens,
    )
    context = Context(request_id, text, found[:used], skills[:used_skills])
    if session_id and text:
        _note(tenant, session_id, context)
    return context


def _beside(skills: list[RankedSkill], found: list[Recalled]) -> list[Recalled]:
    """Leave out the experiences that a skill beside them was drawn from: it says the same."""
    told = {one.skill.name for one in skills}
    fresh = [one for one in found if one.experience.synthesized_skill not in told]
    return fresh[:MOST_EXPERIENCES]


def _note(tenant: Tenant, session_id: str, context: Context) -> None:
    record_servings(
        tenant,
        session_id=session_id,
        request_id=context.request_id,
        skills=context.skills,
        experiences=context.experiences,
    )
    given = [one.experience for one in context.experiences]
    count_reuse(tenant, given, session_id=session_id)


def _skill_text(ranked: RankedSkill) -> SkillText:
    skill = ranked.skill
    current = skill.current
    return SkillText(
        name=skill.name,
        version=current.version if current else "",
        description=skill.description,
        content=current.content if current else "",
    )


def _experience_text(recalled: Recalled) -> ExperienceText:
    known = recalled.experience
    return ExperienceText(
        pain_pattern=known.pain_pattern,
        solution_steps=known.solution_steps,
        pitfalls=known.pitfalls,
        outcome=known.outcome,
    )
