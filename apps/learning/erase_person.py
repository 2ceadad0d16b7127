"""Erase a person: all they said, all that was done for them, and everything derived from it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from apps.errors import NotFound
from apps.learning.erase_doomed import erase_until_done
from apps.learning.find_doomed import doom_person
from apps.tenants.models import EndUser

if TYPE_CHECKING:
    from apps.learning.domain.erasure import Receipt
    from apps.tenants.models import Tenant


def erase_person(tenant: Tenant, external_id: str, *, by: str) -> Receipt:
    """Erase a person for good, in one transaction; raises `not_found` for one who is unknown.

    What others said stays, also in the same sessions. Later events of the erased sessions are
    refused, and so are events of the person from before this moment.
    """
    people = EndUser.objects.for_tenant(tenant).select_related("tenant", "membership")
    person = people.filter(external_id=external_id).first()
    if person is None:
        raise NotFound("person")
    return erase_until_done(partial(doom_person, person), by=by)
