"""Find the proposal that a draft repeats: a pattern is put before a reviewer once."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.evolution.domain.case_names import without_names
from apps.evolution.domain.quality_gate import is_twin
from apps.evolution.domain.tool_kind import change_the_same, changing_tools
from apps.evolution.gate_facts import find_waiting, meaning_of, read_draft
from apps.evolution.models import Kind, Proposal, ProposalEvidence
from apps.llm.embedding import embedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.synthesis import SkillDraft
    from apps.evolution.querysets import ProposalQuerySet
    from apps.tenants.models import Tenant

COMPARED = 200
SAME_REQUESTS = 0.70


def find_known(tenant: Tenant, draft: SkillDraft, run_ids: Sequence[str]) -> Proposal | None:
    """Find what waits or was rejected for the same pattern: by name, by runs, or by meaning.

    What was approved is a skill by now, and is found among the skills.
    """
    rows = Proposal.objects.for_tenant(tenant).exclude(status="approved")
    same = rows.filter(pattern_key=pattern_key(draft)).first()
    if found := same or _of_the_same_runs(tenant, rows, run_ids):
        return found
    latest = list(rows.filter(kind=Kind.SKILL).order_by("-created_at")[:COMPARED])
    return _alike(latest, draft) or _of_one_kind(latest, draft)


def pattern_key(draft: SkillDraft) -> str:
    """Name a pattern by its title and tools."""
    text = f"{draft.document.title}|{','.join(sorted(draft.tools))}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _of_the_same_runs(
    tenant: Tenant, rows: ProposalQuerySet[Proposal], run_ids: Sequence[str]
) -> Proposal | None:
    """Find the proposal that rests on half of these runs or more."""
    used = ProposalEvidence.objects.for_tenant(tenant).filter(trajectory_id__in=run_ids)
    counts = Counter(used.values_list("proposal_id", flat=True))
    enough = [pk for pk, count in counts.items() if count * 2 >= len(run_ids)]
    return rows.filter(pk__in=enough).first()


def _alike(latest: Sequence[Proposal], draft: SkillDraft) -> Proposal | None:
    """Find the proposal that is nearly the same, in whatever words, by the measure of the gate."""
    vector = meaning_of(draft.document.title, draft.document.description)
    twins = [near for near in find_waiting(latest, vector) if is_twin(draft.tools, near)]
    best = max(twins, key=lambda near: near.similarity, default=None)
    return next((one for one in latest if best and one.name == best.name), None)


def _of_one_kind(latest: Sequence[Proposal], draft: SkillDraft) -> Proposal | None:
    """Find the proposal that changes the same and is asked for in words that mean the same.

    Each is asked for in several ways: their mean tells more than any one of them.
    """
    changes = changing_tools(draft.tools)
    near: list[tuple[float, Proposal]] = []
    for proposal in latest:
        document = read_draft(proposal.content)
        if document and change_the_same(changes, changing_tools(document.tools)):
            closeness = float(_mean_of(document.triggers) @ _mean_of(draft.triggers))
            near.append((closeness, proposal))
    best = max(near, key=lambda one: one[0], default=None)
    return best[1] if best and best[0] >= SAME_REQUESTS else None


def _mean_of(triggers: Sequence[str]) -> Any:
    mean = embedder().embed([without_names(trigger) for trigger in triggers] or [" "]).mean(axis=0)
    return mean / max(float(np.linalg.norm(mean)), 1e-9)
