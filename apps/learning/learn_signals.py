"""Read from a session what was served to it was worth: signals on skills and experiences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.models import Serving
from apps.feedback.domain.served import ServedItem
from apps.feedback.record_signals import record_signals, signals_of_servings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant


def learn_signals(tenant: Tenant, session_ids: Sequence[str]) -> int:
    """Record the signals on all that these sessions were given; answers how many there are.

    Repeating it changes nothing, save where a run has another score by now.
    """
    rows = Serving.objects.for_tenant(tenant).filter(session_id__in=session_ids, withheld=False)
    served = [_as_item(row) for row in rows.select_related("skill").order_by("served_at", "pk")]
    if not served:
        return 0
    return record_signals(tenant, signals_of_servings(tenant, served, unserved={}))


def _as_item(row: Serving) -> ServedItem:
    skill = row.skill
    if skill is None:
        assert row.experience_id is not None  # noqa: S101 - the database holds it
        return ServedItem("experience", row.experience_id, row.session_id, row.served_at)
    return ServedItem(
        "skill",
        skill.pk,
        row.session_id,
        row.served_at,
        name=skill.name,
        tools=tuple(skill.tools),
    )
