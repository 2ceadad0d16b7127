"""Build what an agent is told before it answers: only what is relevant, marked as data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.ask_person import Asking, ask_person
from apps.evolution.rank_skills import RankedSkill, Reader, rank_skills
from apps.evolution.record_servings import record_servings
from apps.evolution.withhold_items import withhold_items
from apps.experiences.count_reuse import count_reuse
from apps.experiences.give_solutions import FittingSolution, find_solutions, note_solutions_given
from apps.experiences.recall import Recalled, recall_experiences
from apps.feedback.domain.preference_text import write_preferences
from apps.feedback.domain.propagation import request_kind
from apps.feedback.recall_preferences import relevant_preferences
from apps.language.tokens import estimate_tokens, language_of, search_tokens
from apps.learning.domain.context_text import (
    Entry,
    ExperienceText,
    SkillText,
    experience_entries,
    skill_entries,
    solution_entries,
    write_context,
)
from apps.learning.know_person import KnownPerson, know_person
from apps.llm.embedding import embedder
from apps.tenants.ids import new_id
from apps.tenants.models import Agent
from apps.trajectories.domain.injected import strip_injected

if TYPE_CHECKING:
    import uuid
    from collections import Counter
    from datetime import datetime

    from apps.tenants.models import Tenant

MOST_RECALLED = 8
MOST_EXPERIENCES = 3
MOST_SKILLS = 3
MOST_PREFERENCES = 2
DEFAULT_TOKENS = 1500
LEAST_TOKENS_TO_ASK = 500  # a question has room in any language, and it goes first


@dataclass(frozen=True, slots=True)
class Context:
    """What is given to one request; empty when nothing is relevant.

    `withheld` names what would have been given, were this session not one of those that go without
    it so that what it brings can be measured. `asking` is a question to pass on to the person.
    """

    request_id: uuid.UUID
    text: str = ""
    experiences: list[Recalled] = field(default_factory=list)
    skills: list[RankedSkill] = field(default_factory=list)
    solutions: list[FittingSolution] = field(default_factory=list)
    person: KnownPerson = field(default_factory=KnownPerson)
    withheld: list[uuid.UUID] = field(default_factory=list)
    asking: Asking | None = None

    @property
    def tokens(self) -> int:
        """What the text costs, as estimated."""
        return estimate_tokens(self.text)


@dataclass(frozen=True, slots=True)
class _Found:
    """What is near to a message, with the ids of what this session goes without."""

    skills: list[RankedSkill]
    experiences: list[Recalled]
    solutions: list[FittingSolution]
    person: KnownPerson
    tools: list[Entry]
    withheld: frozenset[uuid.UUID] = frozenset()
    asking: Asking | None = None

    @property
    def twins(self) -> list[FittingSolution]:
        """The solutions that an experience beside them already tells."""
        known = {one.experience.pk for one in self.experiences}
        return [one for one in self.solutions if one.solution.experience_id in known]

    @property
    def given_skills(self) -> list[RankedSkill]:
        """The skills that are told."""
        return [one for one in self.skills if one.skill.pk not in self.withheld]

    @property
    def given_experiences(self) -> list[Recalled]:
        """The experiences that are told."""
        return [one for one in self.experiences if one.experience.pk not in self.withheld]

    @property
    def fresh(self) -> list[FittingSolution]:
        """The solutions that nothing beside them tells."""
        twins = self.twins
        return [one for one in self.solutions if one not in twins]

    def entries(self, language: str) -> list[Entry]:
        """All of it as it is told, what matters most first."""
        return [
            *([Entry("question", (self.asking.text,))] if self.asking else []),
            *self.person.entries(language),
            *self._marked(
                skill_entries([_skill_text(one) for one in self.skills], language),
                [one.skill.pk for one in self.skills],
            ),
            *self._marked(
                experience_entries([_experience_text(one) for one in self.experiences], language),
                [one.experience.pk for one in self.experiences],
            ),
            *solution_entries([_solution_text(one) for one in self.fresh], language),
            *self.tools,
        ]

    def cut_to(self, told: Counter[str]) -> _Found:
        """What fitted, with the solutions that a told experience tells: both are on trial."""
        cut = replace(
            self,
            skills=self.skills[: told["skill"]],
            experiences=self.experiences[: told["experience"]],
            person=self.person.cut_to(told),
        )
        given = {one.experience.pk for one in cut.given_experiences}
        twins = [one for one in self.twins if one.solution.experience_id in given]
        return replace(cut, solutions=[*self.fresh[: told["solution"]], *twins])

    def without_withheld(self, request_id: uuid.UUID, text: str) -> Context:
        """What is given, under the id that joins it."""
        offered = [one.skill.pk for one in self.skills]
        offered += [one.experience.pk for one in self.experiences]
        return Context(
            request_id,
            text,
            self.given_experiences,
            self.given_skills,
            self.solutions,
            self.person,
            [pk for pk in offered if pk in self.withheld],
            self.asking,
        )

    def _marked(self, entries: list[Entry], ids: list[uuid.UUID]) -> list[Entry]:
        return [
            replace(entry, is_withheld=True) if pk in self.withheld else entry
            for entry, pk in zip(entries, ids, strict=True)
        ]


def build_context(  # noqa: PLR0913 - a message, who says it where, and what may be told
    tenant: Tenant,
    message: str,
    *,
    session_id: str | None,
    agent: str = "",
    user_id: str = "",
    max_tokens: int = DEFAULT_TOKENS,
    may_ask: bool = True,
) -> Context:
    """Find what helps with a message, write it, and note what the session was given.

    `agent` and `user_id` are the client's names: tools are told to that agent alone, and what is
    known of a person to those who answer that person. Without `may_ask` no question is put.
    """
    request_id = new_id()
    said = strip_injected(message)
    if not search_tokens(said):
        return Context(request_id)
    now = timezone.now()
    language = language_of(said)
    reader = Reader(user_id, session_id or "")
    found = _find(tenant, said, agent=agent, reader=reader, now=now)
    found = _withhold(tenant, found, session_id)
    if may_ask and max_tokens >= LEAST_TOKENS_TO_ASK:
        asking = ask_person(tenant, reader, language=language, now=now)
        found = replace(found, asking=asking) if asking else found
    text, told = write_context(found.entries(language), language=language, max_tokens=max_tokens)
    context = (offered := found.cut_to(told)).without_withheld(request_id, text)
    if session_id and (text or context.withheld):
        _note_given(tenant, session_id, offered, context)
        _count(tenant, session_id, context, message=message, now=now)
    return context


def _note_given(tenant: Tenant, session_id: str, offered: _Found, context: Context) -> None:
    record_servings(
        tenant,
        session_id=session_id,
        request_id=context.request_id,
        skills=offered.skills,
        experiences=offered.experiences,
        withheld=offered.withheld,
    )


def _find(tenant: Tenant, said: str, *, agent: str, reader: Reader, now: datetime) -> _Found:
    source = embedder().id
    vector = embedder().embed([said])[0].tolist()
    skills = rank_skills(tenant, said, vector, embedder_id=source, most=MOST_SKILLS, reader=reader)
    recalled = recall_experiences(tenant, said, vector, embedder_id=source, most=MOST_RECALLED)
    return _Found(
        skills,
        _beside(skills, recalled),
        find_solutions(tenant, said, vector, embedder_id=source),
        know_person(tenant, reader.user_id, said, vector, now=now),
        _tool_entries(tenant, agent, said, now),
    )


def _withhold(tenant: Tenant, found: _Found, session_id: str | None) -> _Found:
    withheld = withhold_items(
        tenant, session_id=session_id, skills=found.skills, experiences=found.experiences
    )
    return replace(found, withheld=withheld) if withheld else found


def _beside(skills: list[RankedSkill], found: list[Recalled]) -> list[Recalled]:
    """Leave out the experiences that a skill beside them was drawn from: it says the same."""
    told = {one.skill.name for one in skills}
    fresh = [one for one in found if one.experience.synthesized_skill not in told]
    return fresh[:MOST_EXPERIENCES]


def _tool_entries(tenant: Tenant, agent: str, said: str, now: datetime) -> list[Entry]:
    """What the agent's own tools are good for, and what to avoid with them."""
    row = Agent.objects.for_tenant(tenant).filter(name=agent).first() if agent else None
    if row is None:
        return []
    known = relevant_preferences(
        tenant, row, request_kind(said), None, most=MOST_PREFERENCES, now=now
    )
    return [Entry("preference", (line,)) for line in write_preferences(known, language_of(said))]


def _count(
    tenant: Tenant, session_id: str, context: Context, *, message: str, now: datetime
) -> None:
    given = [one.experience for one in context.experiences]
    count_reuse(tenant, given, session_id=session_id)
    if context.solutions:
        solutions = [one.solution for one in context.solutions]
        note_solutions_given(tenant, solutions, session_id=session_id, message=message, now=now)


def _skill_text(ranked: RankedSkill) -> SkillText:
    skill = ranked.skill
    current = skill.current
    return SkillText(
        name=skill.name,
        version=current.version if current else "",
        description=skill.description,
        content=current.content if current else "",
        recommended=ranked.recommended,
    )


def _experience_text(recalled: Recalled) -> ExperienceText:
    known = recalled.experience
    return ExperienceText(
        pain_pattern=known.pain_pattern,
        solution_steps=known.solution_steps,
        pitfalls=known.pitfalls,
        outcome=known.outcome,
    )


def _solution_text(fitting: FittingSolution) -> tuple[str, list[str]]:
    solution = fitting.solution
    return solution.pain.title, solution.steps or [solution.text]
