"""Notices over HTTP: a member's own, or, with a key, those of the member who made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.tenants.api.serializers import NoticeSerializer
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from apps.tenants.models import Notice
from apps.tenants.notify_members import read_notice

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet


def own_notices(request: Request) -> TenantQuerySet[Notice]:
    """Give the notices of the member who asks."""
    principal = principal_of(request)
    member_id = principal.membership.pk if principal.membership else None
    if principal.key:
        member_id = principal.key.created_by_id
    return Notice.objects.for_tenant(principal.tenant).filter(recipient_id=member_id)


class NoticeListView(generics.ListAPIView[Notice]):
    """List one's notices, the latest first."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Notice.objects.none()
    serializer_class = NoticeSerializer

    def get_queryset(self) -> TenantQuerySet[Notice]:
        return own_notices(self.request)


class ReadNoticeView(APIView):
    """Note that a notice was read."""

    grants: ClassVar = {"POST": Grant.READ}

    @extend_schema(request=None, responses={200: NoticeSerializer})
    def post(self, request: Request, pk: Any) -> Response:
        notice = get_object_or_404(own_notices(request), pk=pk)
        return Response(NoticeSerializer(read_notice(notice)).data)
