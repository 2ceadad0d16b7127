"""Keep what contradicts an experience beside it: the same problem, solved in another way.

A newer statement does not erase a confirmed one, nor does it pass for more evidence of it. Both are
kept, and shown together.
"""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.experiences.models import Experience, ExperienceAlternative
from apps.trajectories.domain.tool_chain import fingerprint, overlaps

if TYPE_CHECKING:
    from apps.experiences.domain.extract import ExperienceDraft
    from apps.trajectories.models import Trajectory

SAME_WAY = Decimal("0.50")
MOST_ALTERNATIVES = 5


def contradicts(known: Experience, draft: ExperienceDraft) -> bool:
    """Tell whether a draft solves the problem of an experience with mostly other tools."""
    if not known.tools or not draft.tools:
        return False
    return not overlaps(known.tools, draft.tools, SAME_WAY)


def keep_alternative(known: Experience, trajectory: Trajectory, draft: ExperienceDraft) -> None:
    """Keep a draft as another way, once for each set of tools, at most five."""
    mine = ExperienceAlternative.objects.for_tenant(trajectory.tenant).filter(experience=known)
    if mine.count() >= MOST_ALTERNATIVES:
        return
    digest = hashlib.blake2b(fingerprint(draft.tools).encode(), digest_size=16).hexdigest()
    quote = next(quote.text for quote in draft.quotes if quote.text.strip())
    ExperienceAlternative.objects.get_or_create(
        tenant=trajectory.tenant,
        experience=known,
        tools_digest=digest,
        defaults={
            "trajectory_id": trajectory.pk,
            "end_user_id": trajectory.end_user_id,
            "solution_steps": draft.solution_steps,
            "tools": draft.tools,
            "confidence": draft.confidence,
            "quote": quote[:500],
        },
    )
