"""Decides for every argument of an aligned step: fixed, named by the person, or read on the way."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from apps.evolution.domain.quoting import one_line
from apps.evolution.domain.shell_command import TOKEN
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from apps.evolution.domain.alignment import AlignedStep
    from apps.evolution.domain.run import Run
    from apps.trajectories.domain.tool_chain import ToolCall

Origin = Literal["request", "result", "either", "worked", "case"]

_FOUND_ON_THE_WAY: tuple[Origin, ...] = ("result", "worked")

LONGEST_FIXED = 80
LONGEST_FIXED_ONCE = 40
SHORTEST_TRACED = 2
FEW_RUNS = 4
LONGEST_EXAMPLE = 40
SHORTEST_ID = 5
SHORTEST_SURE = 4

_SECRET_KEY = re.compile(
    r"passw|passphrase|secret|token$|api_?key|credential|密码|密钥|口令", re.IGNORECASE
)
_NOT_A_NAME = re.compile(r"[^\w一-鿿]+|_+(?=_)")
# Seen once, a text with digits (a date, an amount, an id) belongs to that case; a small number
# may well be a setting.
_OF_ONE_CASE = re.compile(r"(?!\d{1,4}$).*\d", re.DOTALL)
# A day, an id or an address is one case's however many runs agree on it.
_NAMES_CASE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}\b.*|[\w.+-]+@[\w-]+\.\S+|[A-Za-z][A-Za-z_-]*\d{3,}\w*"
    r"|(?=\w*\d)(?=\w*[A-Z])[A-Z0-9]{5,}|(?=[\w-]*\d)[0-9a-f]{6,}(?:-[0-9a-f-]+)?|\d{5,}",
    re.DOTALL,
)
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[-+.]\w+)*")
# Whose something is stays out of examples.
_OF_PERSON = re.compile(
    r"(?:^|_)user_|(?:^|_)(?:customer|client|patient|person|passenger|member|employee|card|account|payment)"
    r"(?:s?_|s?$)|(?:first|last|full|display|sur)_?name|phone|mail|姓名|客户|患者|用户|乘客|卡号|账号",
    re.IGNORECASE,
)
_SUM = re.compile(r"(?=.*(?:[+*×÷]|\s[/-]\s))[\d\s.,+*/()×÷%-]*\d[\d\s.,+*/()×÷%-]*")
_CODE = re.compile(r"[A-Z]{2,}|(?=\w*\d)(?=\w*[A-Za-z])[\w-]+")
_FLAG = re.compile(r"--([A-Za-z][\w-]+)")


def is_secret_key(key: str) -> bool:
    """Tell by its name whether an argument holds a secret."""
    return bool(_SECRET_KEY.search(key))


@dataclass(frozen=True, slots=True)
class Slot:
    """An argument filled anew each time; `tool` is the earlier one whose result holds it.

    With `either` some runs had it from the person and some from that result; what is `worked` out
    is a sum of what was read.
    """

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
        return [slot for slot, _ in self._slots if slot.origin not in _FOUND_ON_THE_WAY]

    @property
    def given(self) -> dict[str, str]:
        """Give what filled the slots in the runs, with the slot's name: it belongs to one case.

        Plain words count only where the person gave them and runs differ: elsewhere they say what
        is done.
        """
        asked = "\n".join(run.asked for run in self._runs).casefold()
        return {
            leaf: slot.name
            for slot, by_run in reversed(self._slots)
            for is_varied in [len(set(by_run.values())) > 1]
            for values in by_run.values()
            for value in values
            for leaf in _leaves(value)
            if looks_like_id(leaf) or (is_varied and leaf.casefold() in asked)
        }

    @property
    def examples(self) -> dict[str, str]:
        """Give for each slot what filled it in the best run that shows something short."""
        found: dict[str, str] = {}
        for slot, by_run in self._slots:
            if slot.origin == "result":
                continue
            values = [value for run in sorted(by_run) for value in by_run[run]]
            shown = (value for value in values if _may_be_shown(slot, value))
            if example := next(shown, ""):
                found[slot.name] = example
        return found

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
        names_case = any(_OF_ONE_CASE.match(value) or _CODE.fullmatch(value) for value in values)
        is_untold = step.runs <= FEW_RUNS or names_case
        found = self._origin(step, key) if is_untold else None
        return found or (("case", "") if _is_of_case(values, step.runs) else None)

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
        if 2 * found.total() > step.support and len(found) > 1:
            tool = next(tool for (kind, tool), _ in found.most_common() if kind == "result")
            return "either", tool
        values = [value for member in step.members.values() for value in member.args.get(key, ())]
        return ("worked", "") if values and all(map(_SUM.fullmatch, values)) else None

    def _slot(self, step: AlignedStep, key: str, origin: tuple[Origin, str]) -> Slot:
        values = {run: member.args.get(key, ()) for run, member in step.members.items()}
        return self._slot_of(key, origin, values)

    def _slot_of(
        self, name: str, origin: tuple[Origin, str], values: Mapping[int, tuple[str, ...]]
    ) -> Slot:
        """Give the slot that had these values in every run that shows it, or a new one."""
        for slot, known in self._slots:
            shared = known.keys() & values.keys()
            is_named_so = slot.name.rstrip("_0123456789") == _plain_name(name)
            if not shared or (slot.origin, slot.tool) != origin:
                continue
            if all(_are_same(known[run], values[run], loosely=is_named_so) for run in shared):
                return slot
        # What is read on the way is told by its key, and takes no name from the inputs.
        own = _plain_name(name) if origin[0] == "result" else self._free_name(name)
        slot = Slot(own, *origin)
        self._slots.append((slot, values))
        return slot

    def _free_name(self, key: str) -> str:
        name = _plain_name(key)
        taken = {slot.name for slot, _ in self._slots if slot.origin != "result"}
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
            if len(set(column)) == 1:
                words.append(column[0])
                continue
            start, varying, end = _parted_word(column)
            name = _slot_name(varying, rows[0][place - 1] if place else "")
            words.append(f"{start}{self._placeholder(name, varying)}{end}")
        return " ".join(words)

    def _placeholder(self, name: str, column: Sequence[str]) -> str:
        values = {place: (word,) for place, word in enumerate(column)}
        asked = "\n".join(run.asked for run in self._runs).casefold()
        is_told = all(len(word) >= SHORTEST_TRACED and word.casefold() in asked for word in column)
        origin: Origin = "request" if is_told else "case"
        return f"{{{self._slot_of(name, (origin, ''), values).name}}}"


def goes_on(run: Run, before: str) -> bool:
    """Tell whether a run was given an id that only what was said before it names."""
    for at, call in enumerate(run.calls):
        for value in (call.args or {}).values():
            for leaf in _leaves(value if isinstance(value, str) else json.dumps(value)):
                is_untold = _NAMES_CASE.fullmatch(leaf) and leaf in before
                if is_untold and _trace((leaf,), run, at) is None:
                    return True
    return False


def names_case(text: str) -> bool:
    """Tell whether a text is one case's by how it looks: a day, an id, an address."""
    return bool(_NAMES_CASE.fullmatch(text)) or redact_personal(text) != text


