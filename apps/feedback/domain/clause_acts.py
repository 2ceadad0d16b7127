"""Read one clause: find what it does to the last answer, weighing what else it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import AGAINST, IMPLIED, Act, Script, merge, script_of
from apps.feedback.domain.contradiction import find_contradiction, is_another_task, repeats_intent
from apps.feedback.domain.questions import (
    is_acknowledgement,
    is_background,
    is_question,
    strip_request,
)
from apps.feedback.domain.rules_again import AGAINS, AGAINS_ASKED, BETTER_ASKED
from apps.feedback.domain.rules_aside import ASIDES
from apps.feedback.domain.rules_change_en import CHANGES_EN
from apps.feedback.domain.rules_change_zh import CHANGES_ZH
from apps.feedback.domain.rules_fault_en import FAULTS_EN
from apps.feedback.domain.rules_fault_zh import FAULTS_ZH
from apps.feedback.domain.rules_flaw import FLAWS
from apps.feedback.domain.rules_later import KEEPS, SCHEDULES, TIMES, WHAT, WHEN
from apps.feedback.domain.rules_mood import MOODS
from apps.feedback.domain.rules_praise import PRAISES
from apps.feedback.domain.rules_reject import REJECTS
from apps.feedback.domain.rules_undo import RESTATES, UNDOES
from apps.feedback.domain.set_phrases import APPROVING, HARMLESS
from apps.feedback.domain.stance import find_implied

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn
    from apps.feedback.domain.wording import Clause

_RULES = merge(
    (
        *(*REJECTS, *FAULTS_ZH, *FAULTS_EN, *FLAWS),
        *(*CHANGES_EN, *CHANGES_ZH, *UNDOES, *RESTATES),
        *(*PRAISES, *MOODS, *ASIDES),
        *(KEEPS, SCHEDULES),
    )
)
_SILENCED_BY: dict[Act, frozenset[Act]] = {
    Act.OWN_SLIP: AGAINST,
    Act.OUTSIDE: AGAINST | {Act.PRAISE, Act.GIVE_UP},
    Act.INFORM: frozenset({Act.FAULT, Act.FLAW, Act.REJECT, Act.CHANGE, Act.SCHEDULE}),
    Act.NEXT: frozenset({Act.FAULT, Act.FLAW, Act.CHANGE, Act.PRAISE}),
    Act.KEEP: frozenset({Act.FAULT, Act.FLAW, Act.CHANGE, Act.REDO, Act.UNDO, Act.ACCEPT}),
    Act.PRAISE: frozenset({Act.AGAIN}),
    Act.SLOW: frozenset({Act.FLAW}),
    Act.SCHEDULE: IMPLIED,
}
# Said to an agent that asked, only these words speak of what it had done before.
_BLAME = re.compile(
    r"你|错|漏|误|坏|崩|报|失败|乱|还是|wrong|you|error|broken|fail|miss|crash|still"
)
_SETTLED = AGAINST | {Act.NEXT, Act.AGAIN, Act.KEEP, Act.INFORM, Act.OUTSIDE, Act.OWN_SLIP}
LONGEST_BARE_TIME = 32
_SUFFICES = re.compile(r"^([^,]{2,8}?)就(?:行|好|可以|够)了?$")
_TURN = re.compile(
    r"^(?:actually|on second thought|wait|hold on|no wait|其实|等等|等下) ?(?:please )?"
    r"(?:make|book|use|put|set|send|edit|do|go|call|move|write|give|let us|have|keep|take)\b"
    r".*\b(?:it|that|this|them|for|at|to|on|with|in)\b",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause and the acts found in it, each with the words that showed it."""

    clause: Clause
    acts: dict[Act, str]

    def drop(self, *acts: Act) -> None:
        """Forget acts that another clause explains."""
        for act in acts:
            self.acts.pop(act, None)


def read_clause(clause: Clause, previous: PreviousTurn, *, tagged: bool) -> Reading:
    """Find the acts of one clause; `tagged` when a "right?" after it makes it a question."""
    if is_acknowledgement(clause):
        return Reading(clause, {})
    wish = strip_request(clause)
    if wish == clause.lead and (tagged or is_question(clause)):
        return Reading(clause, _read_question(clause))
    return Reading(clause, _read_statement(clause, wish, previous))


def _read_question(clause: Clause) -> dict[Act, str]:
    acts = {Act.QUESTION: clause.text}
    script = script_of(clause.text)
    for rule in (AGAINS_ASKED, BETTER_ASKED):
        if found := rule.search(clause.text, script):
            acts[rule.act] = found.group()
    return acts


def _read_statement(clause: Clause, wish: str, previous: PreviousTurn) -> dict[Act, str]:
    if (enough := _SUFFICES.search(wish)) and enough[1] in previous.text:
        return {Act.ACCEPT: wish}
    acts = _find(wish, script_of(clause.text))
    if previous.asks and not _BLAME.search(acts.get(Act.FAULT, "你")):
        del acts[Act.FAULT]
    if turn := _TURN.search(clause.text):
        acts.pop(Act.NEXT, None)
        acts.setdefault(Act.CHANGE, turn.group())
    if is_background(clause):
        return {act: shown for act, shown in acts.items() if act not in AGAINST}
    if again := _find_again(clause, wish, previous):
        acts[Act.AGAIN] = again
    return _weigh(acts, wish, previous)


def _find(text: str, script: Script) -> dict[Act, str]:
    acts: dict[Act, str] = {}
    while praise := APPROVING.search(text, script):
        acts[Act.PRAISE] = praise.group()
        text = text[: praise.start()] + text[praise.end() :]
    text = HARMLESS.sub("", text).strip()
    for rule in _RULES:
        if rule.act not in acts and (found := rule.search(text, script)):
            acts[rule.act] = found.group() or text
    when = WHEN.search(text, script)
    if when and WHAT.search(text, script):
        acts.setdefault(Act.SCHEDULE, when.group())
    return acts


def _find_again(clause: Clause, wish: str, previous: PreviousTurn) -> str:
    script = script_of(clause.text)
    found = AGAINS.search(wish, script) or AGAINS_ASKED.search(clause.text, script)
    return found.group() if found else repeats_intent(wish, previous)


def _is_bare_time(text: str) -> bool:
    return len(text) <= LONGEST_BARE_TIME and bool(TIMES.search(text, script_of(text)))


def _weigh(acts: dict[Act, str], wish: str, previous: PreviousTurn) -> dict[Act, str]:
    """Let stronger acts silence others, then look for what the clause only implies."""
    if not _SETTLED & acts.keys() and (clash := find_contradiction(wish, previous)):
        acts[clash[0]] = clash[1]
    silenced = {act for cause in acts for act in _SILENCED_BY.get(cause, ())}
    if Act.SCHEDULE in acts and not previous.schedules:
        silenced.add(Act.CHANGE)
    acts = {act: shown for act, shown in acts.items() if act not in silenced}
    if previous.schedules and acts.keys() <= {Act.AGAIN} and _is_bare_time(wish):
        acts[Act.VALUE] = wish
    if not acts and is_another_task(wish, previous):
        return {Act.NEXT: wish}
    if not acts and not HARMLESS.search(wish) and (implied := find_implied(wish, previous)):
        acts[implied[0]] = implied[1]
    return acts
