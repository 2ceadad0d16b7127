"""Skills as agents pull them: the index, SKILL.md, and the folder as a zip, of either channel."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.views import APIView

from apps.errors import DomainError
from apps.evolution.api.readable import OF_OWNER, readable_skills
from apps.evolution.api.skill_serializers import CatalogueSerializer
from apps.evolution.api.views import cached_answer
from apps.evolution.domain.skill_archive import skill_zip
from apps.evolution.models import Channel
from apps.evolution.skill_files import files_of
from apps.evolution.write_catalogue import write_catalogue
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import JSONRenderer, OneFormat

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from apps.evolution.models import SkillVersion
    from apps.evolution.write_catalogue import Listed

DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
BY_CHANNEL = [OpenApiParameter("channel", str, enum=Channel.values, default=Channel.STABLE.value)]


def asked_channel(request: Request) -> str:
    """Read which channel a request is of; raises `unknown_channel`."""
    channel = request.query_params.get("channel") or Channel.STABLE.value
    if channel not in Channel.values:
        raise DomainError("unknown_channel", f"The channels are {' and '.join(Channel.values)}.")
    return channel


@method_decorator(gzip_page, name="dispatch")
class PulledView(APIView):
    """A route that gives what is kept by the client as long as it is the current one."""

    grants: ClassVar = {"GET": Grant.SKILLS}
    content_negotiation_class = OneFormat

    def text(self, name: str) -> SkillVersion:
        """Find what readers of the asked channel get under a name."""
        channel = asked_channel(self.request)
        rows = readable_skills(self.request).in_channel(channel)
        version = get_object_or_404(rows, name=name).on(channel)
        if version is None:
            raise Http404
        return version


class SkillFileView(PulledView):
    """A skill's SKILL.md, with an ETag."""

    @extend_schema(
        parameters=[*BY_CHANNEL, OF_OWNER], responses={(200, "text/markdown"): OpenApiTypes.STR}
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        version = self.text(name)
        answer = cached_answer(request, version.digest, "text/markdown; charset=utf-8")
        if answer.status_code == 200:
            answer.content = version.content.encode()
        return answer


class SkillZipView(PulledView):
    """A skill as a folder in a zip file, with an ETag."""

    @extend_schema(
        parameters=[*BY_CHANNEL, OF_OWNER],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        version = self.text(name)
        answer = cached_answer(request, version.digest, "application/zip", suffix="-zip")
        if answer.status_code == 200:
            answer.content = skill_zip(name, version.content, files_of(version))
            answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
        return answer


class SkillIndexView(PulledView):
    """The index of what a channel serves, where clients look for it, with an ETag."""

    @extend_schema(parameters=BY_CHANNEL, responses={200: CatalogueSerializer})
    def get(self, request: Request) -> HttpResponse:
        channel = asked_channel(request)
        listed = write_catalogue(principal_of(request).tenant, channel)
        skills = [_entry(request, one, channel) for one in listed]
        index = {"$schema": DISCOVERY_SCHEMA, "channel": channel, "skills": skills}
        body = JSONRenderer().render(index)
        answer = cached_answer(request, hashlib.sha256(body).hexdigest(), "application/json")
        if answer.status_code == 200:
            answer.content = body
        return answer


def _entry(request: Request, listed: Listed, channel: str) -> dict[str, Any]:
    """Tell what to download, what it is and the SHA-256 of it; a lone text needs no archive."""
    query = f"?channel={channel}" if channel != Channel.STABLE else ""
    path = request.build_absolute_uri(f"/api/v1/skills/{listed.name}")
    text, archive = f"{path}/SKILL.md{query}", f"{path}.zip{query}"
    return {
        "name": listed.name,
        "type": "archive" if listed.has_files else "skill-md",
        "description": listed.description,
        "version": listed.version,
        "channel": listed.channel,
        "url": archive if listed.has_files else text,
        "archive": archive,
        "digest": f"sha256:{listed.digest}",
    }
