"""What the routes of one proposal's review have in common: the proposal, and who decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework.views import APIView

from apps.evolution.models import Proposal
from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from apps.tenants.models import Membership


class DecisionView(APIView):
    """A route that does something with one proposal of the tenant."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    def proposal(self) -> Proposal:
        rows = Proposal.objects.for_tenant(principal_of(self.request).tenant).with_context()
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def reviewer(self) -> Membership:
        return acting_member(self.request)
