"""Hold what a model found against the run it was found in: what cannot be shown is not stored."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol

from apps.language.tokens import (
    count_cjk,
    fold,
    is_identifier,
    language_of,
    search_tokens,
    word_set,
)
from apps.learning.domain.extraction_prompt import ECHOES
from apps.learning.domain.speaker import is_lasting_word
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.learning.domain.run_text import Origin, RunText, Source
    from apps.learning.domain.speaker import About

LEAST_QUOTE_WIDTH = 8  # eight letters, four Chinese characters
LEAST_QUOTE_TOKENS = 2
LEAST_CERTAINTY = 30  # below it the model itself does not stand by what it says
LEAST_SUPPORT = Decimal("0.35")
ECHO = Decimal("0.80")
TWIN = Decimal("0.70")
LEAST_VARIETY = Decimal("0.40")
LOOP_TOKENS = 5

START = Decimal("0.50")
BY_PERSON = Decimal("0.15")
BY_SUPPORT = Decimal("0.10")
BY_LENGTH = Decimal("0.05")
GOOD_SUPPORT = Decimal("0.60")
LONG_QUOTE_WIDTH = 24

_EDGE = " .。,，;；:：!！?？…\"'“”‘’「」`"  # what models put around a quote, or end it with
_SPACE = re.compile(r"\s")
_MADE_FOR_MACHINES = re.compile(r"[0-9/_@]|[a-z]\.[a-z]")


class Finding(Protocol):
    """What a model found: the words it rests on, how sure it claims to be, what it says."""

    quote: str
    certainty: int

    @property
    def about(self) -> About:
        """Say what it is about: for a person's wish or state only their own words can stand."""
        ...

    @property
    def is_in_words(self) -> bool:
        """Tell whether it is told in the words of the record."""
        ...

    def told(self) -> str:
        """Give what is told."""
        ...


@dataclass(frozen=True, slots=True)
class Grounded[Item: Finding]:
    """A finding that holds: `quote` stands in the run letter for letter; our own confidence."""

    item: Item
    quote: str
    origin: Origin
    confidence: Decimal
    language: str


def ground[Item: Finding](findings: Iterable[Item], run: RunText) -> list[Grounded[Item]]:
    """Keep the findings that the run bears out, each once, with a confidence by rule."""
    kept: list[Grounded[Item]] = []
    for finding in findings:
        held = _hold(finding, run)
        if held and not any(_is_twin(held, other) for other in kept):
            kept.append(held)
    return kept


def find_quote(quote: str, sources: Sequence[Source]) -> tuple[str, Source] | None:
    """Find a quote in the sources but for spacing and width; gives it as the source has it."""
    whole, _ = _plain(quote)
    for sought in dict.fromkeys((whole, whole.strip(_EDGE))):
        for source in sources if _is_long_enough(sought) else ():
            text, places = _plain(source.text)
            at = text.find(sought)
            if at >= 0:
                return source.text[places[at] : places[at + len(sought) - 1] + 1], source
    return None


def is_looping(text: str) -> bool:
    """Tell whether a text says the same again and again, as small models do."""
    tokens = search_tokens(text)
    return len(tokens) >= LOOP_TOKENS and Decimal(len(set(tokens))) / len(tokens) < LEAST_VARIETY


def is_echo(text: str) -> bool:
    """Tell whether a text repeats what our question showed as an example."""
    return any(_likeness(text, shown) >= ECHO or fold(shown) in fold(text) for shown in ECHOES)


def _hold[Item: Finding](finding: Item, run: RunText) -> Grounded[Item] | None:
    is_of_work = finding.about == "work"
    sources = [one for one in run.sources() if is_of_work or one.origin == "request"]
    found = find_quote(finding.quote, sources)
    if found is None or finding.certainty < LEAST_CERTAINTY or not _is_sound(finding, run):
        return None
    quote, source = found
    if not is_of_work and not is_lasting_word(quote, source.text, finding.about):
        return None
    support = support_of(finding.told(), _all_texts(run) if is_of_work else [source.text])
    if finding.is_in_words and support < LEAST_SUPPORT:
        return None
    confidence = _confidence(quote, source, support)
    return Grounded(finding, quote, source.origin, confidence, run.language)


def _is_sound(finding: Finding, run: RunText) -> bool:
    """Tell whether the words are a finding's: no orders, no loop, no echo, nothing made up."""
    told = finding.told()
    if is_planted(told) or is_looping(told) or is_echo(told):
        return False
    if not finding.is_in_words:
        return True
    # The first line is prose; the steps after it may be commands.
    is_in_language = language_of(told.partition("\n")[0]) == run.language
    return is_in_language and not invents_names(told, _all_texts(run))


def _confidence(quote: str, source: Source, support: Decimal) -> Decimal:
    value = START
    value += BY_PERSON if source.origin == "request" else Decimal(0)
    value += BY_SUPPORT if support >= GOOD_SUPPORT else Decimal(0)
    value += BY_LENGTH if _width(quote) >= LONG_QUOTE_WIDTH else Decimal(0)
    return value


def support_of(told: str, texts: Sequence[str]) -> Decimal:
    """Give the share of what is told whose words stand in the texts."""
    tokens = word_set(told)
    known = {token for text in texts for token in search_tokens(text)}
    return Decimal(len(tokens & known)) / len(tokens) if tokens else Decimal(0)


def invents_names(told: str, texts: Sequence[str]) -> bool:
    """Tell whether a path, number or identifier is told that nobody wrote."""
    known = "\n".join(fold(text) for text in texts)
    names = (token for token in search_tokens(told) if is_identifier(token))
    return any(name not in known for name in names if _MADE_FOR_MACHINES.search(name))


def _all_texts(run: RunText) -> list[str]:
    """List what may be named: what may be quoted, the tools and their arguments, the reply."""
    given = [f"{call.tool} {call.args or ''}" for call in run.calls]
    return [*(source.text for source in run.sources()), *given, run.reply]


def _is_twin[Item: Finding](one: Grounded[Item], other: Grounded[Item]) -> bool:
    return _likeness(one.item.told(), other.item.told()) >= TWIN


def _likeness(one: str, other: str) -> Decimal:
    left, right = set(search_tokens(one)), set(search_tokens(other))
    union = len(left | right)
    return Decimal(len(left & right)) / union if union else Decimal(fold(one) == fold(other))


def _plain(text: str) -> tuple[str, list[int]]:
    """Fold width and spacing, and remember where each character stood."""
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for part in unicodedata.normalize("NFKC", character):
            is_space = bool(_SPACE.match(part))
            if is_space and (not folded or folded[-1] == " "):
                continue
            folded.append(" " if is_space else part)
            places.append(place)
    if folded and folded[-1] == " ":
        del folded[-1], places[-1]
    return "".join(folded), places


def _width(text: str) -> int:
    return len(text) + count_cjk(text)


def _is_long_enough(quote: str) -> bool:
    return _width(quote) >= LEAST_QUOTE_WIDTH and len(search_tokens(quote)) >= LEAST_QUOTE_TOKENS
