"""Measures how well scores tell success from failure on runs whose true reward is known.

    python -m benchmarks.score_outcomes RUNS.json …

A file is a list of tau-bench runs (`task_id`, `reward`, `traj`) of one environment. Printed are
the AUC of the plain formula, of the session score as shipped, and of the session score whose
changes were chosen by cross-validation: folds over tasks, so that no run is scored with changes
chosen on its own task. Intervals are 95 %, from drawing tasks with replacement.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apps.feedback.domain.auto_score import apply_correction, score_chain
from apps.feedback.domain.classify import classify_message
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.run_outcome import CLEAN, RunFacts, adjust_outcome
from apps.feedback.domain.session_score import SessionRun, score_session
from apps.feedback.domain.session_signs import SIGNS, Exchange
from apps.trajectories.domain.tool_chain import ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FOLDS = 5
SHUFFLES = 10
DRAWS = 1000
STOP = "###STOP###"
FACTORS = (0.0, 0.5, 1.0, 1.5, 2.0)
SHARES = (1 / 4, 1 / 3, 1 / 2, 1.0)


@dataclass(frozen=True)
class Judged:
    """A session with its task, its true outcome, and what the rules make of it."""

    task: str
    succeeded: bool
    plain: float
    session: float
    mean: float
    counts_half: bool
    signs: tuple[float, ...]

    def score(self, choice: Choice) -> float:
        """Score the session with other changes than those shipped."""
        start = self.mean
        if self.counts_half:
            start = float(CLEAN) - (float(CLEAN) - self.mean) * choice.share
        total = sum(by * sign for by, sign in zip(choice.factors, self.signs, strict=True))
        return min(1.0, max(0.0, start + total))


@dataclass(frozen=True)
class Choice:
    """How much the rules' part counts, and by what each sign's shipped change is multiplied."""

    share: float = 1 / 3
    factors: tuple[float, ...] = (1.0,) * len(SIGNS)


def read_exchanges(messages: Sequence[dict[str, Any]]) -> list[Exchange]:
    """Cut a conversation at the person's messages; a tool's answer beginning "Error" is one."""
    exchanges: list[Exchange] = []
    asked, calls, reply = "", list[ToolCall](), ""
    answers = iter([one for one in messages if one["role"] == "tool"])
    for message in messages:
        text = (message.get("content") or "").replace(STOP, "").strip()
        if message["role"] == "user":
            exchanges.append(Exchange(asked, tuple(calls), reply))
            asked, calls, reply = text, [], ""
        elif message["role"] == "assistant":
            reply = text or reply
            calls += [read_call(call, answers) for call in message.get("tool_calls") or []]
    exchanges.append(Exchange(asked, tuple(calls), reply))
    return [one for one in exchanges if one.request or one.calls]


def read_call(call: dict[str, Any], answers: Iterator[dict[str, Any]]) -> ToolCall:
    """Read a call with its answer."""
    answer = (next(answers, {}).get("content") or "")[:200]
    args = json.loads(call["function"]["arguments"] or "{}")
    failed = answer.startswith("Error")
    status, error = ("error", answer) if failed else ("completed", "")
    return ToolCall(call["function"]["name"], args, status, error, answer)  # type: ignore[arg-type]  # one of Status


def judge_runs(exchanges: Sequence[Exchange]) -> list[SessionRun]:
    """Score each run as the product does: formula, correction, adjustments."""
    return [judge_run(one, after) for one, after in itertools.zip_longest(exchanges, exchanges[1:])]


def judge_run(one: Exchange, after: Exchange | None) -> SessionRun:
    formula, source, said = score_chain(one.calls).value, "auto", None
    if after and after.request:
        turn = PreviousTurn(one.request, list(one.calls), one.reply)
        said = classify_message(after.request, turn)
    corrected = bool(said and said.correction)
    value = formula
    if corrected:
        value, source = apply_correction(formula).value, "correction"
    facts = RunFacts(
        formula=formula,
        satisfaction=said.satisfaction if said else "",
        corrected=corrected,
        replied=bool(one.reply),
        had_errors=any(call.status == "error" for call in one.calls),
    )
    value += sum((line.change for line in adjust_outcome(facts)), Decimal(0))
    return SessionRun(one, min(Decimal(1), max(Decimal(0), value)), source)


def judge_session(row: dict[str, Any]) -> Judged:
    """Put a tau-bench run beside what the rules make of it."""
    exchanges = read_exchanges(row["traj"])
    result = score_session(judge_runs(exchanges))
    calls = [call for one in exchanges for call in one.calls]
    lines = [sign(exchanges) for sign in SIGNS]
    return Judged(
        task=str(row["task_id"]),
        succeeded=row["reward"] >= 1,
        plain=float(score_chain(calls).value),
        session=float(result.value) if result else 0.5,
        mean=float(result.lines[0].change) if result else 0.5,
        counts_half=bool(calls),
        signs=tuple(float(line.change) if line else 0.0 for line in lines),
    )


def auc(rows: Sequence[Judged], score: Callable[[Judged], float]) -> float:
    """The share of pairs, one that succeeded and one that failed, that a score orders rightly."""
    good = [score(row) for row in rows if row.succeeded]
    bad = [score(row) for row in rows if not row.succeeded]
    right = sum((a > b) + (a == b) / 2 for a in good for b in bad)
    return right / (len(good) * len(bad)) if good and bad else 0.5


def interval(rows: Sequence[Judged], score: Callable[[Judged], float]) -> tuple[float, float]:
    """The 95 % interval of the AUC when tasks are drawn with replacement."""
    by_task = group_by_task(rows)
    tasks, draw = sorted(by_task), random.Random(1)
    drawn = sorted(
        auc([row for task in draw.choices(tasks, k=len(tasks)) for row in by_task[task]], score)
        for _ in range(DRAWS)
    )
    return drawn[DRAWS // 40], drawn[-DRAWS // 40]


def group_by_task(rows: Sequence[Judged]) -> dict[str, list[Judged]]:
    by_task: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        by_task[row.task].append(row)
    return by_task


def choose(rows: Sequence[Judged]) -> Choice:
    """Choose share and factors one after the other, twice around, by the AUC on these rows."""
    best, reached = Choice(1.0, (0.0,) * len(SIGNS)), 0.0
    for number in [*range(len(SIGNS) + 1)] * 2:
        for tried in neighbours(best, number):
            found = auc(rows, lambda row, tried=tried: row.score(tried))  # type: ignore[misc]  # bound now
            if found > reached + 0.001:
                best, reached = tried, found
    return best


def neighbours(choice: Choice, number: int) -> Iterator[Choice]:
    if number == len(SIGNS):
        yield from (Choice(share, choice.factors) for share in SHARES)
        return
    for factor in FACTORS:
        factors = (*choice.factors[:number], factor, *choice.factors[number + 1 :])
        yield Choice(choice.share, factors)


def cross_validate(rows: Sequence[Judged], shuffles: int = SHUFFLES) -> list[dict[int, float]]:
    """Score every row with changes chosen without its task, once a shuffle of the tasks."""
    shuffled, draw = sorted(group_by_task(rows)), random.Random(2)
    rounds = []
    for _ in range(shuffles):
        draw.shuffle(shuffled)
        scores: dict[int, float] = {}
        for fold in range(FOLDS):
            tested = set(shuffled[fold::FOLDS])
            choice = choose([row for row in rows if row.task not in tested])
            scores |= {id(row): row.score(choice) for row in rows if row.task in tested}
        rounds.append(scores)
    return rounds


def report(name: str, rows: Sequence[Judged]) -> None:
    good = sum(row.succeeded for row in rows)
    print(f"{name}: {len(rows)} runs of {len(group_by_task(rows))} tasks, {good} succeeded")
    for title, score in (
        ("plain formula", lambda row: row.plain),
        ("session score as shipped", lambda row: row.session),
    ):
        low, high = interval(rows, score)
        print(f"  {title:<36} AUC {auc(rows, score):.3f}  ({low:.2f}–{high:.2f})")
    rounds = cross_validate(rows)
    found = sorted(auc(rows, lambda row, one=one: one[id(row)]) for one in rounds)  # type: ignore[misc]  # bound now
    low, high = interval(rows, lambda row: sum(one[id(row)] for one in rounds) / len(rounds))
    print(
        f"  {'session score, cross-validated':<36} AUC {sum(found) / len(found):.3f}  "
        f"({low:.2f}–{high:.2f}), shuffles {found[0]:.3f} to {found[-1]:.3f}"
    )
    print_signs(rows, good)


def print_signs(rows: Sequence[Judged], good: int) -> None:
    for number, sign in enumerate(SIGNS):
        shown = [row.succeeded for row in rows if row.signs[number]]
        print(
            f"  {sign.__name__:<36} shown by {sum(shown)} of {good} that succeeded, "
            f"{len(shown) - sum(shown)} of {len(rows) - good} that failed"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure scores on runs with known rewards.")
    parser.add_argument("files", type=Path, nargs="+")
    for path in parser.parse_args().files:
        rows = [judge_session(row) for row in json.loads(path.read_text("utf-8"))]
        report(path.stem, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
