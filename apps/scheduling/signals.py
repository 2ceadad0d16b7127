"""News from schedules, sent on commit; heard only by the learning app."""

from __future__ import annotations

from functools import partial
from itertools import batched
from typing import TYPE_CHECKING

from django.db import transaction
from django.dispatch import Signal

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable

# Arguments: tenant_id (UUID), run_ids (list of UUID): these firings wait to be carried out.
runs_due = Signal()
# Argument: schedule (unsaved changes and all). Sent before it is stored: who hears it raises
# `DomainError` where its target is not there or does not take what it is to be given.
target_chosen = Signal()

RUNS_A_MESSAGE = 100


def announce_runs(tenant_id: uuid.UUID, run_ids: Iterable[uuid.UUID]) -> None:
    """Say that firings wait to be carried out, once the transaction has committed."""
    for some in batched(run_ids, RUNS_A_MESSAGE):
        news = {"tenant_id": tenant_id, "run_ids": list(some)}
        transaction.on_commit(partial(runs_due.send, None, **news))
