"""What is known of people over HTTP: memories to look over and remove, a profile to correct."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.profiles.api.filters import MemoryFilter
from apps.profiles.api.own_rows import own_only, person_of
from apps.profiles.api.serializers import (
    MemorySerializer,
    ProfileChangeSerializer,
    ProfileSerializer,
    RankedMemorySerializer,
    field_shapes,
)
from apps.profiles.correct_profile import WrongFields, change_profile
from apps.profiles.forget_memory import forget_memory
from apps.profiles.models import Memory
from apps.profiles.read_profile import find_profile, known_fields
from apps.profiles.recall_memories import rank_memories
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rest_framework.request import Request

    from apps.profiles.querysets import MemoryQuerySet
    from apps.tenants.models import EndUser, Tenant

MOST_RANKED = 20


# Where the open problems of a person come from, by their titles.
type ProblemSource = Callable[[Tenant, EndUser], Sequence[str]]


class VectorSource(Protocol):
    """Where the vector of a question comes from; `id` names the source."""

    id: str

    def embed(self, texts: Sequence[str]) -> Any:
        """Answer a vector for each text."""
        ...


class MemoryListView(generics.ListAPIView[Memory]):
    """List memories, newest first; with `?q=` those of one person that fit it best."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Memory.objects.none()
    serializer_class = MemorySerializer
    filterset_class = MemoryFilter
    vectors: Callable[[], VectorSource] | None = None  # given where the routes are put together

    def get_queryset(self) -> MemoryQuerySet[Memory]:
        asking = principal_of(self.request)
        rows = Memory.objects.for_tenant(asking.tenant).kept().without_vectors()
        rows = rows.select_related("end_user", "agent").prefetch_related("evidence")
        return own_only(asking, rows)  # type: ignore[no-any-return]  # the rows it was given

    @extend_schema(parameters=[OpenApiParameter("q", str, description="needs `user_id`")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        question = request.query_params.get("q", "").strip()
        if not question or self.vectors is None:
            return self.list(request, *args, **kwargs)
        asking, source = principal_of(request), self.vectors()
        user_id = request.query_params.get("user_id")
        if not user_id:
            raise DomainError("user_id_needed", "user_id: Say whose memories to search.")
        found = rank_memories(
            asking.tenant,
            person_of(asking, user_id),
            question,
            source.embed([question])[0].tolist(),
            embedder_id=source.id,
            most=MOST_RANKED,
        )
        ranked = RankedMemorySerializer(found, many=True).data
        return Response({"next": None, "previous": None, "results": ranked})


class MemoryView(APIView):
    """One memory, to remove."""

    grants: ClassVar = {"DELETE": Grant.FEEDBACK}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: Any) -> Response:
        asking = principal_of(request)
        rows = own_only(asking, Memory.objects.for_tenant(asking.tenant).kept())
        memory = get_object_or_404(rows.select_related("tenant", "end_user"), pk=pk)
        forget_memory(memory, by=asking.name, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class ProfileView(APIView):
    """What is known of one person, each value with its why; PATCH corrects, forgets, switches."""

    grants: ClassVar = {"GET": Grant.READ, "PATCH": Grant.FEEDBACK}
    pain_points: ProblemSource | None = None  # likewise

    @extend_schema(responses=ProfileSerializer)
    def get(self, request: Request, user_id: str) -> Response:
        asking = principal_of(request)
        return Response(self._shape(person_of(asking, user_id), asking.tenant))

    @extend_schema(request=ProfileChangeSerializer, responses=ProfileSerializer)
    def patch(self, request: Request, user_id: str) -> Response:
        asking = principal_of(request)
        person = person_of(asking, user_id)
        body = ProfileChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            change_profile(
                asking.tenant,
                person,
                fields=body.validated_data.get("fields", {}),
                learning_enabled=body.validated_data.get("learning_enabled"),
                by=asking.name,
                now=timezone.now(),
            )
        except WrongFields as error:
            wrong = {name: [problem] for name, problem in error.fields.items()}
            raise ValidationError({"fields": wrong}) from error
        return Response(self._shape(person, asking.tenant))

    def _shape(self, person: EndUser, tenant: Tenant) -> dict[str, Any]:
        profile = find_profile(tenant, person)
        problems = self.pain_points(tenant, person) if self.pain_points else ()
        known = known_fields(profile, now=timezone.now()) if profile else {}
        return {
            "user_id": person.external_id,
            "learning_enabled": profile.learning_enabled if profile else True,
            "fields": field_shapes(known, problems),
        }
