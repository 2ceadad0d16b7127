"""Infers what each step of a chain is given: an earlier answer, the same each time, or an input."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from apps.evolution.domain.binding import LONGEST_FIXED, is_secret_key
from apps.evolution.domain.json_place import Path, is_same, opened, places, reference_to
from apps.evolution.domain.quoting import one_line
from apps.trajectories.domain.redaction import redact_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from apps.evolution.domain.chain_mining import ChainStep
    from apps.evolution.domain.chain_run import ChainRun
    from apps.evolution.domain.pipeline_yaml import InputType

Origin = Literal["request", "case", "secret"]
Values = dict[int, Any]

SHORTEST_INSIDE = 8
LONGEST_AROUND = 500
LONGEST_EXAMPLE = 200
LONGEST_CONSTANT = 500
SMALLEST_TELLING = 100
MOST_ELEMENTS = 5

_NOT_A_NAME = re.compile(r"[^\w-]+")
_HIDDEN = re.compile(r"\[redacted[:\]]")
# A text that names one thing: such a constant comes from the step that answered it.
_NAMES_ONE = re.compile(r"(?=.*\d)[\w:/.#@-]{8,}|\w+://\S+", re.DOTALL)
_TYPES: tuple[tuple[type, InputType], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (list, "array"),
    (dict, "object"),
)


@dataclass(frozen=True, slots=True)
class MinedInput:
    """What has to be given anew each time, with the latest value it had, if that may be shown."""

    name: str
    type: InputType
    origin: Origin
    example: Any = None


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a value was found: at a place of a step's answer, with text around it or none."""

    step: int
    path: Path
    before: str = ""
    after: str = ""

    @property
    def is_whole(self) -> bool:
        return not (self.before or self.after)


