"""Put what a model wrote after a wish into a skill, and say what speaks against taking it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.quoting import one_line, without_tags
from apps.evolution.domain.sections import PITFALLS, PROCEDURE, VERIFICATION
from apps.evolution.domain.skill_md import SkillDocument
from apps.language.tokens import fold, language_of
from apps.learning.domain.grounding import LEAST_SUPPORT, invents_names, is_looping, support_of
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.learning.domain.run_text import RunText
    from apps.learning.revision_schemas import RevisedSkill

LEAST_SHARE_OF_TOOLS = Decimal("0.5")
LONGEST_LINE = 400
_LIST_MARK = re.compile(r"\A\s*(?:[-*•]\s+|[0-9]{1,2}(?:[.)]\s+|、\s*))")

# The codes of what speaks against a text; the operation has a sentence for each.
OTHER_LANGUAGE, GIVES_ORDERS = "other_language", "gives_orders"
INVENTS_NAMES, UNSUPPORTED, LOSES_TOOLS = "invents_names", "unsupported", "loses_tools"


def apply_revision(document: SkillDocument, revised: RevisedSkill) -> SkillDocument:
    """Copy a skill with the parts that a model wrote; a part it left empty stays."""
    written = document.with_section(PROCEDURE, _numbered(revised.procedure))
    for heading, lines in ((PITFALLS, revised.pitfalls), (VERIFICATION, revised.verification)):
        if lines:
            written = written.with_section(heading, "\n".join(f"- {_tidy(one)}" for one in lines))
    return SkillDocument(
        **(dict(written) | {"description": revised.description or document.description})
    )


def find_objection(
    revised: RevisedSkill, document: SkillDocument, sources: Sequence[str]
) -> tuple[str, str] | None:
    """Say why a model's text is not taken, with the line it is about; None where it holds.

    What it tells must stand in the draft, the runs or the wish, in the language of the skill, and
    half of the tools that the draft names must still be named.
    """
    lines = [*revised.procedure, *revised.pitfalls, *revised.verification]
    told = "\n".join([revised.description, *lines])
    spoken = language_of(f"{document.title} {document.description}")
    if language_of(revised.description or " ".join(lines)) != spoken:
        return OTHER_LANGUAGE, ""
    if any(is_planted(line) for line in (revised.description, *lines)):
        return GIVES_ORDERS, ""
    for line in lines:
        if invents_names(line, sources):
            return INVENTS_NAMES, line
        if is_looping(line) or support_of(line, sources) < LEAST_SUPPORT:
            return UNSUPPORTED, line
    return (LOSES_TOOLS, "") if _loses_tools(told, document) else None


def texts_of(runs: Iterable[RunText]) -> list[str]:
    """List what runs say: requests, answers of tools, calls with their arguments, replies."""
    texts: list[str] = []
    for run in runs:
        texts += [source.text for source in run.sources()]
        texts += [f"{call.tool} {call.args or ''}" for call in run.calls]
        texts.append(run.reply)
    return texts


def _loses_tools(told: str, document: SkillDocument) -> bool:
    procedure, said = fold(document.section(PROCEDURE)), fold(told)
    named = [tool for tool in document.tools if fold(tool) in procedure]
    kept = sum(fold(tool) in said for tool in named)
    return bool(named) and Decimal(kept) / len(named) < LEAST_SHARE_OF_TOOLS


def _numbered(lines: Iterable[str]) -> str:
    return "\n".join(f"{number}. {_tidy(line)}" for number, line in enumerate(lines, start=1))


def _tidy(line: str) -> str:
    """Give a line without the number or bullet that a model may put before it."""
    return without_tags(one_line(_LIST_MARK.sub("", line), LONGEST_LINE)) or "–"
