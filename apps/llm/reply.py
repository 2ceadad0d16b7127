"""What came of asking a model once: a value or none, what it cost, and why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.llm.models import CallOutcome

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(slots=True)
class Reply[Schema: BaseModel]:
    """The end of a call; `is_servers_fault` counts towards leaving the server alone."""

    value: Schema | None = None
    outcome: CallOutcome = CallOutcome.ERROR
    input_tokens: int = 0
    output_tokens: int = 0
    error: str = ""
    is_servers_fault: bool = False
