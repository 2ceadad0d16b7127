"""Find and lock all that goes when a person or a session is erased: sessions and runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from apps.errors import NotFound
from apps.evolution.propose_skill import lock_proposing
from apps.experiences.learn_experience import lock_experiences
from apps.tenants.models import EndUser
from apps.tenants.round_trip import ask
from apps.trajectories.batch_rows import wait_for_sessions
from apps.trajectories.models import Session, Trajectory

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Membership, Tenant
    from apps.trajectories.querysets import TrajectoryQuerySet

BATCH = 200


class MoreTurnedUp(Exception):
    """While its locks were waited for, more was stored of the person."""


@dataclass(frozen=True)
class Doomed:
    """What goes: `sessions` whole, of `shared` ones the runs of `person` alone."""

    tenant: Tenant
    sessions: list[Session]
    shared: list[Session]
    person: EndUser | None = None

    @property
    def runs(self) -> TrajectoryQuerySet[Trajectory]:
        """The runs that go, as long as they are there."""
        rows = Trajectory.objects.for_tenant(self.tenant)
        doomed = Q(session__in=self.session_ids)
        if self.person:
            shared = [one.pk for one in self.shared if one.end_user_id == self.person.pk]
            doomed |= Q(end_user=self.person) | Q(session__in=shared, end_user=None)
        return rows.filter(doomed)

    @property
    def run_ids(self) -> Any:
        """The ids of these runs, to ask with."""
        return self.runs.order_by().values("pk")

    @cached_property
    def session_ids(self) -> list[uuid.UUID]:
        """Our ids of the sessions that go whole."""
        return [session.pk for session in self.sessions]

    @cached_property
    def session_names(self) -> list[str]:
        """The agents' ids of the sessions that go whole."""
        return [session.external_id for session in self.sessions]

    @property
    def member(self) -> Membership | None:
        """The member of the team that the person is, if any."""
        return self.person.membership if self.person else None

    def owned(self, run: str = "trajectory_id", person: str = "end_user") -> Q:
        """Ask for rows of one of these runs or of the person, by the names of their columns."""
        of_runs = Q((f"{run}__in", self.run_ids))
        return of_runs | Q((person, self.person)) if self.person else of_runs


def doom_person(person: EndUser) -> Doomed:
    """Lock all that is stored of a person; raises `MoreTurnedUp` when that changed meanwhile.

    A session goes whole when nobody else asked for anything in it; so do those of the sub-agents
    that it launched. The person is locked last: whoever holds a run may still need them.
    """
    tenant = person.tenant
    lock_proposing(tenant)
    found = sessions_of(person)
    _lock_sessions(tenant, found)
    others = Trajectory.objects.for_tenant(tenant).filter(session__in=found)
    others = others.exclude(end_user=person).exclude(end_user=None, session__end_user=person)
    others = others.exclude(end_user=None, session__parent__in=found)
    kept = set(others.values_list("session_id", flat=True))
    doomed = Doomed(
        tenant,
        [one for one in found if one.pk not in kept],
        [one for one in found if one.pk in kept],
        person,
    )
    _lock_runs(doomed)
    if not EndUser.objects.for_tenant(tenant).select_for_update().filter(pk=person.pk).first():
        raise NotFound("person")  # somebody else erased them while this one waited
    if {one.pk for one in sessions_of(person)} != {one.pk for one in found}:
        raise MoreTurnedUp
    return doomed


def doom_session(session: Session) -> Doomed:
    """Lock all that is stored of a session and of the sub-agents that it launched."""
    tenant = session.tenant
    lock_proposing(tenant)
    before = _with_children(tenant, [session])
    _lock_sessions(tenant, before)
    if not Session.objects.for_tenant(tenant).filter(pk=session.pk).exists():
        raise NotFound("session")  # likewise
    found = _with_children(tenant, [session])
    if {one.pk for one in found} != {one.pk for one in before}:
        raise MoreTurnedUp
    doomed = Doomed(tenant, found, [])
    _lock_runs(doomed)
    return doomed


def sessions_of(person: EndUser) -> list[Session]:
    """The sessions that a person has any run in, and those of sub-agents without a person."""
    rows = Session.objects.for_tenant(person.tenant)
    mine = rows.filter(Q(end_user=person) | Q(trajectories__end_user=person)).distinct()
    own = list(mine)
    launching = [one for one in own if one.end_user_id == person.pk]
    nobodys = [
        one
        for one in _with_children(person.tenant, launching)
        if one.end_user_id in (None, person.pk)
    ]
    return list({one.pk: one for one in [*own, *nobodys]}.values())


def _with_children(tenant: Tenant, sessions: list[Session]) -> list[Session]:
    found = {one.pk: one for one in sessions}
    parents = list(found)
    while parents:
        rows = Session.objects.for_tenant(tenant).filter(parent__in=parents).exclude(pk__in=found)
        children = list(rows)
        found.update({one.pk: one for one in children})
        parents = [one.pk for one in children]
    return list(found.values())


def _lock_sessions(tenant: Tenant, sessions: list[Session]) -> None:
    """Wait for who stores these sessions or learns from them, and keep both out.

    In the order that recording a batch keeps: names, rows, then the learner's lock. Who holds a
    run may still refer to its session, and must not wait for us to do so.
    """
    ask(wait_for_sessions(tenant, [one.external_id for one in sessions]))
    rows = Session.objects.for_tenant(tenant).filter(pk__in=[one.pk for one in sessions])
    list(rows.order_by("external_id").select_for_update(no_key=True).values_list("pk"))
    lock_experiences(tenant)


def _lock_runs(doomed: Doomed) -> None:
    """Wait for who scores these runs, and keep them out."""
    list(doomed.runs.order_by("pk").select_for_update().values_list("pk"))
