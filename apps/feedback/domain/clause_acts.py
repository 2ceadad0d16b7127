"""Read one clause: find what it does to the last answer, weighing what else it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import AGAINST, IMPLIED, Act, branches_of, script_of
from apps.feedback.domain.contradiction import find_contradiction, is_another_task, repeats_intent
from apps.feedback.domain.fresh_order import Ordered, read_order
from apps.feedback.domain.questions import (
    is_acknowledgement,
    is_background,
    is_question,
    strip_request,
)
from apps.feedback.domain.restated import find_missing, find_restated_number
from apps.feedback.domain.rule_book import RuleBook
from apps.feedback.domain.rules_again import AGAINS, AGAINS_ASKED, BETTER_ASKED, NEXT_MARK
from apps.feedback.domain.rules_aside import ASIDES
from apps.feedback.domain.rules_blame import BLAMES, RHETORIC
from apps.feedback.domain.rules_change_en import CHANGES_EN
from apps.feedback.domain.rules_change_zh import CHANGES_ZH
from apps.feedback.domain.rules_fault_en import FAULTS_EN
from apps.feedback.domain.rules_fault_zh import FAULTS_ZH
from apps.feedback.domain.rules_flaw import FLAWS
from apps.feedback.domain.rules_keep import KEEPS
from apps.feedback.domain.rules_later import FACT_OF_TIME, SCHEDULES, TIMES, WHAT, WHEN
from apps.feedback.domain.rules_mood import MOODS
from apps.feedback.domain.rules_praise import PRAISES
from apps.feedback.domain.rules_reject import REJECTS
from apps.feedback.domain.rules_undo import RESTATES, UNDOES
from apps.feedback.domain.rules_unmet import UNMET
from apps.feedback.domain.set_phrases import APPROVING, HARMLESS
from apps.feedback.domain.stance import find_implied

if TYPE_CHECKING:
    from apps.feedback.domain.previous_turn import PreviousTurn
    from apps.feedback.domain.wording import Clause

_RULES = (
    *(*REJECTS, *FAULTS_ZH, *FAULTS_EN, *FLAWS, *BLAMES, *UNMET),
    *(*CHANGES_EN, *CHANGES_ZH, *UNDOES, *RESTATES),
    *(*PRAISES, *MOODS, *ASIDES),
    *(KEEPS, SCHEDULES, BETTER_ASKED, AGAINS),
)


class _Mark(StrEnum):
    """What is looked for beside the acts."""

    APPROVING = auto()
    HARMLESS = auto()
    TASK = auto()
    TIME = auto()


_MARKS = {
    _Mark.APPROVING: APPROVING.branches,
    _Mark.HARMLESS: branches_of(HARMLESS.pattern),
    _Mark.TASK: WHAT.branches,
    _Mark.TIME: WHEN.branches,
}
_SILENCED_BY: dict[Act, frozenset[Act]] = {
    Act.OWN_SLIP: AGAINST,
    Act.OUTSIDE: AGAINST | {Act.PRAISE, Act.GIVE_UP},
    Act.INFORM: IMPLIED | {Act.FAULT, Act.FLAW, Act.REJECT, Act.CHANGE, Act.SCHEDULE},
    Act.NEXT: frozenset({Act.FAULT, Act.FLAW, Act.CHANGE, Act.PRAISE}),
    Act.KEEP: frozenset({Act.FAULT, Act.FLAW, Act.CHANGE, Act.REDO, Act.UNDO, Act.ACCEPT}),
    Act.PRAISE: frozenset({Act.AGAIN}),
    Act.SLOW: frozenset({Act.FLAW}),
    Act.SCHEDULE: IMPLIED | {Act.REDO},
}
# Said to an agent that asked, only these words speak of what it had done before.
_BLAME = re.compile(
    r"你|错|漏|误|坏|崩|报|失败|乱|还是|wrong|you|error|broken|fail|miss|crash|still"
)
_SETTLED = AGAINST | {Act.NEXT, Act.AGAIN, Act.KEEP, Act.INFORM, Act.OUTSIDE, Act.OWN_SLIP}
# What only a result can be; where there is none yet, the words are of the matter itself.
_OF_A_RESULT = frozenset({Act.FLAW, Act.UNDO, Act.REDO, Act.SLOW})
LONGEST_BARE_TIME = 32
_SUFFICES = re.compile(r"^([^,]{2,8}?)就(?:行|好|可以|够)了?$")
_NOT_ONLY = re.compile(
    r"^not (?:just|only) [\w ]{2,30}$|^不(?:只|光|仅|止)是?[^,]{2,10}$", re.ASCII
)
_TURN = re.compile(
    r"^(?:actually|on second thought|wait|hold on|no wait|其实|等等|等下) ?(?:please )?"
    r"(?:make|book|use|put|set|send|edit|do|go|call|move|write|give|let us|have|keep|take)\b"
    r".*\b(?:it|that|this|them|for|at|to|on|with|in)\b",
    re.ASCII,
)


@dataclass
class Reading:
    """One clause and the acts found in it, each with the words that showed it."""

    clause: Clause
    acts: dict[Act, str]

    @cached_property
    def says_next(self) -> bool:
        """Whether the clause says that something else comes now."""
        return bool(NEXT_MARK.search(self.clause.text))

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
        return Reading(clause, _read_question(clause, previous))
    return Reading(clause, _read_statement(clause, wish, previous))


def _read_question(clause: Clause, previous: PreviousTurn) -> dict[Act, str]:
    if missing := find_missing(clause.text, previous, asks=True):
        return {Act.VALUE: missing}
    if accused := RHETORIC.search(clause.text, script_of(clause.text)):
        return {Act.FAULT: accused.group()}
    acts = {Act.QUESTION: clause.text}
    script = script_of(clause.text)
    for rule in (AGAINS_ASKED, BETTER_ASKED):
        if found := rule.search(clause.text, script):
            acts[rule.act] = found.group()
    return acts


def _read_statement(clause: Clause, wish: str, previous: PreviousTurn) -> dict[Act, str]:
    if (enough := _SUFFICES.match(wish)) and enough[1] in previous.text:
        return {Act.ACCEPT: wish}
    acts = _find(wish)
    if Act.FAULT in acts and previous.asks and not _BLAME.search(acts[Act.FAULT]):
        del acts[Act.FAULT]
    if acts.keys() & _OF_A_RESULT and previous.only_asks and not _BLAME.search(wish):
        acts = {act: shown for act, shown in acts.items() if act not in _OF_A_RESULT}
    if _NOT_ONLY.match(clause.text):
        acts.setdefault(Act.CHANGE, clause.text)
    if turn := _TURN.match(clause.text):
        acts.pop(Act.NEXT, None)
        acts.setdefault(Act.CHANGE, turn.group())
    if is_background(clause):
        return {act: shown for act, shown in acts.items() if act not in AGAINST}
    if again := acts.pop(Act.AGAIN, "") or _find_again(clause, wish, previous):
        acts[Act.AGAIN] = again
    return _weigh(acts, wish, previous)


def _find(text: str) -> dict[Act, str]:
    acts: dict[Act, str] = {}
    found = _rule_book().find(text)
    while praise := found.get(_Mark.APPROVING):
        acts[Act.PRAISE] = praise.group()
        text = text[: praise.start()] + text[praise.end() :]
        found = _rule_book().find(text)
    if _Mark.HARMLESS in found:
        text = HARMLESS.sub("", text).strip()
        found = _rule_book().find(text)
    for act, match in found.items():
        if isinstance(act, Act):
            acts.setdefault(act, match.group() or text)
    if found.keys() >= {_Mark.TASK, _Mark.TIME} and not FACT_OF_TIME.search(text):
        acts.setdefault(Act.SCHEDULE, found[_Mark.TIME].group())
    return acts


@lru_cache(maxsize=1)
def _rule_book() -> RuleBook[Act | _Mark]:
    """Compile the rules when the first message is read."""
    acts = [(rule.act, branch) for rule in _RULES for branch in rule.branches]
    return RuleBook([*acts, *((mark, one) for mark, some in _MARKS.items() for one in some)])


def _find_again(clause: Clause, wish: str, previous: PreviousTurn) -> str:
    found = AGAINS_ASKED.search(clause.text, script_of(clause.text))
    return found.group() if found else repeats_intent(wish, previous)


def _is_bare_time(text: str) -> bool:
    return len(text) <= LONGEST_BARE_TIME and bool(TIMES.search(text, script_of(text)))


def _weigh(acts: dict[Act, str], wish: str, previous: PreviousTurn) -> dict[Act, str]:
    """Let stronger acts silence others, then look for what the clause only implies."""
    ordered = read_order(wish, previous)
    if not ordered and not _SETTLED & acts.keys() and (clash := find_contradiction(wish, previous)):
        acts[clash[0]] = clash[1]
    if ordered is Ordered.ELSEWHERE and acts.keys() == {Act.CHANGE}:
        return {Act.NEXT: wish}
    acts = _silence(acts, previous)
    if acts.keys() <= {Act.AGAIN} and _is_bare_time(wish) and previous.schedules:
        acts[Act.VALUE] = wish
    return acts or _imply(wish, previous, ordered=ordered is not None)


def _silence(acts: dict[Act, str], previous: PreviousTurn) -> dict[Act, str]:
    silenced = {act for cause in acts for act in _SILENCED_BY.get(cause, ())}
    if Act.SCHEDULE in acts and not previous.schedules:
        silenced.add(Act.CHANGE)
    return {act: shown for act, shown in acts.items() if act not in silenced}


def _imply(wish: str, previous: PreviousTurn, *, ordered: bool) -> dict[Act, str]:
    """Find what a clause does in which nothing was said outright."""
    if ordered:
        return {Act.NEXT: wish}
    if missed := find_missing(wish, previous, asks=False) or find_restated_number(wish, previous):
        return {Act.VALUE: missed}
    if is_another_task(wish, previous):
        return {Act.NEXT: wish}
    if HARMLESS.search(wish) or _tells_a_habit(wish):
        return {}
    implied = find_implied(wish, previous)
    return {implied[0]: implied[1]} if implied else {}


def _tells_a_habit(text: str) -> bool:
    return bool(FACT_OF_TIME.search(text) and WHEN.search(text, script_of(text)))
