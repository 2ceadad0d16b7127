"""Read a SKILL.md of anybody's: the body stays as it is, the front matter is brought to rule."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apps.errors import DomainError
from apps.evolution.domain.front_matter import (
    MARK,
    Quoted,
    normal_text,
    read_leniently,
    read_strictly,
    write_front_matter,
)
from apps.evolution.domain.quoting import one_line, visible, without_tags
from apps.evolution.domain.skill_md import LIST_KEYS, LONGEST_DESCRIPTION, VERSION_KEY
from apps.evolution.domain.skill_name import is_skill_name, slug
from apps.evolution.domain.skill_rules import LONGEST_COMPATIBILITY
from apps.evolution.domain.version import release_number

if TYPE_CHECKING:
    from collections.abc import Mapping

FULL_DESCRIPTION = "full-description"
LONGEST_ITEM = 200

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_TITLE = re.compile(r"^#[ \t]+(\S.*)$", re.MULTILINE)
_UNREADABLE_KEY = re.compile(r"[^A-Za-z0-9_.]+")


@dataclass(frozen=True, slots=True)
class Repair:
    """What was changed of a text handed in: a code for programs, a sentence for people."""

    code: str
    detail: str


@dataclass(slots=True)
class ImportedSkill:
    """A skill of somebody's, with a front matter by the rules over a body that is untouched."""

    name: str
    description: str
    body: str
    plain: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, str] = field(default_factory=dict)
    declared_version: str = ""
    repairs: list[Repair] = field(default_factory=list)

    def written(self, version: str) -> str:
        """Write the whole file under a version."""
        metadata = {**self.metadata, VERSION_KEY: version}
        fields: dict[str, str | Mapping[str, str]] = {
            "name": self.name,
            "description": self.description,
            **self.plain,
            "metadata": {key: Quoted(text) for key, text in metadata.items()},
        }
        return write_front_matter(fields) + self.body

    def note(self, code: str, detail: str) -> None:
        """Keep in mind what was repaired."""
        self.repairs.append(Repair(code, detail))


def read_imported(text: str, *, folder: str = "") -> ImportedSkill:
    """Read a file as generously as can be; `folder` names a skill that does not name itself.

    Raises `skill_empty`, `front_matter_open`, `front_matter_unreadable`, `body_empty`,
    `skill_unnamed`.
    """
    block, body = _split(text)
    if not body.strip():
        raise DomainError("body_empty", "SKILL.md must have content after the frontmatter.")
    skill = ImportedSkill("", "", body)
    fields = _read_block(skill, block)
    if text.startswith("\ufeff"):
        skill.note("byte_order_mark", "The byte order mark at the start was left out.")
    _name(skill, fields.pop("name", ""), folder)
    _describe(skill, fields.pop("description", ""))
    _take_plain(skill, fields)
    _take_metadata(skill, fields)
    return skill


def body_of(text: str) -> str:
    """Give what follows the front matter, letter by letter."""
    return _split(text)[1]


