"""Finds the chains of tools that were called again and again, in several sessions, in one order."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, groupby, pairwise
from typing import TYPE_CHECKING

from apps.evolution.domain.chain_run import ChainCall, ChainRun, read_chain
from apps.evolution.domain.json_place import opened, places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

LEAST_STEPS = 2
LONGEST_CHAIN = 25
MOST_SEQUENCES = 120
MOST_CHAINS = 10
RUNS_A_CHAIN = 12
# What was called in between: at most one other call to two of the chain.
GAPS = 2
SHORTEST_TRACED = 3
ALIKE = Decimal("0.70")

Tools = tuple[str, ...]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ChainStep:
    """One step of a chain; `calls` are what the runs called, by the number of the run."""

    tool: str
    calls: Mapping[int, ChainCall]


@dataclass(frozen=True, slots=True)
class Chain:
    """A repeated chain with the runs that show it, the latest of each session.

    Not every run has every step; `unordered` are pairs of tools that were called in both orders,
    or at the same moment, and where neither needed what the other answered.
    """

    tools: Tools
    runs: tuple[ChainRun, ...]
    steps: tuple[ChainStep, ...]
    unordered: frozenset[Pair] = frozenset()


@dataclass(frozen=True, slots=True)
class _Read:
    """A run with its chain of calls in the order that all runs are compared in."""

    run: ChainRun
    calls: tuple[ChainCall, ...]

    @property
    def tools(self) -> Tools:
        return tuple(call.tool for call in self.calls)


def find_chains(
    runs: Sequence[ChainRun], *, least_sessions: int, registered: Collection[str] = ()
) -> list[Chain]:
    """Find the chains that at least `least_sessions` sessions show; the longest win.

    A chain is the whole of a run's calls, or what two runs have in common in the same order with
    little in between. What is part of a longer chain, or nearly the same, is left out. `runs` are
    oldest first.
    """
    read = [_Read(run, read_chain(run, registered)) for run in runs]
    read = [one for one in read if len(one.calls) >= LEAST_STEPS]
    unordered = _unordered_pairs(read)
    read = [_Read(one.run, _canonical(one.calls, unordered)) for one in read]
    by_tools: dict[Tools, list[_Read]] = defaultdict(list)
    for one in read:
        by_tools[one.tools].append(one)
    chosen = _choose(by_tools, least_sessions)
    return [_chain(tools, _matches(tools, chosen, read), unordered) for tools in chosen]


def _unordered_pairs(read: Iterable[_Read]) -> frozenset[Pair]:
    """Find the neighbours that were called in both orders or at once, and need no order."""
    seen: set[Pair] = set()
    needed: set[frozenset[str]] = set()
    for one in read:
        for first, second in pairwise(one.calls):
            seen.add((first.tool, second.tool))
            if first.at and first.at == second.at:
                seen.add((second.tool, first.tool))
            if _feeds(first, second):
                needed.add(frozenset((first.tool, second.tool)))
    return frozenset(
        (a, b) for a, b in seen if a < b and (b, a) in seen and frozenset((a, b)) not in needed
    )


def _feeds(first: ChainCall, second: ChainCall) -> bool:
    """Tell whether a call was given anything that the one before it had answered."""
    given = [value for _, value in places(dict(second.args)) if _is_telling(value)]
    answered = {str(value) for _, value in places(opened(first.output)) if _is_telling(value)}
    return any(str(value) in answered or _holds(str(value), answered) for value in given)


def _is_telling(value: object) -> bool:
    is_scalar = isinstance(value, str | int | float) and not isinstance(value, bool)
    return is_scalar and len(str(value)) >= SHORTEST_TRACED


def _holds(text: str, answered: Iterable[str]) -> bool:
    return any(len(piece) > 2 * SHORTEST_TRACED and piece in text for piece in answered)


def _canonical(calls: tuple[ChainCall, ...], unordered: frozenset[Pair]) -> tuple[ChainCall, ...]:
    """Put neighbours that need no order into the order of their names."""
    ordered = list(calls[:LONGEST_CHAIN])
    for end in range(len(ordered) - 1, 0, -1):
        for at in range(end):
            first, second = ordered[at : at + 2]
            if (second.tool, first.tool) in unordered:
                ordered[at : at + 2] = second, first
    return tuple(ordered)


def _choose(by_tools: Mapping[Tools, list[_Read]], least_sessions: int) -> list[Tools]:
    """Choose the longest chains that enough sessions show, none of them part of another."""
    chosen: list[Tools] = []
    ranked = sorted(_candidates(by_tools), key=lambda one: (-len(one), one))
    for _, alike in groupby(ranked, key=len):
        left = [tools for tools in alike if not _is_covered(tools, chosen)]
        support = {tools: _sessions(tools, by_tools) for tools in left}
        enough = [tools for tools in left if support[tools] >= least_sessions]
        for tools in sorted(enough, key=lambda one: -support[one]):
            if not _is_covered(tools, chosen):
                chosen.append(tools)
        if len(chosen) >= MOST_CHAINS:
            break
    return chosen[:MOST_CHAINS]


def _is_covered(tools: Tools, chosen: Sequence[Tools]) -> bool:
    """Tell whether a chain is part of a chosen one, or nearly the same."""
    return any(_is_part(tools, one) or are_alike(tools, one) for one in chosen)


def are_alike(left: Tools, right: Tools) -> bool:
    """Tell whether two chains have most of their calls in common, in the same order."""
    longer = max(len(left), len(right))
    if not longer or (Counter(left) & Counter(right)).total() < ALIKE * longer:
        return False
    return len(common_places(left, right)) >= ALIKE * longer


def _candidates(by_tools: Mapping[Tools, list[_Read]]) -> set[Tools]:
    """Every sequence itself, and what two of them have in common."""
    ranked = sorted(by_tools, key=lambda tools: (-len(by_tools[tools]), tools))[:MOST_SEQUENCES]
    counts = {tools: Counter(tools) for tools in ranked}
    found = {tools for tools in ranked if len(set(tools)) > 1}
    for left, right in combinations(ranked, 2):
        if (counts[left] & counts[right]).total() >= LEAST_STEPS:
            shared = tuple(left[at] for at, _ in common_places(left, right))
            if len(shared) >= LEAST_STEPS and len(set(shared)) > 1:
                found.add(shared)
    return found


def _sessions(tools: Tools, by_tools: Mapping[Tools, list[_Read]]) -> int:
    needed = set(tools)
    holding = ((other, reads) for other, reads in by_tools.items() if needed.issubset(other))
    showing = (reads for other, reads in holding if find_places(tools, other))
    return len({one.run.session for reads in showing for one in reads})


def _is_part(tools: Tools, longer: Tools) -> bool:
    rest = iter(longer)
    return all(tool in rest for tool in tools)


def common_places(left: Tools, right: Tools) -> list[tuple[int, int]]:
    """Pair the places of the longest common subsequence of two sequences."""
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for row in range(len(left) - 1, -1, -1):
        for at in range(len(right) - 1, -1, -1):
            same = left[row] == right[at]
            best[row][at] = (
                best[row + 1][at + 1] + 1 if same else max(best[row + 1][at], best[row][at + 1])
            )
    pairs, row, at = [], 0, 0
    while row < len(left) and at < len(right):
        if left[row] == right[at]:
            pairs.append((row, at))
            row, at = row + 1, at + 1
        elif best[row + 1][at] >= best[row][at + 1]:
            row += 1
        else:
            at += 1
    return pairs


def find_places(tools: Tools, sequence: Tools) -> tuple[int, ...]:
    """Give the places of a chain in a longer sequence where it is closest together.

    Empty where it is not in it, or where too much stands in between.
    """
    best: tuple[int, ...] = ()
    for start, tool in enumerate(sequence):
        if tool != tools[0]:
            continue
        found = _places_from(start, tools, sequence)
        if found and (not best or found[-1] - found[0] < best[-1] - best[0]):
            best = found
    return best if _is_close(best, len(tools)) else ()


def _places_from(start: int, tools: Tools, sequence: Tools) -> tuple[int, ...]:
    found: list[int] = []
    for at in range(start, len(sequence)):
        if sequence[at] == tools[len(found)]:
            found.append(at)
            if len(found) == len(tools):
                return tuple(found)
    return ()


def _is_close(found: Sequence[int], length: int) -> bool:
    return bool(found) and found[-1] - found[0] + 1 - length <= length // GAPS


def _matches(
    tools: Tools, chosen: Sequence[Tools], read: Sequence[_Read]
) -> list[tuple[_Read, dict[int, int]]]:
    """Pair the latest runs of a chain, one a session, with where its steps are in them.

    A session that shows every step counts as such; those that lack some come last.
    """
    whole: dict[str, tuple[_Read, dict[int, int]]] = {}
    partly: dict[str, tuple[_Read, dict[int, int]]] = {}
    known: dict[Tools, dict[int, int]] = {}
    for one in read:
        if one.tools not in known:
            known[one.tools] = _match(tools, one.tools, chosen)
        matched = known[one.tools]
        if matched:
            (whole if len(matched) == len(tools) else partly)[one.run.session] = one, matched
    shown = list(whole.values())[-RUNS_A_CHAIN:]
    others = [found for session, found in partly.items() if session not in whole]
    room = RUNS_A_CHAIN - len(shown)
    return [*shown, *(others[-room:] if room else [])]


def _match(tools: Tools, sequence: Tools, chosen: Sequence[Tools]) -> dict[int, int]:
    """Say where each step is in a run: all of them, or most in a run that shows no other chain."""
    if found := find_places(tools, sequence):
        return dict(enumerate(found))
    if any(find_places(other, sequence) for other in chosen):
        return {}
    pairs = common_places(tools, sequence)
    is_most = 3 * len(pairs) >= 2 * len(tools) and len(pairs) >= LEAST_STEPS
    return dict(pairs) if is_most and _is_close([at for _, at in pairs], len(pairs)) else {}


def _chain(
    tools: Tools, matches: Sequence[tuple[_Read, dict[int, int]]], unordered: frozenset[Pair]
) -> Chain:
    steps = tuple(
        ChainStep(
            tool,
            {run: one.calls[at[row]] for run, (one, at) in enumerate(matches) if row in at},
        )
        for row, tool in enumerate(tools)
    )
    return Chain(tools, tuple(one.run for one, _ in matches), steps, unordered)
