"""Experiences over HTTP: a list, a ranked answer to a question, and one more by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import Prefetch, prefetch_related_objects
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.response import Response

from apps.experiences.api.serializers import (
    ExperienceSerializer,
    NewExperienceSerializer,
    RankedExperienceSerializer,
)
from apps.experiences.models import Experience
from apps.experiences.recall import search_experiences
from apps.experiences.similar_record import with_records
from apps.experiences.write_experience import write_experience
from apps.llm.embedding import embedder
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.experiences.querysets import ExperienceQuerySet

MOST_RANKED = 20
SHOWN_BESIDE = (
    Prefetch("evidence", to_attr="quotes"),
    Prefetch("alternatives", to_attr="other_ways"),
)

RANKED = RankedExperienceSerializer()  # its fields are built once, not for every question


class ExperienceListView(generics.ListAPIView[Experience]):
    """List experiences, newest first; `?q=` ranks them for a question; POST writes one."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.REVIEW}
    queryset = Experience.objects.none()
    serializer_class = ExperienceSerializer
    filterset_fields = ("status", "language", "request_type", "outcome")

    def get_queryset(self) -> ExperienceQuerySet[Experience]:
        rows = Experience.objects.for_tenant(principal_of(self.request).tenant).without_vectors()
        return rows.prefetch_related(*SHOWN_BESIDE)

    def paginate_queryset(self, queryset: Any) -> Any:
        return with_records(list(super().paginate_queryset(queryset) or []))

    @extend_schema(parameters=[OpenApiParameter("q", str, description="a question")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        question = request.query_params.get("q", "")
        if not question:
            return self.list(request, *args, **kwargs)
        found = search_experiences(
            principal_of(request).tenant,
            question,
            embedder().embed([question])[0].tolist(),
            embedder_id=embedder().id,
            most=MOST_RANKED,
        )
        with_records([one.experience for one in found])
        ranked = [RANKED.to_representation(one) for one in found]
        return Response({"next": None, "previous": None, "results": ranked})

    @extend_schema(request=NewExperienceSerializer, responses={201: ExperienceSerializer})
    def post(self, request: Request) -> Response:
        body = NewExperienceSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        asking = principal_of(request)
        made = write_experience(
            asking.tenant, body.validated_data, by=asking.name, member=asking.membership
        )
        prefetch_related_objects([made], *SHOWN_BESIDE)
        return Response(ExperienceSerializer(made).data, status=status.HTTP_201_CREATED)


class ExperienceView(generics.RetrieveAPIView[Experience]):
    """One experience."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Experience.objects.none()
    serializer_class = ExperienceSerializer

    def get_queryset(self) -> ExperienceQuerySet[Experience]:
        rows = Experience.objects.for_tenant(principal_of(self.request).tenant).without_vectors()
        return rows.prefetch_related(*SHOWN_BESIDE)

    def get_object(self) -> Experience:
        return with_records([super().get_object()])[0]
