"""Tools over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.evolution.api.tool_serializers import (
    ChangeToolSerializer,
    RegisterToolSerializer,
    ToolSerializer,
)
from apps.evolution.models import Tool
from apps.evolution.register_tool import change_tool, deactivate_tool, register_tool
from apps.tenants.authentication import acting_member, principal_of
from apps.tenants.grants import Grant
from config.api import read_body

if TYPE_CHECKING:
    from rest_framework.request import Request

    from apps.tenants.querysets import TenantQuerySet


def _tools(request: Request) -> TenantQuerySet[Tool]:
    return Tool.objects.for_tenant(principal_of(request).tenant).select_related("tenant")


def _refuse_private(request: Request, asked: dict[str, Any], tool: Tool | None = None) -> None:
    """Leave private addresses to administrators, whoever made the key."""
    opens = asked.get("may_be_private") or (tool is not None and tool.may_be_private)
    if opens and Grant.ADMIN not in principal_of(request).grants:
        said = "may_be_private: Only administrators let a tool reach private addresses."
        raise DomainError("permission_denied", said)


class ToolListView(generics.ListAPIView[Tool]):
    """List tools, the latest first; POST registers one."""

    grants: ClassVar = {"GET": Grant.READ, "POST": Grant.REVIEW}
    queryset = Tool.objects.none()
    serializer_class = ToolSerializer
    filterset_fields = ("is_active",)

    def get_queryset(self) -> TenantQuerySet[Tool]:
        return _tools(self.request)

    @extend_schema(request=RegisterToolSerializer, responses={201: ToolSerializer})
    def post(self, request: Request) -> Response:
        asked = read_body(RegisterToolSerializer, request)
        _refuse_private(request, asked)
        tool = register_tool(principal_of(request).tenant, by=acting_member(request), **asked)
        return Response(ToolSerializer(tool).data, status=201)


class ToolView(APIView):
    """One tool; PATCH changes it, DELETE deactivates it."""

    grants: ClassVar = {"GET": Grant.READ, "PATCH": Grant.REVIEW, "DELETE": Grant.REVIEW}

    @extend_schema(responses={200: ToolSerializer})
    def get(self, request: Request, name: str) -> Response:
        return Response(ToolSerializer(get_object_or_404(_tools(request), name=name)).data)

    @extend_schema(request=ChangeToolSerializer, responses={200: ToolSerializer})
    def patch(self, request: Request, name: str) -> Response:
        tool = get_object_or_404(_tools(request), name=name)
        asked = read_body(ChangeToolSerializer, request)
        _refuse_private(request, asked, tool)
        return Response(ToolSerializer(change_tool(tool, by=acting_member(request), **asked)).data)

    @extend_schema(responses={200: ToolSerializer})
    def delete(self, request: Request, name: str) -> Response:
        tool = get_object_or_404(_tools(request), name=name)
        return Response(ToolSerializer(deactivate_tool(tool, by=acting_member(request))).data)
