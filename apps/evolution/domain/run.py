"""One finished run as evolution reads it: what was asked, called, answered, and how it scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from apps.trajectories.domain.tool_chain import ToolCall


@dataclass(frozen=True, slots=True)
class Run:
    """One piece of work of a pattern; `user_messages` are what the person wrote beside the intent.

    `trajectory_id` is the trajectory that stands for it, `quoted` what the person said in that one
    where it is not the intent, `parts` are the other trajectories that the work went on in.
    """

    trajectory_id: str
    intent: str
    calls: Sequence[ToolCall]
    reply: str
    score: Decimal
    user_messages: Sequence[str] = ()
    quoted: str = ""
    parts: Sequence[str] = ()

    @property
    def asked(self) -> str:
        """Everything the person said, for finding what they named."""
        return "\n".join([self.intent, *self.user_messages])
