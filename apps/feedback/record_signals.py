"""Write down signals on skills, pipelines and experiences, and read them from served sessions."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Left

from apps.feedback.domain.served import ARRIVAL_SLACK, FollowingRun
from apps.feedback.domain.signal_weights import WEIGHTS, WeighedSignal
from apps.feedback.domain.signals import read_signals
from apps.feedback.models import Signal
from apps.language.same_question import is_same_question
from apps.trajectories.models import ScoreSource, Step, Trajectory

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Mapping, Sequence

    from apps.feedback.domain.served import ServedItem, TargetKind
    from apps.feedback.domain.signals import SignalDraft, Unserved
    from apps.tenants.models import EndUser, Tenant

REQUEST_CHARACTERS = 2000
_PERSONS = frozenset({ScoreSource.USER, ScoreSource.REVIEWER})
_COLUMNS = (
    *("id", "opened_at", "started_at", "author", "tools", "outcome", "score", "score_source"),
    *("satisfaction", "session_id", "agent_id", "tenant_id", "end_user_id", "session__external_id"),
)


def record_signal(tenant: Tenant, draft: SignalDraft) -> None:
    """Write down one signal; said again by the same source, it is brought up to date."""
    record_signals(tenant, [draft])


@transaction.atomic
def record_signals(tenant: Tenant, drafts: Iterable[SignalDraft]) -> int:
    """Write down signals, once a target, kind and source; answers how many were given."""
    rows = {_key(draft): _row(tenant, draft) for draft in drafts}
    Signal.objects.bulk_create(
        [rows[key] for key in sorted(rows)],
        update_conflicts=True,
        unique_fields=["tenant", "target_kind", "target_id", "kind", "source_key"],
        update_fields=["polarity", "weight", "quote", "trajectory"],
    )
    return len(rows)


def signals_of_servings(
    tenant: Tenant, served: Sequence[ServedItem], *, unserved: Mapping[uuid.UUID, Unserved]
) -> list[SignalDraft]:
    """Read the signals on served items from the runs of their sessions; nothing is written.

    `unserved` gives by a run's id what runs like it came to without the item, where known.
    """
    return read_signals(served, load_following_runs(tenant, served), unserved)


def load_following_runs(tenant: Tenant, served: Sequence[ServedItem]) -> list[FollowingRun]:
    """Load the runs that came after the first of some servings, each session's in order."""
    if not served:
        return []
    rows = Trajectory.objects.for_tenant(tenant).filter(
        session__external_id__in={item.session_id for item in served},
        opened_at__gte=min(item.served_at for item in served) - ARRIVAL_SLACK,
    )
    runs = list(
        rows.select_related("session")
        .annotate(request=Left("intent", REQUEST_CHARACTERS))
        .only(*_COLUMNS)
        .order_by("session_id", "started_at", "pk")
    )
    chosen = chosen_skills(runs)
    return [
        _following(run, before, chosen.get(run.pk, frozenset()))
        for _, its in groupby(runs, key=lambda run: run.session_id)
        for before, run in _with_previous(list(its))
    ]


def load_signals(
    tenant: Tenant, target_kind: TargetKind, ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, list[WeighedSignal]]:
    """Load what `trust_of` weighs: the signals on each of some targets."""
    rows = Signal.objects.for_tenant(tenant).filter(target_kind=target_kind, target_id__in=ids)
    found: dict[uuid.UUID, list[WeighedSignal]] = {}
    columns = ("target_id", "polarity", "weight", "created_at")
    for target_id, *signal in rows.values_list(*columns):
        found.setdefault(target_id, []).append(WeighedSignal(*signal))
    return found


def forget_signals(tenant: Tenant, end_user: EndUser) -> int:
    """Remove the signals of one person, quotes and all; answers how many there were."""
    return Signal.objects.for_tenant(tenant).filter(end_user=end_user).delete()[0]


def _key(draft: SignalDraft) -> tuple[str, uuid.UUID, str, str]:
    return (draft.target_kind, draft.target_id, draft.kind, draft.source_key)


def _row(tenant: Tenant, draft: SignalDraft) -> Signal:
    return Signal(
        tenant=tenant,
        target_kind=draft.target_kind,
        target_id=draft.target_id,
        session_id=draft.session_id,
        trajectory_id=draft.trajectory_id,
        end_user_id=draft.end_user_id,
        kind=draft.kind,
        polarity=draft.polarity,
        weight=WEIGHTS[draft.kind],
        quote=draft.quote,
        source_key=draft.source_key,
        created_at=draft.created_at,
    )


def _with_previous(runs: list[Any]) -> Iterable[tuple[Any, Any]]:
    return zip([None, *runs[:-1]], runs, strict=True)


def _following(run: Any, before: Any, selected: frozenset[str]) -> FollowingRun:
    return FollowingRun(
        id=run.pk,
        session_id=run.session.external_id,
        started_at=run.started_at,
        opened_at=run.opened_at,
        request=run.request,
        by_person=run.author == "person",
        tools=tuple(run.tools),
        selected=selected,
        outcome=run.outcome,
        score=run.score,
        satisfaction=run.satisfaction,
        corrected=run.score_source == ScoreSource.CORRECTION,
        judged_directly=run.score_source in _PERSONS,
        asks_again=before is not None and is_same_question(before.request, run.request),
        end_user_id=run.end_user_id,
    )


def chosen_skills(runs: Sequence[Trajectory]) -> dict[uuid.UUID, frozenset[str]]:
    """Name the skills that each run chose, as its steps tell."""
    if not runs:
        return {}
    steps = Step.objects.of_trajectories(runs).filter(
        Q(type="skill_selection") | Q(type="tool_execution", tool__iexact="skill")
    )
    chosen: dict[uuid.UUID, frozenset[str]] = {}
    columns = ("trajectory_id", "tool", "text", "args", "metadata")
    for trajectory_id, tool, text, args, metadata in steps.values_list(*columns):
        given = {**(metadata or {}), **(args or {})}
        names = {tool, text.strip(), *(given.get(key) for key in ("skill", "name", "command"))}
        words = frozenset(name for name in names if isinstance(name, str) and name)
        chosen[trajectory_id] = chosen.get(trajectory_id, frozenset()) | words
    return chosen
