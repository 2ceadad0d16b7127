"""Erase a session: all that was said and done in it, and everything derived from it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from apps.errors import NotFound
from apps.learning.erase_doomed import erase_until_done
from apps.learning.find_doomed import doom_session
from apps.trajectories.models import Session

if TYPE_CHECKING:
    from apps.learning.domain.erasure import Receipt
    from apps.tenants.models import Tenant


def erase_session(tenant: Tenant, session_id: str, *, by: str) -> Receipt:
    """Erase a session, by the agent's id, with those of its sub-agents; raises `not_found`.

    Later events of them are refused.
    """
    rows = Session.objects.for_tenant(tenant).select_related("tenant")
    session = rows.filter(external_id=session_id).first()
    if session is None:
        raise NotFound("session")
    return erase_until_done(partial(doom_session, session), by=by)
