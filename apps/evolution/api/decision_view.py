"""What the routes of one proposal's review have in common: the proposal, and who decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.evolution.models import Proposal
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.serializers import Serializer

    from apps.tenants.models import Membership


def reviewer_of(request: Request) -> Membership:
    """Give the member who decides: a logged-in one, or the one who made the key."""
    principal = principal_of(request)
    member = principal.membership or (principal.key.created_by if principal.key else None)
    if member is None:
        raise DomainError("no_reviewer", "The member who made this key has left.")
    return member


def read_body(kind: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Give the checked values of a body; one that is left out counts as empty."""
    body = kind(data=request.data or {})
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


class DecisionView(APIView):
    """A route that does something with one proposal of the tenant."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    def proposal(self) -> Proposal:
        rows = Proposal.objects.for_tenant(principal_of(self.request).tenant).with_context()
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def reviewer(self) -> Membership:
        return reviewer_of(self.request)
