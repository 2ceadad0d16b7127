"""What may cross the border into trajectories: one event, as every source reports it."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

EventType = Literal[
    "user_request",
    "intent_classification",
    "skill_selection",
    "tool_execution",
    "llm_generation",
    "response",
    "user_feedback",
    "session_end",
]
StepStatus = Literal["completed", "error", "unknown"]
Author = Literal["person", "agent", "system"]

Identifier = Annotated[str, Field(min_length=1, max_length=200)]
Milliseconds = Annotated[int, Field(ge=0, le=2**31 - 1)]
Tokens = Annotated[int, Field(ge=0, le=2**31 - 1)]


EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2100, 1, 1, tzinfo=UTC)


def clamp_moment(moment: datetime) -> datetime:
    """Bring a time into 2000–2100, where no sum with a duration overflows, and into UTC.

    A time without a zone is read as UTC: clients that leave it out mean it. PostgreSQL reads no
    offset of 16 hours or more.
    """
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max(aware, EARLIEST), LATEST).astimezone(UTC)


Moment = Annotated[datetime, AfterValidator(clamp_moment)]


def _decimal(value: Any) -> Any:
    """Read a JSON number by its digits, so that 0.1 is a tenth."""
    return Decimal(repr(value)) if isinstance(value, float) else value


Rating = (
    Literal["positive", "negative"]
    | Annotated[Decimal, BeforeValidator(_decimal), Field(ge=0, le=1, allow_inf_nan=False)]
)


class Event(BaseModel):
    """One thing that happened in a session, in the shape of `POST /api/v1/events`.

    `event_id` makes it idempotent within a tenant. `author` says who wrote a request: only a
    person's words are learned from. `parent_session_id` marks a sub-agent's session.
    """

    model_config = ConfigDict(extra="ignore", frozen=False)

    event_id: Identifier
    session_id: Identifier
    type: EventType
    timestamp: Moment
    agent: Annotated[str, Field(max_length=200)] | None = None
    user_id: Annotated[str, Field(max_length=200)] | None = None
    turn_id: Annotated[str, Field(max_length=200)] | None = None
    parent_id: Annotated[str, Field(max_length=200)] | None = None
    parent_session_id: Annotated[str, Field(max_length=200)] | None = None
    author: Author = "person"
    text: str | None = None
    tool: Annotated[str, Field(max_length=200)] | None = None
    args: dict[str, Any] | None = None
    result: Any = None
    status: StepStatus | None = None
    error: str | None = None
    duration_ms: Milliseconds | None = None
    model: Annotated[str, Field(max_length=200)] | None = None
    input_tokens: Tokens | None = None
    output_tokens: Tokens | None = None
    feedback: Rating | None = None
    metadata: dict[str, Any] | None = None
