"""Find the proposal that a draft repeats: a pattern is put before a reviewer once."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.domain.quality_gate import ALIKE_MEANING, ALIKE_TOOLS
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import Proposal, ProposalEvidence
from apps.llm.embedding import embedder
from apps.trajectories.domain.tool_chain import jaccard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.synthesis import SkillDraft
    from apps.evolution.querysets import ProposalQuerySet
    from apps.tenants.models import Tenant

COMPARED = 200


def find_known(tenant: Tenant, draft: SkillDraft, run_ids: Sequence[str]) -> Proposal | None:
    """Find what waits or was rejected for the same pattern: by name, by runs, or by meaning.

    What was approved is a skill by now, and is found among the skills.
    """
    rows = Proposal.objects.for_tenant(tenant).exclude(status="approved")
    same = rows.filter(pattern_key=pattern_key(draft)).first()
    return same or _of_the_same_runs(tenant, rows, run_ids) or _alike(rows, draft)


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


def _alike(rows: ProposalQuerySet[Proposal], draft: SkillDraft) -> Proposal | None:
    """Find the proposal that means the same with the same tools, in whatever words."""
    latest = list(rows.order_by("-created_at")[:COMPARED])
    with_tools = [one for one in latest if _tools_alike(one, draft)]
    if not with_tools:
        return None
    vectors = embedder().embed([draft.document.title, *(one.title for one in with_tools)])
    closeness = vectors[1:] @ vectors[0]
    best = int(closeness.argmax())
    return with_tools[best] if closeness[best] >= float(ALIKE_MEANING) else None


def _tools_alike(proposal: Proposal, draft: SkillDraft) -> bool:
    try:
        tools = parse(proposal.content).tools
    except DomainError:  # a reviewer left it unreadable half-way through an edit
        return False
    return jaccard(tools, draft.tools) >= ALIKE_TOOLS
