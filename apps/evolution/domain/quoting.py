"""How the words of users and agents are put into a skill: as one visible line, never as markup."""

import re
import unicodedata

ELLIPSIS = "…"

# Letters and symbols that draw nothing: they hide text from the person who reviews it.
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co"})
_SPACES = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029")
_LONGEST_RAW = 20_000

_MARKUP = re.compile(r"([\\`*\[\]|~])|(?<!\w)_|_(?!\w)")
_ESCAPED = re.compile(r"\\([\\`*\[\]|~_])|&amp;|&lt;")
_ENTITIES = {"&amp;": "&", "&lt;": "<"}
_ENTITY_START = re.compile(r"&(?=(?:amp|lt);)")
_TAG_START = re.compile(r"<(?=[A-Za-z/!?])")
_TAG = re.compile(r"<(/?[A-Za-z!?][^<>]*)>")


def visible(character: str) -> str:
    """Give the character itself, a space for a line break, or nothing for one that hides."""
    if character in _SPACES:
        return " "
    category = unicodedata.category(character)
    if category == "Cs" or character == "\x00":
        return "\ufffd"
    is_selector = 0xE0100 <= ord(character) <= 0xE01EF
    return "" if category in _HIDDEN or character in _BLANK_LETTERS or is_selector else character


def one_line(text: str, limit: int) -> str:
    """Squeeze a text to one visible line of at most `limit` characters, the cut shown by “…”."""
    line = " ".join("".join(map(visible, text[:_LONGEST_RAW])).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + ELLIPSIS


def without_tags(text: str) -> str:
    """Turn the angle brackets of anything that looks like a tag into typographic ones."""
    return _TAG_START.sub("‹", _TAG.sub(r"‹\1›", text))


def code(text: str, limit: int) -> str:
    """Quote a text as inline code whose fence the text cannot close."""
    line = one_line(text, limit) or " "
    longest = max((len(run) for run in re.findall(r"`+", line)), default=0)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    fence = "`" * (longest + 1)
    return f"{fence}{pad}{line}{pad}{fence}"


def plain(text: str, limit: int) -> str:
    """Quote a text as ordinary words: marks that Markdown or HTML would read are escaped."""
    return escape(one_line(text, limit))


def escape(line: str) -> str:
    """Escape what Markdown or HTML would read in a line; `unescape` gives the line back."""
    entities = _ENTITY_START.sub("&amp;", line)
    marked = _MARKUP.sub(lambda found: "\\" + found.group(), entities)
    return _TAG_START.sub("&lt;", marked)


def unescape(line: str) -> str:
    """Read back a line that `escape` wrote."""
    return _ESCAPED.sub(lambda found: found[1] or _ENTITIES[found.group()], line)
