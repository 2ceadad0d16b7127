"""Says in the reader's language what plain Python said in English, for sentences known before."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext

if TYPE_CHECKING:
    from collections.abc import Sequence

# What a sentence quotes is left alone; these hold a known word or sentence themselves.
_SPOKEN = frozenset({"asked", "check", "detail", "status"})


def translate_sentence(sentence: str, templates: Sequence[str]) -> str:
    """Translate a sentence that one of the templates made; any other is given back as it is.

    A template is the msgid, with `%(name)s` where the sentence names something.
    """
    for template in templates:
        found = _pattern(template).fullmatch(sentence)
        if found is None:
            continue
        named = {
            name: translate_sentence(said, templates) if name in _SPOKEN else said
            for name, said in found.groupdict().items()
        }
        return gettext(template) % named if named else gettext(template)
    return sentence


@cache
def _pattern(template: str) -> re.Pattern[str]:
    spaced = re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+)", re.escape(template))
    return re.compile(spaced, re.DOTALL)