def _split(text: str) -> tuple[str | None, str]:
    """Split a file into its block, None when there is none, and its body, letter by letter."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise DomainError("skill_empty", "Content cannot be empty.")
    lines: list[str] = []
    for line in _LINE.finditer(text):
        is_mark = line[1].rstrip() == MARK
        if not lines and not is_mark:
            return None, text
        if lines and is_mark:
            return "\n".join(lines[1:]), text[line.end() :]
        lines.append(line[1])
        if line.end() == len(text):
            break
    raise DomainError("front_matter_open", f"The frontmatter is not closed with {MARK}.")


def _read_block(skill: ImportedSkill, block: str | None) -> dict[str, Any]:
    if block is None:
        skill.note("front_matter_missing", "It had no frontmatter: one was written.")
        return {}
    block = normal_text(block)
    try:
        return read_strictly(block)
    except DomainError:
        fields = read_leniently(block)
        skill.note("front_matter_quoted", "Values of the frontmatter that broke it were quoted.")
        return fields


def _name(skill: ImportedSkill, given: Any, folder: str) -> None:
    own = given.strip() if isinstance(given, str) else ""
    title = _title(skill.body)
    name = own if is_skill_name(own) else slug(own) or slug(folder) or slug(title)
    if not name:
        raise DomainError("skill_unnamed", "The skill has no name that can be spelled in a-z.")
    skill.name = name
    if not own:
        skill.note("name_missing", f"It had no name: it is called '{name}'.")
    elif name != own:
        skill.note("name_invalid", f"The name '{one_line(own, 80)}' became '{name}'.")


def _title(body: str) -> str:
    found = _TITLE.search(body)
    return found[1].strip() if found else ""


def _describe(skill: ImportedSkill, given: Any) -> None:
    """Bring a description to one paragraph without tags, of the length that is allowed."""
    own = _as_text(given)
    if not _value(own):
        own = _first_paragraph(skill.body) or _title(skill.body) or skill.name
        skill.note("description_missing", "It had no description: one was taken from its text.")
    line = _value(one_line(own, len(own) or 1))
    if line != own:
        skill.note("description_lines", "The description was brought to one line.")
    if (bare := without_tags(line)) != line:
        skill.note("description_tags", "Angle brackets in the description were replaced.")
    skill.description = _cut_at_word(bare, LONGEST_DESCRIPTION)
    if skill.description != bare:
        skill.metadata[FULL_DESCRIPTION] = bare
        detail = f"The description was cut to {LONGEST_DESCRIPTION} characters; all of it "
        skill.note("description_too_long", f"{detail}stands in metadata as '{FULL_DESCRIPTION}'.")


def _first_paragraph(body: str) -> str:
    paragraphs = re.split(r"\n\s*\n", normal_text(body))
    prose = (part.strip() for part in paragraphs if re.match(r"\s*[^\s#>|`<\-*]", part))
    return next(prose, "")


def _cut_at_word(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at = cut.rfind(" ")
    return (cut[:at] if at > limit // 2 else cut).rstrip(" ,;:") + "…"


def _take_plain(skill: ImportedSkill, fields: dict[str, Any]) -> None:
    """Take licence, compatibility and allowed tools, as texts."""
    for key in ("license", "compatibility", "allowed-tools"):
        value = fields.pop(key, None)
        if isinstance(value, list) and key == "allowed-tools":
            value = " ".join(_as_text(item) for item in value)
            skill.note("allowed_tools_list", "The list of allowed tools was written as one line.")
        if isinstance(value, dict | list):
            fields[key] = value
        elif text := _value(one_line(value or "", 20_000)):
            skill.plain[key] = text
    compatibility = skill.plain.get("compatibility", "")
    if len(compatibility) > LONGEST_COMPATIBILITY:
        skill.plain["compatibility"] = _cut_at_word(compatibility, LONGEST_COMPATIBILITY)
        skill.metadata["full-compatibility"] = compatibility
        detail = f"'compatibility' was cut to {LONGEST_COMPATIBILITY} characters."
        skill.note("compatibility_too_long", detail)


def _take_metadata(skill: ImportedSkill, fields: dict[str, Any]) -> None:
    """Keep every other value under `metadata`, as a text."""
    given = fields.pop("metadata", {})
    known = given if isinstance(given, dict) else {"metadata": given}
    for key, value in known.items():
        if isinstance(value, dict | list):
            detail = f"The value of '{one_line(key, 80)}' in metadata was written as a text."
            skill.note("metadata_nested", detail)
        _keep(skill, key, value)
    for key, value in fields.items():
        detail = f"The key '{one_line(key, 80)}' is not of the format: it was moved to metadata."
        skill.note("unknown_key", detail)
        _keep(skill, key, value)
    versions = (skill.metadata.get(key, "") for key in (VERSION_KEY, "version"))
    skill.declared_version = next(filter(None, map(release_number, versions)), "")
    skill.metadata.pop(VERSION_KEY, None)


def _keep(skill: ImportedSkill, key: str, value: Any) -> None:
    """Keep one value under a key that can be written; what the router reads under our key."""
    key = LIST_KEYS.get(key, key)
    legal = _UNREADABLE_KEY.sub("-", key).strip("-.")[:64].rstrip("-.")
    legal = legal if legal[:1].isalpha() else f"x-{legal}".rstrip("-")
    while legal in skill.metadata:
        legal = f"{legal[:62]}-2"
    is_list = legal in LIST_KEYS.values() and isinstance(value, list)
    text = _items(value) if is_list else _value(_as_text(value))
    if text:
        skill.metadata[legal] = text


def _items(values: list[Any]) -> str:
    lines = (one_line(_as_text(value), LONGEST_ITEM).replace(";", ",") for value in values)
    return "; ".join(_value(line) for line in lines if line)


def _as_text(value: Any) -> str:
    """Give a value of the front matter as a text: simple lists joined, what is nested as JSON."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return json.dumps(value, ensure_ascii=False)


def _value(text: str) -> str:
    """Give what may stand in the front matter: visible, without the mark that ends the block."""
    shown = "".join(letter if letter == "\n" else visible(letter) for letter in text)
    return re.sub(r"-{3,}", "–", shown).strip()