def looks_like_id(text: str) -> bool:
    """Tell whether a text names one thing rather than a kind: it has a digit, or only capitals."""
    has_digit = any(sign.isdigit() for sign in text)
    return has_digit or (len(text) >= SHORTEST_ID and text.isalpha() and text.isupper())


def _is_of_case(values: tuple[str, ...], runs: int) -> bool:
    """Tell whether what never varied still belongs to a case, by how it looks."""
    longest = LONGEST_FIXED_ONCE if runs == 1 else LONGEST_FIXED
    return any(
        len(value) > longest
        or _NAMES_CASE.fullmatch(value)
        or (runs == 1 and _OF_ONE_CASE.match(value))
        for value in values
    )


def _are_same(known: tuple[str, ...], given: tuple[str, ...], *, loosely: bool) -> bool:
    """Compare what two arguments had in a run; under one name a part in common is enough.

    Of a way there and back, both ends stand in either argument.
    """
    return bool(set(known) & set(given)) if loosely else known == given


def _plain_name(key: str) -> str:
    return _NOT_A_NAME.sub("_", one_line(key, 40)).strip("_") or "value"


def _may_be_shown(slot: Slot, value: str) -> bool:
    """Tell whether a value may stand in a skill as an example: short, no secret, no structure."""
    is_private = is_secret_key(slot.name) or _OF_PERSON.search(slot.name)
    if is_private or not 0 < len(value) <= LONGEST_EXAMPLE or "\n" in value:
        return False
    return value[0] not in "[{" and redact_personal(redact_secrets(value)) == value


def _trace(values: tuple[str, ...], run: Run, at: int) -> tuple[Origin, str] | None:
    """Find one run's values in the person's words, else in the latest earlier result with one."""
    leaves = [leaf for value in values for leaf in _leaves(value) if len(leaf) >= SHORTEST_TRACED]
    asked = run.asked.casefold()
    if not leaves:
        return None
    if all(_stands_in(leaf.casefold(), asked) for leaf in leaves):
        return "request", ""
    earlier = [call for call in run.calls[:at] if call.status != "error"]
    held = [(_held(leaves, call), place, call.tool) for place, call in enumerate(earlier)]
    most, _, tool = max(held, default=(0, 0, ""))
    return ("result", tool) if most and 2 * most >= len(leaves) else None


def _held(leaves: Sequence[str], call: ToolCall) -> int:
    """Count the values that a call's answer holds; none if it was given all of those itself."""
    given = str(call.args or "")
    held = [leaf for leaf in leaves if _stands_in(leaf, call.result)]
    return len(held) if any(leaf not in given for leaf in held) else 0


def _stands_in(leaf: str, text: str) -> bool:
    """Find a value in an answer; a short one only as a word of its own."""
    if len(leaf) >= SHORTEST_SURE or not leaf.isascii():
        return leaf in text
    return bool(re.search(rf"(?<![A-Za-z0-9]){re.escape(leaf)}(?![A-Za-z0-9])", text))


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


def _parted_word(column: Sequence[str]) -> tuple[str, list[str], str]:
    """Part the words of one place into what they share at either end and what differs between."""
    shared = _common_start(column)
    start = shared[: max((at + 1 for at, sign in enumerate(shared) if sign in "=:@"), default=0)]
    rest = [word[len(start) :] for word in column]
    shared = _common_start([word[::-1] for word in rest])[::-1]
    ends = (at for at, sign in enumerate(shared) if sign in "@:?#")
    end = shared[next(ends, len(shared)) :]
    return start, [word[: len(word) - len(end)] for word in rest], end


def _common_start(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    length = next((at for at, sign in enumerate(first) if sign != last[at]), len(first))
    return first[:length]


def _slot_name(column: Sequence[str], before: str) -> str:
    """Name what varies at one place of a command after its flag, or after what it looks like."""
    if flag := _FLAG.fullmatch(before):
        return flag[1].replace("-", "_")
    if all("://" in word for word in column):
        return "url"
    if all(word.isdecimal() for word in column):
        return "number"
    if all(_VERSION.fullmatch(word) for word in column):
        return "version"
    return "path" if all("/" in word or "." in word for word in column) else "value"
