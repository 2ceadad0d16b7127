"""Finds why some runs took a step and others did not: an answer, or a word of the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.evolution.domain.binding import names_case
from apps.evolution.domain.case_names import names_person
from apps.evolution.domain.json_place import opened, places, value_at
from apps.evolution.domain.step_condition import parted
from apps.language.tokens import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apps.evolution.domain.alignment import AlignedStep
    from apps.evolution.domain.json_place import Path
    from apps.evolution.domain.run import Run

LEAST_ALIKE = 2
LEAST_SIZED = 5
MOST_PARTING = 2
SHORTEST_WORD = 4


@dataclass(frozen=True, slots=True)
class Reason:
    """What parts the runs: a value under `key` of a tool's answer, or a word of the request.

    `comparison` is empty where the value is simply true, else as in a pipeline: `== "open"`.
    """

    tool: str = ""
    key: str = ""
    comparison: str = ""
    word: str = ""

    @property
    def is_size(self) -> bool:
        return self.comparison[:1] in ("<", ">")

    @property
    def is_of_case(self) -> bool:
        """Whether the value parts runs only because it is one case's: an address, a day, a name."""
        value = self.comparison.partition(" ")[2].strip('"')
        is_word = self.comparison[:2] in ("==", "!=") and value not in ("", "null", "false")
        return is_word and (names_case(value) or names_person((self.key,), value))


def answers_of(step: AlignedStep, runs: Sequence[Run]) -> dict[int, str]:
    """Give what each run was answered at a step."""
    return {
        run: runs[run].calls[member.at].result
        for run, member in step.members.items()
        if member.at < len(runs[run].calls)
    }


def find_reason(at: int, steps: Sequence[AlignedStep], runs: Sequence[Run]) -> Reason | None:
    """Say what parts the runs that took an optional step from the others; None where nothing does.

    Two runs on either side have to agree: one run differs from another in many ways.
    """
    took = set(steps[at].members)
    left = set(range(len(runs))) - took
    if min(len(took), len(left)) < LEAST_ALIKE:
        return None
    by_answer = _by_answer(steps[:at], runs, took, left)
    # Sizes part runs by chance: they want more of them, and are asked last.
    return _by_word(steps[at], runs, left) or min(
        by_answer, key=lambda reason: reason.is_size, default=None
    )


def _by_answer(
    earlier: Sequence[AlignedStep], runs: Sequence[Run], took: set[int], left: set[int]
) -> list[Reason]:
    """List what in the answers of earlier steps parts the runs, the latest step first."""
    reasons: list[Reason] = []
    for step in reversed(earlier):
        answers = {run: opened(text) for run, text in answers_of(step, runs).items()}
        if step.kind != "call" or (took | left) - answers.keys():
            continue
        parting = [
            Reason(step.first.tool, str(path[-1]), found)
            for path in _named_places(answers)
            if (found := _comparison(path, answers, took, left)) is not None
        ]
        # Where much of an answer parts the runs it is two cases that differ, and no rule.
        if len({reason.key for reason in parting}) <= MOST_PARTING:
            is_many = min(len(took), len(left)) >= LEAST_SIZED
            reasons += [
                one for one in parting if not one.is_of_case and (is_many or not one.is_size)
            ]
    return reasons


def _comparison(
    path: Path, answers: Mapping[int, object], took: set[int], left: set[int]
) -> str | None:
    return parted(
        [value_at(answers[run], path) for run in sorted(took)],
        [value_at(answers[run], path) for run in sorted(left)],
    )


def _named_places(answers: Mapping[int, object]) -> list[Path]:
    """List the places that a person would name: those under a key."""
    found = dict.fromkeys(path for answer in answers.values() for path, _ in places(answer))
    return [path for path in found if path and isinstance(path[-1], str)]


def _by_word(step: AlignedStep, runs: Sequence[Run], left: set[int]) -> Reason | None:
    """Find a word that all who took the step were told, the others not, and the step is about."""
    said = [_words(run.asked) for run in runs]
    common = set.intersection(*(said[run] for run in step.members))
    common -= {word for run in left for word in said[run]}
    common &= _subject(step)
    return Reason(word=min(common, key=lambda word: (-len(word), word))) if common else None


def _subject(step: AlignedStep) -> set[str]:
    """Give the words of a step's tool and arguments."""
    texts = [step.first.tool.replace("_", " ").replace("-", " ")]
    for member in step.members.values():
        texts += [text for values in member.args.values() for text in values]
        texts += [key.replace("_", " ") for key in member.args]
    return _words(" ".join(texts))


def _words(text: str) -> set[str]:
    """Give the words of a text that are long enough to mean something."""
    return {
        word
        for word in word_set(text)
        if (word.isascii() and word.isalpha() and len(word) >= SHORTEST_WORD)
        or (not word.isascii() and len(word) > 1)
    }
