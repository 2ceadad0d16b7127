"""Builders: what a person says in a session, and what is learned of it by rule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from apps.llm.embedding import embedder
from apps.profiles.domain.reading import read_person
from apps.profiles.learn_person import LearnedOfPerson, learn_person
from apps.profiles.models import Memory
from apps.profiles.read_profile import find_profile, known_fields
from apps.tenants.models import EndUser
from tests.make import make_event, record
from tests.make import make_trajectory as make_run

if TYPE_CHECKING:
    from apps.profiles.domain.statements import MemoryDraft
    from apps.profiles.models import Profile
    from apps.profiles.read_profile import KnownField
    from apps.trajectories.models import Trajectory
    from tests.cast import Team

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def run_of(
    team: Team, said: str, *, session: str = "s-1", user: str = "lin", day: int = 0, **more: Any
) -> Trajectory:
    """A run whose person said this, so many days after the start."""
    run = make_run(team.tenant, session=session, intent=said, user_id=user, **more)
    run.started_at = START + timedelta(days=day)
    run.save(update_fields=["started_at"])
    return run


def learn(run: Trajectory, message: str | None = None) -> LearnedOfPerson:
    """Read a run's message by rule and learn from it."""
    reading = read_person(run.intent if message is None else message)
    vectors = embedder().embed(reading.texts).tolist()
    return learn_person(
        run, reading, vectors=vectors, embedder_id=embedder().id, now=run.started_at
    )


def say(team: Team, said: str, **where: Any) -> LearnedOfPerson:
    """Say something in a session, and let it be learned."""
    return learn(run_of(team, said, **where))


def vectors_of(drafts: list[MemoryDraft]) -> list[list[float]]:
    """The vectors of drafts, in their order."""
    rows: list[list[float]] = embedder().embed([draft.text for draft in drafts]).tolist()
    return rows


def person(team: Team, user: str = "lin") -> EndUser:
    """The person that agents call so."""
    return EndUser.objects.for_tenant(team.tenant).get_or_create(
        tenant=team.tenant, external_id=user
    )[0]


def memories(team: Team, user: str = "lin") -> list[tuple[str, str]]:
    """Each memory of a person with its state, the oldest first."""
    rows = Memory.objects.for_tenant(team.tenant).filter(end_user__external_id=user)
    return list(rows.order_by("id").values_list("text", "status"))


def profile(team: Team, user: str = "lin") -> Profile:
    """The person's profile, read anew."""
    found = find_profile(team.tenant, person(team, user))
    assert found is not None
    return found


def known(team: Team, user: str = "lin", *, day: int = 0) -> dict[str, KnownField]:
    """What counts of a person so many days after the start."""
    found = find_profile(team.tenant, person(team, user))
    return known_fields(found, now=START + timedelta(days=day)) if found else {}


def values(team: Team, user: str = "lin", *, day: int = 0) -> dict[str, Any]:
    """The values that count, topics aside."""
    found = known(team, user, day=day)
    return {name: one.values for name, one in found.items() if name != "recent_topics"}


def add_result(team: Team, run: Trajectory, result: Any) -> None:
    """Let a tool of the run answer something."""
    event = make_event(
        "tool_execution",
        session_id=run.session.external_id,
        agent="ward-agent",
        tool="export",
        result=result,
        status="completed",
    )
    record(team.tenant, [event])
