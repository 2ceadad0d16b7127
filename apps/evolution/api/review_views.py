"""Review over HTTP beside approve, edit and reject: claims, comments, ways back, many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.evolution.api.decision_view import DecisionView
from apps.evolution.api.review_serializers import (
    BulkAnswerSerializer,
    BulkSerializer,
    ClaimSerializer,
    CommentSerializer,
    CommentTextSerializer,
    GateSerializer,
    OptionalReasonSerializer,
    WishSerializer,
)
from apps.evolution.api.serializers import EditSerializer, ProposalSerializer, ReasonSerializer
from apps.evolution.claim_proposal import claim_proposal, release_proposal
from apps.evolution.comment_on_proposal import comment_on_proposal
from apps.evolution.decide_many import decide_many
from apps.evolution.gate_facts import judge_text
from apps.evolution.models import Proposal, ProposalComment
from apps.evolution.quarantine_proposal import quarantine_proposal, reopen_proposal
from apps.evolution.revise_proposal import revise_proposal
from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant
from config.api import read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet


class ClaimView(DecisionView):
    """Take a proposal for four hours, so that the other reviewers see it."""

    @extend_schema(request=ClaimSerializer, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        proposal, asked = self.proposal(), read_body(ClaimSerializer, request)
        claimed = claim_proposal(proposal, by=self.reviewer(), **asked)
        return Response(ProposalSerializer(claimed).data)


class ReleaseView(DecisionView):
    """Let go of a proposal that one has taken."""

    @extend_schema(request=None, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        released = release_proposal(self.proposal(), by=self.reviewer())
        return Response(ProposalSerializer(released).data)


class ReviseView(DecisionView):
    """Send a waiting proposal back with a wish; the engine answers it within minutes."""

    @extend_schema(request=WishSerializer, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        proposal, asked = self.proposal(), read_body(WishSerializer, request)
        revised = revise_proposal(proposal, by=self.reviewer(), **asked)
        return Response(ProposalSerializer(revised).data)


class QuarantineView(DecisionView):
    """Set a proposal aside with a reason."""

    @extend_schema(request=ReasonSerializer, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        proposal, asked = self.proposal(), read_body(ReasonSerializer, request)
        aside = quarantine_proposal(proposal, by=self.reviewer(), **asked)
        return Response(ProposalSerializer(aside).data)


class ReopenView(DecisionView):
    """Let what was rejected, set aside or sent back wait again; the gate runs anew."""

    @extend_schema(request=OptionalReasonSerializer, responses={200: ProposalSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        proposal, asked = self.proposal(), read_body(OptionalReasonSerializer, request)
        reopened = reopen_proposal(proposal, by=self.reviewer(), **asked)
        return Response(ProposalSerializer(reopened).data)


class JudgeView(DecisionView):
    """Run the gate over a text for a proposal without saving it."""

    @extend_schema(request=EditSerializer, responses={200: GateSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        proposal, asked = self.proposal(), read_body(EditSerializer, request)
        return Response({"gate": judge_text(proposal, asked["content"])})


class CommentListView(generics.ListAPIView[ProposalComment]):
    """List what was said of a proposal, newest first, or add a comment."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.REVIEW}
    queryset = ProposalComment.objects.none()
    serializer_class = CommentSerializer

    def proposal(self) -> Proposal:
        rows = Proposal.objects.for_tenant(principal_of(self.request).tenant)
        return get_object_or_404(rows.defer("content"), pk=self.kwargs["pk"])

    def get_queryset(self) -> TenantQuerySet[ProposalComment]:
        proposal = self.proposal()
        return ProposalComment.objects.for_tenant(proposal.tenant).filter(proposal=proposal)

    @extend_schema(request=CommentTextSerializer, responses={201: CommentSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        proposal, asked = self.proposal(), read_body(CommentTextSerializer, request)
        comment = comment_on_proposal(proposal, by=acting_member(request), **asked)
        return Response(CommentSerializer(comment).data, status=201)


class BulkView(APIView):
    """Decide many proposals of low risk; answers 207 when some were left as they are."""

    grants: ClassVar = {"POST": Grant.REVIEW}

    @extend_schema(
        request=BulkSerializer, responses={200: BulkAnswerSerializer, 207: BulkAnswerSerializer}
    )
    def post(self, request: Request) -> Response:
        asked = read_body(BulkSerializer, request)
        decided = decide_many(
            asked["ids"], asked["action"], by=acting_member(request), reason=asked["reason"]
        )
        answer = BulkAnswerSerializer({"results": decided}).data
        return Response(answer, status=200 if all(one.done for one in decided) else 207)
