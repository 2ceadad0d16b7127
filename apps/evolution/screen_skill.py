"""Read a skill that people hand in, hide its secrets, and say what speaks against it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from pydantic import ValidationError

from apps.errors import DomainError, TooLarge
from apps.evolution.domain.imported_skill import ImportedSkill, read_imported
from apps.evolution.domain.quality_gate import GateFacts, find_clashes
from apps.evolution.domain.security_scan import Threat, scan
from apps.evolution.domain.skill_md import parse
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.version import FIRST_VERSION
from apps.evolution.gate_facts import find_neighbours, meaning_of
from apps.trajectories.domain.redaction import redact_secrets

if TYPE_CHECKING:
    from apps.evolution.domain.skill_md import SkillDocument
    from apps.evolution.domain.skill_package import SkillPackage
    from apps.tenants.models import Tenant

# No reason makes these safe: nobody can see the one, everybody would read the other.
NEVER_OVERRIDDEN = frozenset({"hidden_characters", "secret"})
# What is read before it is let in; fonts and pictures may be larger.
LARGEST_TEXTS = 1024 * 1024


@dataclass(slots=True)
class ScreenedSkill:
    """A package read: the skill, the files by path, what the scan found in both."""

    skill: ImportedSkill
    files: dict[str, bytes]
    threats: list[tuple[str, Threat]] = field(default_factory=list)

    @property
    def source_digest(self) -> str:
        """Tell what was handed in from anything else, whatever version it becomes."""
        files = [(path, sha256(content)) for path, content in sorted(self.files.items())]
        return sha256(json.dumps([self.skill.written(""), files]).encode())


def read_package(package: SkillPackage) -> ScreenedSkill:
    """Read the skill and the files beside it; raises `not_utf8` and what reading a file raises."""
    text, is_hidden = _without_secrets(_decoded(package.skill_md))
    skill = read_imported(text, folder=package.folder)
    if is_hidden:
        skill.note("secrets_hidden", "What looks like a key, token or password was hidden.")
    files: dict[str, bytes] = {}
    threats: list[tuple[str, Threat]] = []
    texts = [content for content in package.files.values() if _as_text(content) is not None]
    if sum(map(len, texts)) > LARGEST_TEXTS:
        raise TooLarge("too_large", "The texts beside SKILL.md are longer than 1 MiB together.")
    for path, content in package.files.items():
        files[path] = content
        if (written := _as_text(content)) is not None:
            safe, is_hidden = _without_secrets(written)
            threats += [(path, threat) for threat in scan(safe)]
            if is_hidden:
                files[path] = safe.encode()
                skill.note("secrets_hidden", f"'{path}': what looks like a key was hidden.")
    return ScreenedSkill(skill, files, threats)


def _decoded(content: bytes) -> str:
    text = _as_text(content)
    if text is None:
        raise DomainError("not_utf8", "SKILL.md must be a text in UTF-8.")
    return text


def _as_text(content: bytes) -> str | None:
    try:
        return None if b"\0" in content else content.decode()
    except UnicodeDecodeError:
        return None


def _without_secrets(text: str) -> tuple[str, bool]:
    """Hide secrets where there are some; a manual's `sk-xxx` alone is left as it is."""
    redacted = redact_secrets(text)
    if redacted == text:
        return text, False
    is_secret = any(one.kind == "secret" and one.severity == "fail" for one in scan(text))
    return (redacted, True) if is_secret else (text, False)


def require_harmless(reading: ScreenedSkill, override: str) -> None:
    """Refuse what breaks its readers, and what attacks them unless somebody answers for it."""
    text = reading.skill.written(FIRST_VERSION)
    if problems := validate(text, directory=reading.skill.name):
        raise DomainError("gate_failed", f"format: {problems[0].detail}")
    document = _parsed(text)
    found = scan(text, triggers=document.triggers, description=document.description)
    reading.threats[:0] = [("SKILL.md", threat) for threat in found]
    for path, threat in reading.threats:
        is_excused = override.strip() and threat.kind not in NEVER_OVERRIDDEN
        if threat.severity == "fail" and not is_excused:
            raise DomainError("gate_failed", f"security: {_sentence(path, threat)}")


def _parsed(text: str) -> SkillDocument:
    try:
        return parse(text)
    except ValidationError as error:
        detail = "format: Its title does not show, or is of a kind that no list can hold."
        raise DomainError("gate_failed", detail) from error


def objections_to(reading: ScreenedSkill) -> list[str]:
    """List what the scan forbids."""
    return [_sentence(*one) for one in reading.threats if one[1].severity == "fail"]


def _sentence(path: str, threat: Threat) -> str:
    excerpt = f" “{threat.excerpt}”" if threat.excerpt else ""
    return f"{path}: {threat.detail}{excerpt}"


def doubts_about(tenant: Tenant, reading: ScreenedSkill) -> list[str]:
    """Say what does not stop the import and should be known: doubts, twins, shared triggers."""
    document = parse(reading.skill.written(FIRST_VERSION))
    facts = GateFacts(
        confidence=Decimal(1),
        neighbours=find_neighbours(tenant, meaning_of(document.title, document.description)),
        improves={document.name},
    )
    told = [clash.detail for clash in find_clashes(document, facts)]
    return [*told, *(_sentence(path, threat) for path, threat in reading.threats)]


def sha256(content: bytes) -> str:
    """Give the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
