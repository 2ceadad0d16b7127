"""Reads and writes YAML as plain data: no tags, no anchors, and only JSON's words and numbers."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

DEEPEST = 30

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,99})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,3})?", re.ASCII)
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")
_OTHER_BREAKS = re.compile("[\r\x85\u2028\u2029]")


class Plain(str):
    """A text that was written without quotes: a number or true where one is wanted."""

    __slots__ = ()


def read_plain(text: str) -> Any:
    """Give what an unquoted text stands for: null, true, false, a number as JSON has it, or text.

    What YAML 1.1 makes of yes, on, 012, 1:30 or 2026-11-30 stays the text that was written.
    """
    if text in _WORDS:
        return _WORDS[text]
    if not _NUMBER.fullmatch(text):
        return str(text)
    number = json.loads(text)
    return number if math.isfinite(number) else str(text)


def typed(value: Any) -> Any:
    """Give a value with its unquoted texts read as what they stand for."""
    if isinstance(value, dict):
        return {str(key): typed(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [typed(inner) for inner in value]
    return read_plain(value) if isinstance(value, Plain) else value


class _Loader(yaml.BaseLoader):
    """Keeps every scalar as text and whether it was quoted; refuses what is more than data."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # of PyYAML
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.YAMLError("anchors and aliases are not read")
        if getattr(event, "tag", None):
            raise yaml.YAMLError("tags are not read")
        self.depth += 1
        if self.depth > DEEPEST:
            raise yaml.YAMLError(f"nested deeper than {DEEPEST} levels")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


class _Dumper(yaml.SafeDumper):
    """Writes block style, lists indented, texts of several lines as such."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002, RUF100 – PyYAML's signature
        super().increase_indent(flow, False)  # noqa: FBT003 – positional in PyYAML


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    """Quote what would be read as another kind of value, or as another text."""
    style = None
    if _OTHER_BREAKS.search(text) or not isinstance(read_plain(text), str):
        style = '"'
    elif "\n" in text:
        style = "|"
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)


_Dumper.add_representer(str, _write_text)
_Dumper.add_representer(Plain, _write_text)


def read_yaml(text: str) -> Any:
    """Read one YAML document as mappings, lists and texts; raises `ValueError` with the reason."""
    try:
        node = _Loader(text).get_single_node()
        return _read(node) if node else None
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError(" ".join(str(error).split())[:300]) from error


def _read(node: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _read_mapping(node)
    if isinstance(node, yaml.SequenceNode):
        return [_read(item) for item in node.value]
    if _NOT_STORABLE.search(node.value):
        raise yaml.YAMLError(f"a character that cannot be stored{node.start_mark}")
    return Plain(node.value) if node.style is None else str(node.value)


def _read_mapping(node: yaml.MappingNode) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise yaml.YAMLError(f"a key that is no text{key_node.start_mark}")
        key = str(_read(key_node))
        if key in read:
            raise yaml.YAMLError(f"the key '{key}' stands twice{key_node.start_mark}")
        read[key] = _read(value_node)
    return read


def write_yaml(fields: Mapping[str, Any]) -> str:
    """Write a mapping in block style, in its order; `read_yaml` and `typed` give it back."""
    written: str = yaml.dump(
        dict(fields),
        Dumper=_Dumper,
        default_flow_style=False,
        allow_unicode=True,
        sort_keys=False,
        width=2**31,
    )
    return written
