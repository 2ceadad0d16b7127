"""Find runs that did the same kind of work: alike in what was asked and in the tools used."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.evolution.domain.tool_kind import change_the_same, changing_tools, kind_of
from apps.language.same_question import is_same_question
from apps.trajectories.domain.tool_chain import jaccard

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

SAME_KIND_OF_REQUEST = 0.45
LESS_FOR_RARE_TOOLS = 0.30
MORE_FOR_GENERAL_TOOLS = 0.05


@dataclass(frozen=True, slots=True)
class Candidate:
    """A good run: where it was, its tools, its request's vector, a digest of what was said.

    `asker` and `said` are told where only what one person asks again is alike.
    """

    id: str
    session: str
    tools: frozenset[str]
    vector: Any
    digest: str
    asker: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Closeness:
    """How near two requests must be in meaning, and how much less with rare tools in common."""

    cosine: float = SAME_KIND_OF_REQUEST
    less_for_rare_tools: float = LESS_FOR_RARE_TOOLS


SAME_KIND = Closeness()
ASKED_AGAIN = Closeness(cosine=0.70, less_for_rare_tools=0.10)


def find_patterns(
    candidates: Sequence[Candidate],
    *,
    least_similarity: Decimal,
    least_sessions: int,
    closeness: Closeness = SAME_KIND,
) -> list[list[Candidate]]:
    """Group candidates, oldest first, around the first of each kind.

    A group of fewer sessions than `least_sessions` is left out: who does one thing over and over
    in one conversation shows once that it is done.

    A run is alike when its tool set's Jaccard reaches `least_similarity` and its request's cosine
    0.45: tools that every run uses say nothing, and would throw all work of a coding agent
    together. The rarer the tools that two runs share, the less their requests must agree, by up to
    0.30; where they share but the tools of any agent (shell, files), more, by 0.05. Half of the
    tools that change something must be the same: to book is not to cancel. The same conversation
    replayed counts once. With a `closeness` of `ASKED_AGAIN` requests must nearly say the same
    (0.70, or the same question word by word): short runs are alike too easily.
    """
    distinct = list({one.digest: one for one in reversed(candidates)}.values())[::-1]
    if not distinct:
        return []
    likeness = _Likeness(distinct, least_similarity, closeness)
    groups: list[list[int]] = []
    for index in range(len(distinct)):
        group = likeness.best_group(index, groups)
        if group is None:
            groups.append([index])
        else:
            group.append(index)
    patterns = [[distinct[i] for i in group] for group in groups]
    return [runs for runs in patterns if len({run.session for run in runs}) >= least_sessions]


class _Likeness:
    """How alike the runs of one look are, with the tools weighed by how rare they are in it."""

    def __init__(
        self, runs: Sequence[Candidate], least_similarity: Decimal, closeness: Closeness
    ) -> None:
        vectors = np.asarray([run.vector for run in runs], dtype=np.float32)
        self.runs, self.least_similarity, self.closeness = runs, least_similarity, closeness
        self.cosines = vectors @ vectors.T
        self.used = Counter(tool for run in runs for tool in run.tools)

    def best_group(self, index: int, groups: list[list[int]]) -> list[int] | None:
        """Find the group whose first run is most like this one, if any is alike enough."""
        alike = [group for group in groups if self._alike(index, group[0])]
        return max(alike, key=lambda group: float(self.cosines[index, group[0]]), default=None)

    def _alike(self, one: int, other: int) -> bool:
        run, before = self.runs[one], self.runs[other]
        tools, others = run.tools, before.tools
        if run.asker != before.asker or jaccard(tools, others) < self.least_similarity:
            return False
        if not _change_alike(tools, others):
            return False
        needed = self.closeness.cosine + self._allowance(tools & others)
        if self.cosines[one, other] >= needed:
            return True
        return bool(run.said) and is_same_question(run.said, before.said)

    def _allowance(self, shared: frozenset[str]) -> float:
        """How much more requests must agree, or less, for the tools that the runs share."""
        own = frozenset(tool for tool in shared if kind_of(tool) == "call")
        if not own:
            return MORE_FOR_GENERAL_TOOLS
        return -self.closeness.less_for_rare_tools * self._rarity(own) ** 2

    def _rarity(self, tools: frozenset[str]) -> float:
        """0 for tools that every run uses, towards 1 for tools that few do."""
        return 1 - sum(self.used[tool] for tool in tools) / (len(tools) * len(self.runs))


def _change_alike(tools: frozenset[str], others: frozenset[str]) -> bool:
    """Compare the tools that change something; those of any agent (shell, files) say nothing."""
    one, other = changing_tools(tools), changing_tools(others)
    return not (one or other) or change_the_same(one, other)
