"""Reflections over HTTP: as JSON, and one as Markdown to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response

from apps.learning.api.serializers import ReflectionSerializer
from apps.learning.domain.report_markdown import reflection_markdown
from apps.learning.models import Reflection
from apps.learning.reflect import reflect
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import JSONRenderer, KeysetPagination

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet


class ReflectionListView(generics.ListAPIView[Reflection]):
    """List reflections, newest first; POST writes one now."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.REVIEW}
    queryset = Reflection.objects.none()
    serializer_class = ReflectionSerializer
    pagination_class = KeysetPagination

    def get_queryset(self) -> TenantQuerySet[Reflection]:
        return Reflection.objects.for_tenant(principal_of(self.request).tenant)

    @extend_schema(request=None, responses={201: ReflectionSerializer})
    def post(self, request: Request) -> Response:
        written = reflect(principal_of(request).tenant, now=timezone.now(), trigger="manual")
        return Response(ReflectionSerializer(written).data, status=status.HTTP_201_CREATED)


class MarkdownRenderer(BaseRenderer):
    """A text as it is; of a refusal, its sentence."""

    media_type = "text/markdown"
    format = "md"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        text = data if isinstance(data, str) else f"{data['detail']}\n"
        return text.encode()


class ReflectionView(generics.RetrieveAPIView[Reflection]):
    """One reflection, as JSON; as Markdown for `?format=md` or `Accept: text/markdown`.

    The Markdown is Chinese where the client prefers that (`Accept-Language`), else English.
    """

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Reflection.objects.none()
    serializer_class = ReflectionSerializer
    renderer_classes = (JSONRenderer, MarkdownRenderer)

    def get_queryset(self) -> TenantQuerySet[Reflection]:
        return Reflection.objects.for_tenant(principal_of(self.request).tenant)

    @extend_schema(
        responses={
            (200, "application/json"): ReflectionSerializer,
            (200, "text/markdown"): OpenApiTypes.STR,
        }
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        if request.accepted_renderer.format != MarkdownRenderer.format:
            return super().get(request, *args, **kwargs)
        row = self.get_object()
        language = "zh" if (get_language() or "").startswith("zh") else "en"
        return Response(reflection_markdown(row.report, language, since=row.since, until=row.until))
