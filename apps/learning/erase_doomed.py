"""Erase doomed runs with everything derived from them, in the one transaction that locked them."""

from __future__ import annotations

from itertools import batched
from typing import TYPE_CHECKING

from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from apps.errors import Busy
from apps.feedback.models import Score, Signal
from apps.feedback.propagate_scores import take_back
from apps.feedback.settle_scores import settle_scores
from apps.learning.domain.erasure import Receipt
from apps.learning.find_derived import find_derived, find_shared_words
from apps.learning.find_doomed import MoreTurnedUp
from apps.learning.forget_deliveries import forget_deliveries
from apps.learning.forget_experiences import forget_experiences
from apps.learning.forget_memories import forget_memories, forget_person
from apps.learning.forget_pains import forget_pains
from apps.learning.forget_personal import forget_personal
from apps.learning.forget_schedules import forget_schedules
from apps.learning.forget_skills import forget_skills
from apps.learning.forget_traces import (
    forget_comments,
    forget_imports,
    forget_mentions,
    forget_runs,
    forget_servings,
)
from apps.learning.roll_up import uncount_runs
from apps.tenants.audit import record_audit
from apps.tenants.isolation import erasing
from apps.trajectories.models import Trajectory
from apps.trajectories.record_events import is_race
from apps.trajectories.remove_runs import (
    learn_sessions_again,
    let_go_of_person,
    remove_runs,
    remove_sessions,
)
from apps.trajectories.tombstone_models import Tombstone, TombstoneKind
from apps.trajectories.tombstones import put_up_tombstones

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from apps.learning.find_doomed import Doomed

TRIES = 5
BATCH = 500


def erase_until_done(doom: Callable[[], Doomed], *, by: str) -> Receipt:
    """Find, lock and erase; tried again when more turned up or another transaction was in the way.

    Raises `busy` when that goes on.
    """
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                # The time is taken behind the locks: what they kept out is refused by it.
                return _erase(doom(), by=by, now=timezone.now())
        except MoreTurnedUp:
            continue
        except OperationalError as error:
            if not is_race(error):
                raise
    raise Busy("busy", "Others are at the same runs right now; send it again.")


def _erase(doomed: Doomed, *, by: str, now: datetime) -> Receipt:
    kind = TombstoneKind.PERSON if doomed.person else TombstoneKind.SESSION
    receipt = Receipt(kind.value, now)
    derived = find_derived(doomed)
    words = find_shared_words(doomed, derived)
    again = forget_experiences(doomed, derived, words, receipt)
    forget_pains(doomed, derived, words, receipt, now=now)
    again |= forget_memories(doomed, words, receipt)
    with erasing():
        forget_personal(doomed, receipt)
        names = forget_skills(doomed, derived, words, receipt, by=by)
        forget_mentions(doomed, derived, words, receipt, names=names)
    forget_imports(doomed, words, receipt)
    forget_runs(doomed, words, receipt)
    forget_deliveries(doomed, derived, words, receipt, names=names)
    forget_schedules(doomed, receipt)
    forget_servings(doomed, receipt)
    forget_comments(doomed, receipt)
    uncount_runs(doomed.tenant, doomed.runs, now=now)
    _forget_feedback(doomed, receipt, now=now)
    _remove(doomed, receipt)
    learn_sessions_again(doomed.tenant, again)
    _bury(doomed, receipt, by=by)
    return receipt


def _forget_feedback(doomed: Doomed, receipt: Receipt, *, now: datetime) -> None:
    """Take back what the runs taught, and remove the signals and scores of them."""
    rows = doomed.runs.order_by("pk").only("pk", "tenant_id").iterator(BATCH)
    for some in batched(rows, BATCH):
        take_back(doomed.tenant, some, now=now)
    given = doomed.owned("trajectory") | Q(session_id__in=doomed.session_names)
    signals = Signal.objects.for_tenant(doomed.tenant).filter(given)
    receipt.counts["signals"] += signals.delete()[0]
    scores = Score.objects.for_tenant(doomed.tenant)
    receipt.counts["scores"] += scores.filter(trajectory__in=doomed.run_ids).delete()[0]
    _forget_corrections(doomed, receipt)


def _forget_corrections(doomed: Doomed, receipt: Receipt) -> None:
    """Remove what doomed messages corrected in the runs of others, and score those anew."""
    said = Score.objects.for_tenant(doomed.tenant).filter(message__in=doomed.run_ids)
    corrected = list(said.values_list("trajectory_id", flat=True))
    receipt.counts["scores"] += said.delete()[0]
    runs = Trajectory.objects.for_tenant(doomed.tenant).filter(pk__in=corrected)
    runs.update(satisfaction="")  # read from the same message
    runs.filter(scores=None).update(score=None, score_source="", score_lines=[])
    settle_scores(doomed.tenant, list(runs.without_search()))


def _remove(doomed: Doomed, receipt: Receipt) -> None:
    """Remove the runs, the sessions and the person themselves."""
    runs = list(doomed.runs.order_by("opened_at", "pk").values_list("opened_at", "pk"))
    receipt.counts += remove_runs(doomed.tenant, runs)
    receipt.counts += remove_sessions(doomed.tenant, doomed.sessions)
    if doomed.person:
        let_go_of_person(doomed.tenant, doomed.shared, doomed.person.pk)
        forget_person(doomed.person, receipt)


def _bury(doomed: Doomed, receipt: Receipt, *, by: str) -> None:
    """Put up the tombstones, and write down who erased, when and how much."""
    tenant, now = doomed.tenant, receipt.erased_at
    put_up_tombstones(tenant, TombstoneKind.SESSION, doomed.session_names, now=now)
    kind = TombstoneKind(receipt.kind)
    name = doomed.person.external_id if doomed.person else doomed.session_names[0]
    [made] = put_up_tombstones(tenant, kind, [name], now=now)
    stone = Tombstone.objects.for_tenant(tenant).get(key_digest=made.key_digest)
    stone.receipt = receipt.as_json()
    stone.save(update_fields=["receipt"])
    counts = stone.receipt["counts"]
    record_audit(tenant, actor=by, action=f"erase_{kind}", target=stone, counts=counts)
