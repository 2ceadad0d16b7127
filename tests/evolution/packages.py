"""Builders of skills as people hand them in."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from apps.evolution.domain.skill_package import package_files
from apps.evolution.import_skill import import_skill

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.evolution.domain.skill_package import SkillPackage
    from apps.evolution.import_skill import Imported
    from apps.evolution.models import Skill
    from tests.cast import Team

BODY = "\n# Weigh a pallet\n\nUse the floor scale.\r\n\r\n1. Tare it.\n2. Read it twice.   \n\n\n"
HEAD = "---\nname: weigh-pallet\ndescription: Weighs a pallet. Use it before loading.\n---\n"


def skill_file(body: str = BODY, **fields: str) -> str:
    """A SKILL.md as somebody writes it: fields verbatim, one a line."""
    named = {"name": "weigh-pallet", "description": "Weighs a pallet. Use it before loading."}
    lines = "".join(f"{key}: {value}\n" for key, value in {**named, **fields}.items() if value)
    return f"---\n{lines}---\n{body}"


def package(
    text: str | None = None, files: Mapping[str, bytes] | None = None, folder: str = "pallets"
) -> SkillPackage:
    """A skill's folder."""
    written = skill_file() if text is None else text
    return package_files(folder, {"SKILL.md": written.encode(), **(files or {})})


def packed(files: Mapping[str, bytes]) -> bytes:
    """Files in a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return out.getvalue()


def hand_in(team: Team, text: str | None = None, **files: bytes) -> Imported:
    """Import a skill; files are named by their path with `__` for a slash."""
    beside = {path.replace("__", "/") + ".md": content for path, content in files.items()}
    return import_skill(team.tenant, package(text, beside), by="owner@clinic.example")


def handed_in(team: Team, text: str | None = None) -> Skill:
    """The skill that an import made."""
    return hand_in(team, text).skill
