"""Take erased words out of what webhooks were sent, and call what was renamed by its new name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.evolution.models import Proposal
from apps.trajectories.domain.erased import ERASED_NAME
from apps.webhooks.models import WebhookDelivery

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed


def forget_deliveries(
    doomed: Doomed,
    derived: Derived,
    words: SharedWords,
    receipt: Receipt,
    *,
    names: Mapping[str, str],
) -> None:
    """Rewrite the deliveries that hold the words or a former name; to be called after skills."""
    proposals = Proposal.objects.for_tenant(doomed.tenant).filter(pk__in=derived.proposals)
    called = {str(pk): ERASED_NAME for pk in derived.proposals}
    called |= {str(pk): name for pk, name in proposals.values_list("pk", "name")}
    rows = WebhookDelivery.objects.for_tenant(doomed.tenant)
    for row in rows.order_by("pk").iterator(200):
        payload = words.without(_renamed(row.payload, names))
        if "name" in payload:
            payload["name"] = called.get(str(payload.get("id")), payload["name"])
        key = str(row.pk) if words.occur_in(row.key) else row.key
        rewritten = (payload, key, words.without(row.detail))
        if rewritten != (row.payload, row.key, row.detail):
            row.payload, row.key, row.detail = rewritten
            row.save(update_fields=["payload", "key", "detail"])
            receipt.counts["deliveries_rewritten"] += 1


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Copy a JSON value with new names for old ones, at the end of paths as well."""
    if isinstance(value, str):
        before, slash, last = value.rpartition("/")
        return before + slash + names.get(last, last)
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return value
