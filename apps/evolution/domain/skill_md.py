"""A skill as an Agent Skills document: what evolution drafts, reviews, versions and serves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from apps.errors import DomainError
from apps.evolution.domain.front_matter import (
    Quoted,
    read_leniently,
    split_front_matter,
    write_front_matter,
)
from apps.evolution.domain.quoting import escape, one_line, unescape, without_tags
from apps.evolution.domain.sections import Section, join_sections, section_text, split_sections
from apps.evolution.domain.skill_name import is_skill_name, slug
from apps.evolution.domain.version import FIRST_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_TITLE = 120
LONGEST_DESCRIPTION = 1024
VERSION_KEY = "journeyman-version"
LIST_KEYS = {
    "triggers": "journeyman-triggers",
    "tools": "journeyman-tools",
    "inputs": "journeyman-inputs",
}
PLAIN_KEYS = {
    "license": "license",
    "compatibility": "compatibility",
    "allowed_tools": "allowed-tools",
}

_SEPARATOR = "; "
_METADATA_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_TITLE = re.compile(r"#[ \t]+(\S.*)")
_OWN_KEYS = frozenset({VERSION_KEY, *LIST_KEYS.values()})


def _value(text: str, limit: int) -> str:
    """Give what may stand in the front matter: one line, without the mark that ends the block."""
    return re.sub(r"-{3,}", "–", one_line(text, limit))


def _items(texts: tuple[str, ...]) -> tuple[str, ...]:
    lines = (_value(text, 200).replace(";", ",") for text in texts)
    return tuple(dict.fromkeys(line for line in lines if line))


def _metadata(pairs: dict[str, str]) -> dict[str, str]:
    return {
        key: _value(text, 500)
        for key, text in pairs.items()
        if _METADATA_KEY.fullmatch(key) and "---" not in key and key not in _OWN_KEYS
    }


def _name(name: str) -> str:
    if not is_skill_name(name):
        raise ValueError("a skill's name holds 1–64 of a-z, 0-9 and single hyphens")
    return name


def _cut(limit: int) -> AfterValidator:
    return AfterValidator(lambda text: _value(text, limit))


Items = Annotated[tuple[str, ...], AfterValidator(_items)]


class SkillDocument(BaseModel):
    """One SKILL.md. Every field is put into the form in which a file can hold it.

    Lines are squeezed and cut, and a section cannot open another one; a bad name is refused.
    """

    model_config = ConfigDict(frozen=True)

    name: Annotated[str, AfterValidator(_name)]
    title: Annotated[
        str, AfterValidator(lambda text: one_line(text, LONGEST_TITLE)), Field(min_length=1)
    ]
    description: Annotated[
        str,
        _cut(LONGEST_DESCRIPTION),
        AfterValidator(without_tags),  # of what is visible: a hidden sign may part a tag
        Field(min_length=1),
    ]
    lead: Annotated[str, AfterValidator(section_text)] = ""
    sections: tuple[Section, ...] = ()
    triggers: Items = ()
    tools: Items = ()
    inputs: Items = ()
    version: Annotated[str, _cut(40), Field(min_length=1)] = FIRST_VERSION
    license: Annotated[str, _cut(500)] = ""
    compatibility: Annotated[str, _cut(500)] = ""
    allowed_tools: Annotated[str, _cut(1000)] = ""
    metadata: Annotated[dict[str, str], AfterValidator(_metadata)] = {}

    def section(self, heading: str) -> str:
        """Give the text below a heading, empty if there is none."""
        texts = (part.text for part in self.sections if part.heading == heading)
        return next(texts, "")

    def with_section(self, heading: str, text: str) -> Self:
        """Copy the document with one section's text replaced, or the section added at the end."""
        new = Section(heading=heading, text=text)
        parts = [new if part.heading == new.heading else part for part in self.sections]
        if new not in parts:
            parts.append(new)
        return self.model_copy(update={"sections": tuple(parts)})


def render(document: SkillDocument) -> str:
    """Write the document as a file that every Agent Skills reader accepts."""
    fields: dict[str, str | Mapping[str, str]] = {
        "name": document.name,
        "description": document.description,
    }
    for attribute, key in PLAIN_KEYS.items():
        if text := getattr(document, attribute):
            fields[key] = text
    lists = {key: _SEPARATOR.join(getattr(document, name)) for name, key in LIST_KEYS.items()}
    metadata = {**document.metadata, VERSION_KEY: document.version}
    metadata.update({key: text for key, text in lists.items() if text})
    fields["metadata"] = {key: Quoted(text) for key, text in metadata.items()}
    body = join_sections(document.lead, document.sections)
    return f"{write_front_matter(fields)}\n# {escape(document.title)}\n\n{body}".rstrip() + "\n"


def parse(text: str) -> SkillDocument:
    """Read a skill file generously: foreign keys, bare colons, other names; or refuse it.

    A name that breaks the rule is spelled anew; a missing title or description is taken from
    what is there.
    """
    block, body = split_front_matter(text)
    fields = read_leniently(block)
    title, rest = _split_title(body)
    own_name = _text(fields.get("name"))
    name = own_name if is_skill_name(own_name) else slug(own_name or title)
    if not name:
        raise DomainError("skill_unnamed", "The skill has no name that can be spelled in a-z.")
    lead, sections = split_sections(rest)
    title = one_line(title or own_name or name, LONGEST_TITLE)
    return SkillDocument(
        name=name,
        title=title,
        description=_text(fields.get("description")) or title,
        lead=lead,
        sections=sections,
        **_read_fields(fields),
    )


def _read_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Read what stands beside name and description, ours under `metadata`, others' anywhere."""
    given = fields.get("metadata")
    metadata: Mapping[str, Any] = given if isinstance(given, dict) else {}
    known = {"name", "description", "metadata", *PLAIN_KEYS.values(), *LIST_KEYS, "version"}
    extra = {key: value for key, value in fields.items() if key not in known}
    lists = {
        name: _texts(metadata.get(key, fields.get(name, ()))) for name, key in LIST_KEYS.items()
    }
    plain = {name: _text(fields.get(key)) for name, key in PLAIN_KEYS.items()}
    version = metadata.get(VERSION_KEY) or fields.get("version") or metadata.get("version")
    texts = {key: _text(value) for key, value in {**extra, **metadata}.items()}
    kept = {key: text for key, text in texts.items() if text or key in metadata}
    return {**lists, **plain, "version": _text(version) or FIRST_VERSION, "metadata": kept}


def _split_title(body: str) -> tuple[str, str]:
    first, _, rest = body.strip("\n").partition("\n")
    found = _TITLE.fullmatch(first.strip())
    return (unescape(found[1]), rest) if found else ("", body)


def _text(value: Any) -> str:
    """Give a value of the front matter as one text; a list's items are joined."""
    if isinstance(value, list):
        return _SEPARATOR.join(_texts(value))
    return value.strip() if isinstance(value, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    """Give a value of the front matter as a list of texts."""
    items: Sequence[Any] = value if isinstance(value, list | tuple) else _text(value).split(";")
    return tuple(item.strip() for item in items if isinstance(item, str))
