"""Checks a skill file by the Agent Skills rules, as strictly as the strictest of its readers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from apps.errors import DomainError
from apps.evolution.domain.front_matter import MARK, read_strictly, split_front_matter
from apps.evolution.domain.skill_md import LONGEST_DESCRIPTION
from apps.evolution.domain.skill_name import is_skill_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LONGEST_FILE = 100_000
LONGEST_COMPATIBILITY = 500
ALLOWED_KEYS = frozenset(
    {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
)

_TAG = re.compile(r"</?[A-Za-z!?][^<>]*>")


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a code for programs, a sentence for people."""

    code: str
    detail: str


def validate(text: str, *, directory: str | None) -> list[Problem]:
    """List every rule that a skill file breaks; `directory` is the folder it is to stand in."""
    try:
        block, body = split_front_matter(text)
        fields = read_strictly(block)
    except DomainError as error:
        return [Problem(error.code, error.detail)]
    problems = [*_block_problems(block), *_key_problems(fields)]
    problems += [*_name_problems(fields, directory), *_description_problems(fields)]
    if not body.strip():
        detail = "SKILL.md must have content after the frontmatter."
        problems.append(Problem("body_empty", detail))
    if len(text) > LONGEST_FILE:
        problems.append(Problem("too_long", f"The file is longer than {LONGEST_FILE} characters."))
    return problems


def _block_problems(block: str) -> Iterator[Problem]:
    """Find YAML that the strict reader refuses: flow style, tags, anchors, a key twice."""
    if MARK in block:
        yield Problem("mark_inside", f"The frontmatter must not contain {MARK}.")
    for event in yaml.parse(block):
        if getattr(event, "flow_style", False):
            yield Problem("flow_style", "Lists and mappings must be written in block style.")
        if getattr(event, "anchor", None) or _has_tag(event):
            yield Problem("yaml_feature", "Tags and anchors are not allowed in the frontmatter.")
    for key in _repeated_keys(yaml.compose(block)):
        yield Problem("key_twice", f"The key '{key}' stands twice.")


def _has_tag(event: yaml.Event) -> bool:
    return bool(getattr(event, "tag", None))


def _repeated_keys(node: yaml.Node | None) -> Iterator[str]:
    """Name the keys that stand twice in one mapping, at any depth."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _repeated_keys(item)
    if isinstance(node, yaml.MappingNode):
        keys = [str(key.value) for key, _ in node.value]
        yield from dict.fromkeys(key for key in keys if keys.count(key) > 1)
        for _, value in node.value:
            yield from _repeated_keys(value)


def _key_problems(fields: Mapping[str, Any]) -> Iterator[Problem]:
    for key in sorted(set(map(str, fields)) - ALLOWED_KEYS):
        yield Problem("unknown_key", f"The key '{key}' is not one of the Agent Skills format.")
    for key in ("license", "compatibility"):
        if not isinstance(fields.get(key, ""), str):
            yield Problem("not_text", f"The value of '{key}' must be a text.")
    compatibility = fields.get("compatibility", "")
    if isinstance(compatibility, str) and len(compatibility) > LONGEST_COMPATIBILITY:
        detail = f"'compatibility' is longer than {LONGEST_COMPATIBILITY} characters."
        yield Problem("compatibility_too_long", detail)
    if not isinstance(fields.get("metadata", {}), dict):
        yield Problem("not_mapping", "'metadata' must map keys to texts.")


def _name_problems(fields: Mapping[str, Any], directory: str | None) -> Iterator[Problem]:
    name = fields.get("name")
    if not isinstance(name, str) or not name.strip():
        yield Problem("name_missing", "The frontmatter must include 'name'.")
    elif not is_skill_name(name.strip()):
        detail = "The name must hold 1–64 of a-z, 0-9 and single hyphens between them."
        yield Problem("name_invalid", detail)
    elif directory is not None and directory != name.strip():
        yield Problem("name_not_directory", f"The name must equal its folder's, '{directory}'.")


def _description_problems(fields: Mapping[str, Any]) -> Iterator[Problem]:
    description = fields.get("description")
    if not isinstance(description, str) or not description.strip():
        yield Problem("description_missing", "The frontmatter must include 'description'.")
        return
    if len(description) > LONGEST_DESCRIPTION:
        detail = f"The description is longer than {LONGEST_DESCRIPTION} characters."
        yield Problem("description_too_long", detail)
    if "\n" in description.strip():
        yield Problem("description_lines", "The description must be one paragraph.")
    if _TAG.search(description):
        yield Problem("description_tags", "The description must not contain tags.")
