"""Ask a model what a session's runs teach, before the session is learned from.

No transaction is open meanwhile: a model takes seconds, and what was spent on it stays spent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.learning.domain.run_text import RunText
from apps.learning.extraction import Extraction, extract
from apps.learning.judge_run import judge_run
from apps.llm.server import configured_server
from apps.tenants.isolation import tenant_context
from apps.trajectories.load_chains import load_chains
from apps.trajectories.models import Trajectory

if TYPE_CHECKING:
    import uuid

    from apps.tenants.models import Tenant

MOST_RUNS = 12  # of a session, those with the most calls: the rules read the rest


def read_session(tenant: Tenant, session_id: uuid.UUID) -> dict[uuid.UUID, Extraction]:
    """Ask about each run of a session once; empty without a model, and for runs it had no word on.

    Where a tenant wants it, the model judges the outcome of each run as well.
    """
    if not tenant.learning.enabled or configured_server(tenant) is None:
        return {}
    with tenant_context(tenant.pk):
        texts = _load(tenant, session_id)
    found = {}
    for text in texts:
        if tenant.learning.model.judge_outcome:
            judge_run(tenant, text)
        extraction = extract(text, tenant=tenant)
        if extraction is not None:
            found[text.trajectory_id] = extraction
    return found


def _load(tenant: Tenant, session_id: uuid.UUID) -> list[RunText]:
    rows = Trajectory.objects.for_tenant(tenant).filter(session=session_id).without_search()
    runs = list(rows.order_by("-tool_count", "started_at")[:MOST_RUNS])
    chains = load_chains(runs, most=tenant.learning.trajectory.max_tool_chain_length)
    return [
        RunText(
            run.pk,
            said=[run.intent],
            calls=chains.get(run.pk, []),
            reply=run.final_response,
            outcome=run.outcome,
            by_person=run.author == "person",
        )
        for run in runs
    ]
