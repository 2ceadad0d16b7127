"""Compares a model's draft with the one by rule: taken only where it holds and loses nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import TYPE_CHECKING

from apps.errors import DomainError
from apps.evolution.domain.sections import PITFALLS, PROCEDURE, VERIFICATION
from apps.evolution.domain.security_scan import scan
from apps.evolution.domain.skill_md import SkillDocument, parse, render
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.step_lines import step_lines
from apps.evolution.domain.written_skill import tidy_line, with_written
from apps.language.tokens import fold, language_of, search_tokens, word_set
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from apps.evolution.domain.security_scan import Threat

LEAST_SHARE_OF_STEPS = Decimal(2) / 3
LEAST_SUPPORT = Decimal("0.35")
LEAST_VARIETY = Decimal("0.40")
LOOP_TOKENS = 8

# The codes of what speaks against a text; the operation has a sentence for each.
NOT_VALID, OTHER_LANGUAGE, GIVES_ORDERS = "not_valid", "other_language", "gives_orders"
NOT_SAFE, INVENTS, UNSUPPORTED = "not_safe", "invents", "unsupported"
TOO_SHORT, LOSES_TOOL, LOSES_LINE = "too_short", "loses_tool", "loses_line"

_QUOTED = re.compile(r"(?<!`)(`+)(?!`) ?(.+?) ?(?<!`)\1(?!`)")
_SLOT = re.compile(r"\{(\w+)\}")
_VALUE = re.compile(
    r"https?://[^\s`'\"<>）)]+|[\w.+-]+@[\w-]+\.\w+|(?:~|\.{1,2})?/[\w./-]{2,}|\b\w+(?:[._/-]\w+)*\b",
    re.ASCII,
)
# A number that counts (two of them, step 3) says nothing of its own.
_MADE_FOR_MACHINES = re.compile(r"://|@|/|[A-Za-z]\.[A-Za-z]|_|\d.*\d|[A-Za-z]\d|\d[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote: the lines of each part; a part that is empty stays as it was."""

    description: str
    procedure: Sequence[str]
    pitfalls: Sequence[str] = ()
    verification: Sequence[str] = ()

    @property
    def lines(self) -> list[str]:
        return [*self.procedure, *self.pitfalls, *self.verification]


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a text is not taken, with the line or word that it is about."""

    code: str
    about: str = ""


def better_draft(
    written: Written, template: SkillDocument, sources: Sequence[str]
) -> SkillDocument | Objection:
    """Give the template's document with what a model wrote in it, or say why not.

    What it says must stand in the sources (the runs: requests, calls, answers, replies) or in the
    template, in the language of the skill. Tools, pitfalls and checks of the template stay, and at
    least two thirds of its steps. What the scan finds in it and not in the template rules it out.
    """
    known = [*sources, render(template)]
    for objections in (
        _of_form(written, template),
        _of_ground(written, known),
        _of_loss(written, template),
    ):
        if found := next(objections, None):
            return found
    document = with_written(template, written)
    return next(_of_document(document, template), document)


def _of_form(written: Written, template: SkillDocument) -> Iterator[Objection]:
    spoken = language_of(f"{template.title} {template.section(PROCEDURE)}")
    for line in (written.description, *written.lines):
        if is_planted(line):
            yield Objection(GIVES_ORDERS, line)
    for text in (written.description, _prose(written.procedure)):
        if text.strip() and language_of(text) != spoken:
            yield Objection(OTHER_LANGUAGE)
    steps = len(step_lines(template.section(PROCEDURE)))
    if len(written.procedure) < ceil(LEAST_SHARE_OF_STEPS * steps):
        yield Objection(TOO_SHORT)


def _prose(lines: Iterable[str]) -> str:
    return _QUOTED.sub(" ", "\n".join(lines))


def _of_ground(written: Written, known: Sequence[str]) -> Iterator[Objection]:
    text = "\n".join(fold(source) for source in known)
    words = {token for source in known for token in search_tokens(source)}
    for line in (written.description, *written.lines):
        for quoted in _quotes(line):
            if not _stands_in(quoted, text):
                yield Objection(INVENTS, quoted)
        for value in (found.rstrip("./-") for found in _VALUE.findall(line)):
            if _MADE_FOR_MACHINES.search(value) and not _stands_in(value, text):
                yield Objection(INVENTS, value)
        if _is_looping(line) or _support(line, words) < LEAST_SUPPORT:
            yield Objection(UNSUPPORTED, line)


def _quotes(line: str) -> list[str]:
    return [found[2] for found in _QUOTED.finditer(line)]


def _stands_in(piece: str, text: str) -> bool:
    """Find a piece in the sources; where it has slots, the parts between them."""
    parts = (part.strip(" .,;:") for part in _SLOT.split(piece)[::2])
    names = (name for name in _SLOT.findall(piece))
    return all(fold(part) in text for part in (*parts, *names) if part)


def _is_looping(line: str) -> bool:
    tokens = search_tokens(line)
    return len(tokens) >= LOOP_TOKENS and Decimal(len(set(tokens))) / len(tokens) < LEAST_VARIETY


def _support(line: str, words: set[str]) -> Decimal:
    tokens = word_set(line)
    return Decimal(len(tokens & words)) / len(tokens) if tokens else Decimal(1)


def _of_loss(written: Written, template: SkillDocument) -> Iterator[Objection]:
    """Find what the template says and the text does not: tools in steps, pitfalls, checks."""
    told, steps = fold("\n".join(written.procedure)), fold(template.section(PROCEDURE))
    for tool in template.tools:
        if fold(tool) in steps and fold(tool) not in told:
            yield Objection(LOSES_TOOL, tool)
    for heading, lines in ((PITFALLS, written.pitfalls), (VERIFICATION, written.verification)):
        said = fold("\n".join(lines))
        for line in template.section(heading).split("\n") if lines else ():
            pieces = _quotes(line) or [tidy_line(line)]
            if any(fold(piece) not in said for piece in pieces):
                yield Objection(LOSES_LINE, tidy_line(line))


def _of_document(document: SkillDocument, template: SkillDocument) -> Iterator[Objection]:
    text = render(document)
    for problem in validate(text, directory=document.name):
        yield Objection(NOT_VALID, problem.detail)
    try:
        parse(text)
    except DomainError as error:
        yield Objection(NOT_VALID, error.detail)
    before = {threat.kind for threat in _threats(template)}
    for threat in _threats(document):
        if threat.kind not in before:
            yield Objection(NOT_SAFE, threat.detail)


def _threats(document: SkillDocument) -> Sequence[Threat]:
    return scan(render(document), triggers=document.triggers, description=document.description)
