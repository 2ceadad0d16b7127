"""Say what speaks against taking what a model wrote after a wish."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from apps.evolution.domain.sections import PROCEDURE
from apps.language.tokens import fold, language_of
from apps.learning.domain.grounding import LEAST_SUPPORT, invents_names, is_looping, support_of
from apps.trajectories.domain.planted import is_planted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apps.evolution.domain.skill_md import SkillDocument
    from apps.learning.domain.run_text import RunText
    from apps.learning.revision_schemas import RevisedSkill

LEAST_SHARE_OF_TOOLS = Decimal("0.5")

# The codes of what speaks against a text; the operation has a sentence for each.
OTHER_LANGUAGE, GIVES_ORDERS = "other_language", "gives_orders"
INVENTS_NAMES, UNSUPPORTED, LOSES_TOOLS = "invents_names", "unsupported", "loses_tools"


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
