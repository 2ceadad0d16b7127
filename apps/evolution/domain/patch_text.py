"""Carries a patch into the text of a skill file, letter by letter where somebody else wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.evolution.domain.front_matter import (
    Quoted,
    read_leniently,
    split_front_matter,
    write_front_matter,
)
from apps.evolution.domain.imported_skill import body_of
from apps.evolution.domain.improvement import patch_document
from apps.evolution.domain.sections import replace_section
from apps.evolution.domain.skill_md import LIST_KEYS, VERSION_KEY, parse, render

if TYPE_CHECKING:
    from apps.evolution.domain.improvement import Patch
    from apps.evolution.domain.skill_md import SkillDocument


def patch_text(text: str, patch: Patch, *, version: str) -> str:
    """Write the patched text under a version; the same text where the patch changes nothing."""
    document = parse(text)
    patched = patch_document(document, patch, version=version)
    if patched == document:
        return text
    return render(patched) if render(document) == text else _spliced(text, document, patched)


def with_version(text: str, version: str) -> str:
    """Write a text under another version and leave all else as it is."""
    document = parse(text)
    numbered = document.model_copy(update={"version": version})
    return render(numbered) if render(document) == text else _spliced(text, document, numbered)


def _spliced(text: str, before: SkillDocument, after: SkillDocument) -> str:
    """Change what differs between two documents in the text of the first."""
    body = body_of(text)
    for part in after.sections:
        if part not in before.sections:
            body = replace_section(body, part.heading, part.text)
    return _front_matter(text, before, after) + body


def _front_matter(text: str, before: SkillDocument, after: SkillDocument) -> str:
    fields: dict[str, Any] = read_leniently(split_front_matter(text)[0])
    given = fields.get("metadata")
    metadata = dict(given) if isinstance(given, dict) else {}
    metadata[VERSION_KEY] = after.version
    for name, key in LIST_KEYS.items():
        if getattr(before, name) != getattr(after, name):
            metadata[key] = "; ".join(getattr(after, name))
    fields["metadata"] = {key: Quoted(value) for key, value in metadata.items()}
    return write_front_matter(fields)
