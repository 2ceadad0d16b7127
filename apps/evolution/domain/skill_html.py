"""Shows a skill's text to the person who reviews it: as HTML in which nothing of it is live.

Every character of the text is escaped; the only tags are those written here. Characters that hide
are shown by their number, since a reviewer must see what an agent would read.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from apps.evolution.domain.quoting import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*")
_ITEM = re.compile(r"(\s*)(?:([-*+])|(\d{1,9})[.)])[ \t]+(.*)")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_BACKSLASH = re.compile(r"\\([\\`*_\[\]|~#.!()-])")
_FRONT = re.compile(r"\A---\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_DEEPEST = 4


def inert(text: str) -> str:
    """Escape a text for HTML, with every hidden character shown by its number."""
    return "".join(map(_inert_character, text))


def _inert_character(character: str) -> str:
    if character in "\n\t" or visible(character) not in {"", "\ufffd"}:
        return escape(character)
    number = f"U+{ord(character):04X}"
    return f'<span class="jm-hidden">{number}</span>'


def skill_html(text: str) -> str:
    """Write a SKILL.md as HTML: front matter as it stands, then headings, lists, code, text."""
    text = text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    parts = [f'<pre class="jm-front">{inert(front[1])}</pre>'] if front else []
    body = text[front.end() :] if front else text
    return "\n".join([*parts, *_blocks(body.split("\n"))])


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        take = next(take for begins, take in _KINDS if begins(lines[at]))
        html, at = take(lines, at)
        yield html


def _take_code(lines: list[str], at: int) -> tuple[str, int]:
    opened = _FENCE.fullmatch(lines[at])
    mark, language = (opened[1], opened[2].strip()) if opened else ("", "")
    end = at + 1
    while end < len(lines) and not _closes(lines[end], mark):
        end += 1
    # What stands beside the mark is shown as well: an agent reads it.
    label = f'<span class="jm-label">{inert(language)}</span>\n' if language else ""
    return f"<pre>{label}<code>{inert('\n'.join(lines[at + 1 : end]))}</code></pre>", end + 1


def _closes(line: str, mark: str) -> bool:
    bare = line.strip()
    return bare.startswith(mark) and not bare.strip(mark[0])


def _take_heading(lines: list[str], at: int) -> tuple[str, int]:
    found = _HEADING.fullmatch(lines[at])
    depth, said = (len(found[1]), found[2]) if found else (1, lines[at])
    level = min(depth + 2, 6)  # the page has its own first and second level
    return f"<h{level}>{_inline(said)}</h{level}>", at + 1


def _take_list(lines: list[str], at: int) -> tuple[str, int]:
    """Take items and their continued lines up to a blank line that no item follows."""
    items: list[str] = []
    while at < len(lines) and _goes_on(lines, at):
        if found := _ITEM.fullmatch(lines[at]):
            items.append(_item(found))
        elif lines[at].strip():
            items[-1] += f"<br>{_inline(lines[at].strip())}"
        at += 1
    return f'<ul class="jm-list">{"".join(f"{item}</li>" for item in items)}</ul>', at


def _item(found: re.Match[str]) -> str:
    depth = min(len(found[1].expandtabs(4)) // 2, _DEEPEST)
    mark = f"{found[3]}." if found[3] else "•"
    return f'<li class="jm-deep-{depth}"><span class="jm-mark">{mark}</span>{_inline(found[4])}'


def _goes_on(lines: list[str], at: int) -> bool:
    if lines[at].strip():
        return bool(_ITEM.fullmatch(lines[at])) or lines[at].startswith((" ", "\t"))
    return at + 1 < len(lines) and bool(_ITEM.fullmatch(lines[at + 1]))


def _take_text(lines: list[str], at: int) -> tuple[str, int]:
    end = at + 1
    while end < len(lines) and lines[end].strip() and not _begins_block(lines[end]):
        end += 1
    return f"<p>{'<br>'.join(_inline(line) for line in lines[at:end])}</p>", end


def _begins_block(line: str) -> bool:
    return any(begins(line) for begins, _take in _KINDS[:-1])


def _inline(text: str) -> str:
    """Escape a line, then mark its code and its strong words."""
    parts, end = [], 0
    for found in _CODE.finditer(text):
        parts += [_words(text[end : found.start()]), f"<code>{inert(found[2].strip())}</code>"]
        end = found.end()
    return "".join([*parts, _words(text[end:])])


def _words(text: str) -> str:
    shown = _STRONG.sub(r"<strong>\1</strong>", inert(_BACKSLASH.sub(r"\1", text)))
    # Drafts write an ampersand or a tag's bracket as an entity: people read the character.
    return shown.replace("&amp;lt;", "&lt;").replace("&amp;amp;", "&amp;")


_KINDS: tuple[tuple[Callable[[str], object], Callable[[list[str], int], tuple[str, int]]], ...] = (
    (_FENCE.fullmatch, _take_code),
    (_HEADING.fullmatch, _take_heading),
    (_ITEM.fullmatch, _take_list),
    (lambda _line: True, _take_text),
)
