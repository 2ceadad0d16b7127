"""The texts of a run that can prove something: its person's words, and what its tools answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from apps.profiles.domain.own_word import is_own_lasting_word, is_own_speech
from apps.profiles.domain.reading import holds_secret
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted
from apps.trajectories.models import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.profiles.domain.statements import MemoryDraft
    from apps.trajectories.models import Trajectory

Source = Literal["request", "comment", "result", ""]
MOST_STEPS = 500


class Proof:
    """Finds quotes in a run; steps are read only where the request does not hold one."""

    def __init__(self, run: Trajectory) -> None:
        self.run = run
        self.said = strip_injected(run.intent)
        self.is_planted = is_planted(self.said)
        self.personal = run.tenant.learning.privacy.redact_personal
        self._steps: list[tuple[Source, str]] | None = None

    def source_of(self, draft: MemoryDraft) -> Source:
        """Say where a draft's quote stands verbatim; nothing where it proves nothing.

        A wish is only proven by the person; a tool's answer proves facts and lessons.
        """
        quote = _plain(draft.quote)
        if not quote or not draft.text.strip() or self._is_unfit(draft.text, draft.quote):
            return ""
        if quote in _plain(self.said):
            return "request" if self._is_own(draft) else ""
        return next((source for source in self._found_in_steps(draft.kind, quote)), "")

    def proves_signal(self, quote: str, *, is_statement: bool) -> bool:
        """Tell whether a hint's quote is the person's own; a statement must be meant to last."""
        plain = _plain(quote)
        if not plain or plain not in _plain(self.said) or self._is_unfit(quote):
            return False
        return not is_statement or is_own_lasting_word(self.said, quote)

    def _is_unfit(self, *texts: str) -> bool:
        if self.is_planted:
            return True
        return any(is_planted(one) or holds_secret(one, personal=self.personal) for one in texts)

    def _is_own(self, draft: MemoryDraft) -> bool:
        if draft.kind == "lesson":
            return is_own_speech(self.said, draft.quote)
        return is_own_lasting_word(self.said, draft.quote)

    def _found_in_steps(self, kind: str, quote: str) -> Iterator[Source]:
        for source, text in self._step_texts():
            if source == "result" and kind == "preference":
                continue
            if quote in _plain(text) and not is_planted(text):
                yield source

    def _step_texts(self) -> list[tuple[Source, str]]:
        if self._steps is None:
            columns = ("type", "text", "result", "error")
            rows = Step.objects.of_trajectory(self.run).filter(
                type__in=("tool_execution", "user_feedback")
            )
            self._steps = [
                (source, text)
                for kind, said, result, error in rows.values_list(*columns)[:MOST_STEPS]
                for source, text in _texts(kind, said, result, error)
            ]
        return self._steps


def _texts(kind: str, said: str, result: Any, error: str) -> Iterator[tuple[Source, str]]:
    if kind == "user_feedback":
        yield "comment", strip_injected(said)
        return
    yield from (("result", text) for text in (*_leaves(result), error) if text)


def _leaves(value: Any) -> Iterator[str]:
    """Yield every text of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)


def _plain(text: str) -> str:
    return " ".join(text.split())
