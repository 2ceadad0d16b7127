"""Take erased words out of what webhooks were sent, and call what was renamed by its new name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.evolution.models import Proposal
from apps.learning.domain.json_texts import change_texts
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
        payload = words.without(change_texts(row.payload, lambda text: _rename(text, names)))
        if "name" in payload:
            payload["name"] = called.get(str(payload.get("id")), payload["name"])
        key = str(row.pk) if words.occur_in(row.key) else row.key
        rewritten = (payload, key, words.without(row.detail))
        if rewritten != (row.payload, row.key, row.detail):
            row.payload, row.key, row.detail = rewritten
            row.save(update_fields=["payload", "key", "detail"])
            receipt.counts["deliveries_rewritten"] += 1


def _rename(text: str, names: Mapping[str, str]) -> str:
    """Put a new name in the place of an old one, at the end of a path as well."""
    before, slash, last = text.rpartition("/")
    return before + slash + names.get(last, last)
