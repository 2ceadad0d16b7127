"""Decides for every argument of an aligned step: fixed, named by the person, or read on the way."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from apps.evolution.domain.quoting import one_line
from apps.evolution.domain.shell_command import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from apps.evolution.domain.alignment import AlignedStep
    from apps.evolution.domain.run import Run

Origin = Literal["request", "result", "case"]

LONGEST_FIXED = 80
LONGEST_FIXED_ONCE = 40
SHORTEST_TRACED = 2
FEW_RUNS = 2

_SECRET_KEY = re.compile(
    r"passw|passphrase|secret|token$|api_?key|credential|密码|密钥|口令", re.IGNORECASE
)
_NOT_A_NAME = re.compile(r"[^\w一-鿿]+|_+(?=_)")
# Seen once, a text with digits (a date, an amount, an id) belongs to that case; a small number
# may well be a setting.
_OF_ONE_CASE = re.compile(r"(?!\d{1,4}$).*\d", re.DOTALL)
_FLAG = re.compile(r"--([A-Za-z][\w-]+)")


def is_secret_key(key: str) -> bool:
    """Tell by its name whether an argument holds a secret."""
    return bool(_SECRET_KEY.search(key))


@dataclass(frozen=True, slots=True)
class Slot:
    """An argument filled anew each time; `tool` is the earlier one whose result holds it."""

    name: str
    origin: Origin
    tool: str = ""


@dataclass(slots=True)
class Binding:
    """What each argument of one step is: fixed texts, a slot, or examples of what varied."""

    fixed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Binder:
    """Binds the steps of one draft; the same values get the same slot, other ones another name."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._slots: list[tuple[Slot, Mapping[int, tuple[str, ...]]]] = []

    @property
    def inputs(self) -> list[Slot]:
        """List the slots that somebody has to fill, each once."""
        return [slot for slot, _ in self._slots if slot.origin != "result"]

    @property
    def values(self) -> set[str]:
        """Give the texts that the slots had in the runs: what belongs to one case each."""
        given = (values for _, by_run in self._slots for values in by_run.values())
        return {leaf for values in given for value in values for leaf in _leaves(value)}

    def bind(self, step: AlignedStep) -> Binding:
        """Decide for each argument of the step."""
        binding = Binding()
        for key, values in step.constants.items():
            if origin := self._origin_of_constant(step, key, values):
                binding.slots[key] = self._slot(step, key, origin)
            else:
                binding.fixed[key] = values
        for key, values in step.varying.items():
            if step.kind == "shell":
                binding.fixed[key] = (self._template(step, values),)
            elif (origin := self._origin(step, key)) or step.kind == "call":
                binding.slots[key] = self._slot(step, key, origin or ("case", ""))
            else:
                binding.examples[key] = values
        return binding

    def _origin_of_constant(
        self, step: AlignedStep, key: str, values: tuple[str, ...]
    ) -> tuple[Origin, str] | None:
        """Tell where an argument that never varied comes from, if it is not simply fixed.

        One run shows no variation and two may agree by chance, so there what the person named or
        a result held is a slot; what looks like one case's (a date, an id) is one in any number.
        """
        if is_secret_key(key):
            return "request", ""
        if step.kind != "call":
            return None
        is_once = step.runs == 1
        names_case = any(_OF_ONE_CASE.match(value) for value in values)
        is_untold = step.runs <= FEW_RUNS or names_case
        found = self._origin(step, key) if is_untold else None
        longest = LONGEST_FIXED_ONCE if is_once else LONGEST_FIXED
        is_of_case = any(
            len(value) > longest or (is_once and _OF_ONE_CASE.match(value)) for value in values
        )
        return found or (("case", "") if is_of_case else None)

    def _origin(self, step: AlignedStep, key: str) -> tuple[Origin, str] | None:
        """Find where most runs had the argument from: the person's words, or an earlier result."""
        found = Counter(
            origin
            for run, member in step.members.items()
            if (origin := _trace(member.args.get(key, ()), self._runs[run], member.at))
        )
        for origin, count in found.most_common(1):
            if 2 * count > step.support:
                return origin
        return None

    def _slot(self, step: AlignedStep, key: str, origin: tuple[Origin, str]) -> Slot:
        values = {run: member.args.get(key, ()) for run, member in step.members.items()}
        return self._slot_of(key, origin, values)

    def _slot_of(
        self, name: str, origin: tuple[Origin, str], values: Mapping[int, tuple[str, ...]]
    ) -> Slot:
        """Give the slot that had these values in every run that shows it, or a new one."""
        for slot, known in self._slots:
            shared = known.keys() & values.keys()
            is_same = shared and all(set(known[run]) & set(values[run]) for run in shared)
            if is_same and (slot.origin, slot.tool) == origin:
                return slot
        slot = Slot(self._free_name(name), *origin)
        self._slots.append((slot, values))
        return slot

    def _free_name(self, key: str) -> str:
        name = _NOT_A_NAME.sub("_", one_line(key, 40)).strip("_") or "value"
        taken = {slot.name for slot, _ in self._slots}
        numbered = (f"{name}_{number}" for number in range(2, len(taken) + 3))
        return name if name not in taken else next(n for n in numbered if n not in taken)

    def _template(self, step: AlignedStep, commands: tuple[str, ...]) -> str:
        """Write the commands of several runs as one, a named slot for each word that differs."""
        rows = [TOKEN.findall(command) for command in commands]
        if len({len(row) for row in rows}) > 1:
            shared = _shared_start(rows)
            return " ".join([*shared, self._placeholder("arguments", commands)])
        words = []
        for place, column in enumerate(zip(*rows, strict=True)):
            name = _slot_name(column, rows[0][place - 1] if place else "")
            words.append(column[0] if len(set(column)) == 1 else self._placeholder(name, column))
        return " ".join(words)

    def _placeholder(self, name: str, column: Sequence[str]) -> str:
        values = {place: (word,) for place, word in enumerate(column)}
        return f"{{{self._slot_of(name, ('case', ''), values).name}}}"


def _trace(values: tuple[str, ...], run: Run, at: int) -> tuple[Origin, str] | None:
    """Find one run's values in the person's words, else in the latest earlier result with one."""
    leaves = [leaf for value in values for leaf in _leaves(value) if len(leaf) >= SHORTEST_TRACED]
    asked = run.asked.casefold()
    if not leaves:
        return None
    if all(leaf.casefold() in asked for leaf in leaves):
        return "request", ""
    for call in reversed(run.calls[:at]):
        if any(leaf in call.result for leaf in leaves):
            return "result", call.tool
    return None


def _leaves(value: str) -> Iterator[str]:
    """Give the texts and numbers inside an argument."""
    try:
        yield from _scalars(json.loads(value)) if value[:1] in "[{" else (value,)
    except ValueError:
        yield value


def _scalars(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _scalars(item)
    elif value not in (None, True, False):
        yield str(value)


def _shared_start(rows: list[list[str]]) -> list[str]:
    shared = []
    for column in zip(*rows, strict=False):
        if len(set(column)) > 1:
            break
        shared.append(column[0])
    return shared


def _slot_name(column: Sequence[str], before: str) -> str:
    """Name what varies at one place of a command after its flag, or after what it looks like."""
    if flag := _FLAG.fullmatch(before):
        return flag[1].replace("-", "_")
    if all("://" in word for word in column):
        return "url"
    if all(word.isdecimal() for word in column):
        return "number"
    return "path" if all("/" in word or "." in word for word in column) else "value"
