"""A finished trajectory handed in whole, told as the events it consists of."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Annotated, Any

import orjson
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from apps.trajectories.domain.tool_chain import read_status
from apps.trajectories.schemas import Event, Identifier, Milliseconds, Moment, Tokens

MOST_CALLS = 10_000


class FinishedCall(BaseModel):
    """One tool call of a finished trajectory; any word for its status is read."""

    model_config = ConfigDict(extra="ignore")

    tool: Annotated[str, Field(min_length=1, max_length=200)]
    args: dict[str, Any] | None = None
    result: Any = None
    error: str | None = None
    duration_ms: Milliseconds | None = Field(
        None, validation_alias=AliasChoices("duration_ms", "durationMs")
    )
    status: str | None = None


class FinishedTrajectory(BaseModel):
    """The body of `POST /api/v1/trajectories`, in the shape of the original tools."""

    model_config = ConfigDict(extra="ignore")

    session_id: Identifier
    user_intent: str = Field(validation_alias=AliasChoices("user_intent", "userIntent", "intent"))
    tool_chain: list[FinishedCall] = Field(
        default_factory=list,
        max_length=MOST_CALLS,
        validation_alias=AliasChoices("tool_chain", "toolChain"),
    )
    final_response: str | None = Field(
        None, validation_alias=AliasChoices("final_response", "finalResponse")
    )
    agent: Annotated[str, Field(max_length=200)] | None = None
    user_id: Annotated[str, Field(max_length=200)] | None = None
    turn_id: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    started_at: Moment | None = None
    completed_at: Moment | None = None
    model: str | None = None
    input_tokens: Tokens | None = None
    output_tokens: Tokens | None = None

    def digest(self) -> str:
        """A hash of what it says: the same trajectory sent again in a session is the same one."""
        spoken = self.model_dump(mode="json", exclude={"agent", "user_id", "model"})
        return hashlib.sha256(orjson.dumps(spoken, option=orjson.OPT_SORT_KEYS)).hexdigest()[:32]


def finished_events(finished: FinishedTrajectory, *, now: datetime) -> list[Event]:
    """Tell a finished trajectory as events; times that it does not say follow from durations."""
    turn = finished.turn_id or f"finished-{finished.digest()}"
    busy = sum((call.duration_ms or 0) + 1 for call in finished.tool_chain) + 1
    start = finished.started_at or (finished.completed_at or now) - timedelta(milliseconds=busy)
    shared: dict[str, Any] = {
        "session_id": finished.session_id,
        "turn_id": turn,
        "agent": finished.agent,
        "user_id": finished.user_id,
    }
    prefix = f"{finished.session_id}/{turn}"[:160]
    moment = start
    events = [
        _event(f"{prefix}/request", "user_request", moment, shared, text=finished.user_intent)
    ]
    for number, call in enumerate(finished.tool_chain):
        moment += timedelta(milliseconds=1)
        events.append(_call_event(f"{prefix}/{number}", moment, shared, call))
        moment += timedelta(milliseconds=call.duration_ms or 0)
    events.append(
        _event(
            f"{prefix}/reply",
            "response",
            max(finished.completed_at or moment, moment) + timedelta(milliseconds=1),
            shared,
            text=finished.final_response,
            model=finished.model,
            input_tokens=finished.input_tokens,
            output_tokens=finished.output_tokens,
        )
    )
    return events


def _call_event(
    event_id: str, moment: datetime, shared: dict[str, Any], call: FinishedCall
) -> Event:
    return _event(
        event_id,
        "tool_execution",
        moment,
        shared,
        tool=call.tool,
        args=call.args,
        result=call.result,
        status=read_status(call.status),
        error=call.error,
        duration_ms=call.duration_ms,
    )


def _event(
    event_id: str, kind: str, moment: datetime, shared: dict[str, Any], **fields: Any
) -> Event:
    return Event.model_validate(
        {"event_id": event_id, "type": kind, "timestamp": moment, **shared, **fields}
    )
