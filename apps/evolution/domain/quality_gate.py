"""The gate before review: what speaks against a drafted skill, shown with it from the start."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from apps.errors import DomainError
from apps.evolution.domain.intent_phrase import words
from apps.evolution.domain.security_scan import Threat, scan
from apps.evolution.domain.skill_md import SkillDocument, parse
from apps.evolution.domain.skill_rules import validate
from apps.trajectories.domain.tool_chain import jaccard

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from apps.evolution.domain.synthesis import Evidence

Verdict = Literal["pass", "warn", "fail"]
Check = Literal[
    "format",
    "name",
    "triggers",
    "near_duplicate",
    "references",
    "tools",
    "confidence",
    "grounding",
    "security",
    "lift",
    "use",
    "knowledge",
]
Action = Literal["create", "improve", "merge", "revive"]

_CHECKS_OF_DOCUMENT: tuple[Check, ...] = ("name", "triggers", "near_duplicate", "tools")

LEAST_CONFIDENCE = Decimal("0.70")
ALIKE_TOOLS = Decimal("0.70")
# Most coding skills use the same few tools: those alone make no twin, nor does a like topic alone.
ALIKE_MEANING = Decimal("0.60")
SAME_MEANING = Decimal("0.85")


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check of the gate says."""

    check: Check
    verdict: Verdict
    detail: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A skill of the tenant near the draft; `similarity` of meaning, 0–1.

    `learned` tells that the loop wrote it: what people wrote is never merged away.
    """

    name: str
    status: str
    tools: Collection[str]
    similarity: Decimal
    triggers: Collection[str] = ()
    learned: bool = True


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to make of a draft instead of one more skill, and of which skills."""

    action: Action
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GateFacts:
    """What the gate has to know beside the text.

    `sources` holds what was really said, by trajectory; `improves` names the skills that the draft
    improves, merges or revives: it may be like them. `waiting` are the other drafts in the queue.
    """

    confidence: Decimal
    evidence: Sequence[Evidence] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    known_tools: Collection[str] = ()
    neighbours: Sequence[Neighbour] = ()
    taken_names: Collection[str] = ()
    improves: Collection[str] = ()
    waiting: Sequence[Neighbour] = ()
    least_confidence: Decimal = LEAST_CONFIDENCE

    @property
    def others(self) -> list[Neighbour]:
        """The neighbours without the skills that the draft improves."""
        return [near for near in self.neighbours if near.name not in self.improves]


def check_draft(draft_text: str, *, facts: GateFacts) -> list[Finding]:
    """Run every check on a drafted SKILL.md, at least one finding each, in a fixed order."""
    document = _read(draft_text)
    return [
        *_format_findings(draft_text),
        *_document_findings(document, facts),
        confidence_finding(facts),
        *grounding_findings(facts),
        *_security_findings(draft_text, document),
    ]


def find_clashes(document: SkillDocument, facts: GateFacts) -> list[Finding]:
    """Say which other skills answer to the same words, or are nearly the same."""
    findings = [_trigger_finding(document, facts), _twin_finding(document, facts)]
    return [finding for finding in findings if finding.verdict == "fail"]


def suggest_action(tools: Collection[str], neighbours: Sequence[Neighbour]) -> Suggestion:
    """Say what to make of a draft: an improvement of its twin, a merge of several, a revival.

    A twin shares most tools and the topic, or means the very same; archived ones count, so that
    known craft is revived and never made anew. What people wrote takes in others, and never goes
    into one of them: at most one such skill is named, and first.
    """
    twins = sorted(
        (near for near in neighbours if is_twin(tools, near)),
        key=lambda near: (near.learned, -near.similarity, near.name),
    )
    living = [near for near in twins if near.status != "archived"]
    merged = [near.name for near in living[1:] if near.learned]
    if merged:
        return Suggestion("merge", (living[0].name, *merged))
    if living:
        return Suggestion("improve", (living[0].name,))
    return Suggestion("revive", (twins[0].name,)) if twins else Suggestion("create")


def is_twin(tools: Collection[str], near: Neighbour) -> bool:
    """Tell whether a skill is nearly the same as a draft with these tools."""
    if near.similarity >= SAME_MEANING:
        return True
    return near.similarity >= ALIKE_MEANING and jaccard(tools, near.tools) >= ALIKE_TOOLS


def _read(text: str) -> SkillDocument | None:
    try:
        return parse(text)
    except DomainError:
        return None


def _format_findings(text: str) -> list[Finding]:
    problems = validate(text, directory=None)
    found = [Finding("format", "fail", problem.detail) for problem in problems]
    return found or [Finding("format", "pass", "It follows the Agent Skills format.")]


