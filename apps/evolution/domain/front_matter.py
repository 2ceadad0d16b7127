"""Reads and writes the YAML block at the top of a skill file; every value in it is a text."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import yaml

from apps.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Mapping

MARK = "---"
LONGEST_BLOCK = 20_000

_TOP_LEVEL_PAIR = re.compile(r"([A-Za-z][\w-]*):[ \t]+(.+)")
_QUOTED_OR_NESTED = ("'", '"', "|", ">", "[", "{", "&", "*", "!")


class Quoted(str):
    """A text that is always written in double quotes, so that no reader takes it for a number."""

    __slots__ = ()


class _TextLoader(yaml.BaseLoader):
    """Reads every scalar as text, knows no tags, and refuses aliases (they multiply)."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


class _BlockDumper(yaml.SafeDumper):
    pass


_BlockDumper.add_representer(
    Quoted,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style='"'),
)


def normal_text(text: str) -> str:
    """Give a text without byte order mark, with plain line ends and only storable characters."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    storable = lines.replace("\0", "\ufffd").encode("utf-8", "surrogatepass")
    return storable.decode("utf-8", "replace")


def split_front_matter(text: str) -> tuple[str, str]:
    """Split a skill file into its YAML block and its body, or refuse it with the reason."""
    lines = normal_text(text).split("\n")
    if not "".join(lines).strip():
        raise DomainError("skill_empty", "Content cannot be empty.")
    if lines[0].rstrip() != MARK:
        reason = f"SKILL.md must start with YAML frontmatter ({MARK})."
        raise DomainError("front_matter_missing", reason)
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == MARK:
            return "\n".join(lines[1:number]), "\n".join(lines[number + 1 :]).strip("\n")
    raise DomainError("front_matter_open", f"The frontmatter is not closed with {MARK}.")


def read_strictly(block: str) -> dict[str, Any]:
    """Read a YAML block whose values are texts, lists and mappings of texts, or refuse it."""
    try:
        fields = _load(block)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200]
        detail = f"YAML frontmatter parse error: {reason}"
        raise DomainError("front_matter_unreadable", detail) from error
    if not isinstance(fields, dict):
        raise DomainError("front_matter_unreadable", "The frontmatter must be a YAML mapping.")
    return fields


def read_leniently(block: str) -> dict[str, Any]:
    """Read a YAML block, and once more with its bare values quoted if that fails."""
    try:
        return read_strictly(block)
    except DomainError:
        return read_strictly("\n".join(map(_with_quotes, block.split("\n"))))


def write_front_matter(fields: Mapping[str, str | Mapping[str, str]]) -> str:
    """Write a block in block style between its marks; the caller keeps `---` out of the values."""
    block = yaml.dump(
        dict(fields),
        Dumper=_BlockDumper,
        default_flow_style=False,
        allow_unicode=True,
        sort_keys=False,
        width=2**31,
    )
    return f"{MARK}\n{block}{MARK}\n"


def _load(block: str) -> Any:
    if len(block) > LONGEST_BLOCK:
        raise ValueError(f"longer than {LONGEST_BLOCK} characters")
    return _TextLoader(block).get_single_data()


def _with_quotes(line: str) -> str:
    """Quote the bare value of a top-level pair: `: ` in it breaks YAML, and is common."""
    pair = _TOP_LEVEL_PAIR.fullmatch(line)
    if not pair or pair[2].startswith(_QUOTED_OR_NESTED):
        return line
    return f"{pair[1]}: {json.dumps(pair[2].rstrip(), ensure_ascii=False)}"