@dataclass(slots=True)
class DataFlow:
    """Reads the params of a chain's steps one after another; equal values share an input."""

    runs: Sequence[ChainRun]
    steps: Mapping[int, ChainStep]
    ids: Mapping[int, str]
    inputs: dict[str, MinedInput] = field(default_factory=dict)
    needs: dict[int, set[int]] = field(default_factory=dict)
    _values: dict[str, Values] = field(default_factory=dict)

    def params(self, number: int) -> dict[str, Any]:
        """Give the params of a step: those that at least half of its calls had."""
        calls = self.steps[number].calls
        keys = dict.fromkeys(str(key) for call in calls.values() for key in call.args)
        self.needs[number] = set()
        read: dict[str, Any] = {}
        for key in keys:
            values = {run: call.args[key] for run, call in calls.items() if key in call.args}
            values = {run: value for run, value in values.items() if value is not None}
            if values and 2 * len(values) >= len(calls):
                read[key] = self._read(number, key, values)
        return read

    def asked_values(self, run: int) -> list[str]:
        """List what the request of a run named for the inputs, the longest first."""
        named = [name for name, one in self.inputs.items() if one.origin == "request"]
        said = {str(self._values[name][run]) for name in named if run in self._values[name]}
        return sorted(said, key=lambda text: (-len(text), text))

    def _read(self, number: int, key: str, values: Values) -> Any:
        if is_secret_key(key) or any(map(_hides_something, values.values())):
            return self._input(key, values, "secret")
        latest = values[max(values)]
        constant = all(is_same(value, latest) for value in values.values())
        if not constant or _names_one(latest):
            source = self._source(number, key, values)
            if source:
                self.needs[number].add(source.step)
                reference = reference_to(self.ids[source.step], source.path)
                return f"{source.before}{reference}{source.after}"
        if constant and self._may_be_fixed(latest):
            return latest
        parts = self._read_parts(number, key, values)
        if parts is not None:
            return parts
        return self._input(key, values, "request" if self._is_asked(values) else "case")

    def _may_be_fixed(self, value: Any) -> bool:
        text = str(value)
        if "${" in text or len(text) > LONGEST_CONSTANT:
            return False
        is_of_one_case = len(self.runs) == 1 and len(text) > LONGEST_FIXED
        return not is_of_one_case

    def _read_parts(self, number: int, key: str, values: Values) -> Any:
        """Read an object, or a short list of which every item is found, part by part."""
        latest = values[max(values)]
        if isinstance(latest, dict) and latest:
            same = all(
                isinstance(one, dict) and one.keys() == latest.keys() for one in values.values()
            )
            return (
                {part: self._read(number, str(part), _parts(values, part)) for part in latest}
                if same
                else None
            )
        if isinstance(latest, list) and 0 < len(latest) <= MOST_ELEMENTS:
            same = all(isinstance(one, list) and len(one) == len(latest) for one in values.values())
            found = range(len(latest)) if same else ()
            if same and all(self._source(number, key, _parts(values, at)) for at in found):
                return [self._read(number, key, _parts(values, at)) for at in found]
        return None

    def _source(self, number: int, key: str, values: Values) -> _Source | None:
        """Find the place that most runs had a value from: whole, near, and named alike."""
        counts: Counter[_Source] = Counter()
        for run, value in values.items():
            counts.update(set(self._sources(number, run, value)))
        enough = [
            source
            for source, count in counts.items()
            if 2 * count > len(values) and count >= 2 and _is_safe(source)
        ]
        if not all(map(_is_telling, values.values())):
            enough = [source for source in enough if counts[source] == len(values)]
        return min(
            enough,
            key=lambda one: (
                not one.is_whole,
                -counts[one],
                one.path[-1:] != (key,),
                -one.step,
                len(one.path),
                str(one),
            ),
            default=None,
        )

    def _sources(self, number: int, run: int, value: Any) -> Iterator[_Source]:
        if value in (None, "", [], {}) or isinstance(value, bool):
            return
        for earlier in range(number):
            step = self.steps.get(earlier)
            if step is None or run not in step.calls:
                continue
            for path, found in places(opened(step.calls[run].output)):
                if is_same(found, value):
                    yield _Source(earlier, path)
                elif isinstance(found, str) and isinstance(value, str) and _is_inside(found, value):
                    before, _, after = value.partition(found)
                    yield _Source(earlier, path, before, after)

    def _is_asked(self, values: Values) -> bool:
        """Tell whether most people said the value in their request."""
        said = sum(
            len(str(value)) > 1 and str(value).casefold() in self.runs[run].run.asked.casefold()
            for run, value in values.items()
            if isinstance(value, str | int | float)
        )
        return 2 * said > len(values)

    def _input(self, key: str, values: Values, origin: Origin) -> str:
        """Refer to the input that had these values in every run that shows it, or a new one."""
        name = next((name for name, known in self._values.items() if _agree(known, values)), "")
        if not name:
            name = self._free_name(key)
            self._values[name] = dict(values)
            shown = values[max(values)]
            is_short = len(str(shown)) <= LONGEST_EXAMPLE and origin != "secret"
            self.inputs[name] = MinedInput(
                name, _type_of(values), origin, shown if is_short else None
            )
        return "${inputs." + name + "}"

    def _free_name(self, key: str) -> str:
        name = _NOT_A_NAME.sub("_", one_line(key, 40)).strip("_") or "value"
        if name not in self.inputs:
            return name
        numbered = (f"{name}_{number}" for number in range(2, len(self.inputs) + 3))
        return next(one for one in numbered if one not in self.inputs)


def _parts(values: Values, part: Any) -> Values:
    return {run: value[part] for run, value in values.items()}


def _agree(known: Values, values: Values) -> bool:
    shared = known.keys() & values.keys()
    return bool(shared) and all(is_same(known[run], values[run]) for run in shared)


def _type_of(values: Values) -> InputType:
    latest = values[max(values)]
    kinds = {type(value) for value in values.values()}
    if kinds == {int, float}:
        return "number"
    return next((name for kind, name in _TYPES if isinstance(latest, kind)), "string")


def _hides_something(value: Any) -> bool:
    text = str(value)
    return bool(_HIDDEN.search(text)) or redact_secrets(text) != text


def _names_one(value: Any) -> bool:
    if isinstance(value, str):
        return bool(_NAMES_ONE.fullmatch(value)) or len(value) > LONGEST_FIXED
    return isinstance(value, list | dict) and bool(value)


def _is_telling(value: Any) -> bool:
    """Tell whether a value is unlikely to stand somewhere else by chance."""
    if isinstance(value, str):
        return len(value) > 2
    return not isinstance(value, int | float) or abs(value) >= SMALLEST_TELLING


def _is_inside(found: str, value: str) -> bool:
    around = len(value) - len(found)
    return len(found) >= SHORTEST_INSIDE and 0 < around <= LONGEST_AROUND and found in value


def _is_safe(source: _Source) -> bool:
    around = source.before + source.after
    return "${" not in around and not _hides_something(around)