def _document_findings(document: SkillDocument | None, facts: GateFacts) -> Iterator[Finding]:
    if document is None:
        for check in _CHECKS_OF_DOCUMENT:
            yield Finding(check, "fail", "Cannot be checked while the format is broken.")
        return
    yield _name_finding(document, facts)
    yield _trigger_finding(document, facts)
    yield _twin_finding(document, facts)
    yield _tool_finding(document, facts)


def _name_finding(document: SkillDocument, facts: GateFacts) -> Finding:
    taken = {*facts.taken_names, *(near.name for near in facts.neighbours)}
    if document.name in taken.difference(facts.improves):
        return Finding("name", "fail", f"The name '{document.name}' belongs to another skill.")
    return Finding("name", "pass", "No other skill, active or archived, has this name.")


def _trigger_finding(document: SkillDocument, facts: GateFacts) -> Finding:
    """Find another skill that answers to the same words."""
    own = {_said(trigger): trigger for trigger in document.triggers}
    for near in facts.others:
        for trigger in near.triggers:
            if (said := _said(trigger)) in own:
                detail = f"The trigger '{own[said]}' already leads to '{near.name}'."
                return Finding("triggers", "fail", detail)
    for near in facts.waiting:
        for trigger in near.triggers:
            if (said := _said(trigger)) in own:
                detail = f"The trigger '{own[said]}' is also that of '{near.name}', which waits."
                return Finding("triggers", "warn", detail)
    return Finding("triggers", "pass", "No other skill answers to its triggers.")


def _said(trigger: str) -> str:
    return " ".join(words(trigger.casefold()))


def _twin_finding(document: SkillDocument, facts: GateFacts) -> Finding:
    suggestion = suggest_action(document.tools, facts.others)
    if suggestion.action == "create":
        return _waiting_finding(document, facts)
    names = ", ".join(f"'{name}'" for name in suggestion.targets)
    detail = f"It is nearly the same as {names}: {suggestion.action} instead."
    return Finding("near_duplicate", "fail", detail)


def _waiting_finding(document: SkillDocument, facts: GateFacts) -> Finding:
    """Find a draft in the queue that is nearly the same: one of the two should be turned down."""
    twins = [near.name for near in facts.waiting if is_twin(document.tools, near)]
    if not twins:
        return Finding("near_duplicate", "pass", "No other skill is nearly the same.")
    names = ", ".join(f"'{name}'" for name in twins)
    return Finding("near_duplicate", "warn", f"It is nearly the same as {names}, still to decide.")


def _tool_finding(document: SkillDocument, facts: GateFacts) -> Finding:
    unknown = [tool for tool in document.tools if tool not in facts.known_tools]
    if unknown:
        names = ", ".join(f"'{tool}'" for tool in unknown)
        return Finding("tools", "fail", f"Nobody here has used or registered {names}.")
    return Finding("tools", "pass", "Every tool it names is known.")


def confidence_finding(facts: GateFacts) -> Finding:
    """Compare the confidence with what the tenant asks for."""
    enough = facts.confidence >= facts.least_confidence
    detail = f"Confidence {facts.confidence} of at least {facts.least_confidence}."
    return Finding("confidence", "pass" if enough else "fail", detail)


def grounding_findings(facts: GateFacts) -> Iterator[Finding]:
    """Find quotes that nobody said: without one verbatim quote a skill rests on nothing."""
    invented = [
        piece
        for piece in facts.evidence
        if not piece.quote.strip() or piece.quote not in facts.sources.get(piece.trajectory_id, "")
    ]
    for piece in invented:
        detail = f"The quote of {piece.trajectory_id} is not in what was said there."
        yield Finding("grounding", "fail", detail)
    if not facts.evidence:
        yield Finding("grounding", "fail", "It rests on no quote.")
    elif not invented:
        yield Finding("grounding", "pass", f"{len(facts.evidence)} quotes found word for word.")


def _security_findings(text: str, document: SkillDocument | None) -> Iterator[Finding]:
    triggers = document.triggers if document else ()
    description = document.description if document else ""
    yield from security_findings(scan(text, triggers=triggers, description=description))


def security_findings(threats: Sequence[Threat]) -> Iterator[Finding]:
    """Say what the scan found, or that it found nothing."""
    for threat in threats:
        excerpt = f" “{threat.excerpt}”" if threat.excerpt else ""
        yield Finding("security", threat.severity, f"{threat.detail}{excerpt}")
    if not threats:
        yield Finding("security", "pass", "Nothing dangerous was found.")
