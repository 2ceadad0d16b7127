"""A tenant's learning settings: the thresholds of the loop, validated, each with its meaning."""

from decimal import Decimal
from typing import Annotated, Any
from zoneinfo import available_timezones

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.alias_generators import to_camel

from apps.errors import DomainError

Share = Annotated[Decimal, Field(ge=0, le=1)]


class _Section(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class TrajectorySettings(_Section):
    """How long and how much is kept."""

    retention_days: int = Field(90, ge=7, le=3650, description="Days that trajectories are kept")
    step_retention_days: int = Field(30, ge=7, le=3650, description="Days that raw steps are kept")
    max_tool_chain_length: int = Field(
        50, ge=10, le=1000, description="Longer chains teach by their first and last half of this"
    )
    idle_minutes: int = Field(30, ge=1, le=1440, description="Silence that ends a session")


class SynthesisSettings(_Section):
    """When runs teach a skill."""

    min_tool_count: int = Field(5, ge=1, description="Tool calls a run needs to teach a skill")
    min_outcome_score: Share = Field(Decimal("0.70"), description="Score a run needs to teach")
    min_similar_trajectories: int = Field(2, ge=2, description="Similar runs that make a pattern")
    min_similarity: Share = Field(Decimal("0.50"), description="How alike runs of a pattern are")
    min_reuse_count: int = Field(3, ge=1, description="Sessions that used an experience first")
    min_confidence: Share = Field(Decimal("0.70"), description="Confidence the gate asks for")
    output_layer: str = Field("learned", pattern="^learned$", description="Where skills land")


class ReflectionSettings(_Section):
    """How often the loop looks back."""

    interval_ms: int = Field(86_400_000, ge=60_000, description="Time between two reflections")
    auxiliary_model: str | None = Field(
        None, min_length=1, max_length=200, description="Model to ask instead of the server's"
    )


class FeedbackSettings(_Section):
    """What is scored by rule."""

    auto_score: bool = Field(default=True, description="Score finished runs by rule")
    correction_detection: bool = Field(default=True, description="Read corrections in messages")


class ModelSettings(_Section):
    """What a language model is asked, where the server has one."""

    daily_tokens: int | None = Field(
        None, ge=0, description="Tokens a model may cost in a day; 0 asks none, null as the server"
    )
    judge_outcome: bool = Field(
        default=False, description="Ask the model whether a run did what was asked"
    )


class PrivacySettings(_Section):
    """What is hidden beside secrets."""

    redact_personal: bool = Field(
        default=False, description="Also hide e-mail addresses, phone and ID numbers"
    )


class LiftSettings(_Section):
    """How what an item brings is measured."""

    enabled: bool = Field(default=True, description="Measure what skills and experiences bring")
    holdout_share: Share = Field(
        Decimal("0.10"), description="Share of sessions that go without an item, to compare with"
    )
    least_sessions: int = Field(
        8, ge=2, le=10_000, description="Sessions with and without an item before a verdict"
    )


class EvolutionSettings(_Section):
    """Who is asked before something learned is used, and how long it stays unused."""

    ask_person: bool = Field(
        default=True, description="Ask the person whose pattern it is in their next conversation"
    )
    activate_for_person: bool = Field(
        default=True, description="A person's yes activates it for that person, without a reviewer"
    )
    auto_approve_improvements: bool = Field(
        default=False,
        description="Let small improvements of skills with a proven lift through without a review",
    )
    pipeline_days: int = Field(
        7, ge=1, le=90, description="Days in which a chain of tools must repeat to be a pipeline"
    )
    min_chain_repeats: int = Field(
        2, ge=2, description="Times that a chain of tools must repeat to be a pipeline"
    )


class ToolSettings(_Section):
    """Which servers the tools of pipelines may reach."""

    allowed_hosts: tuple[str, ...] = Field(
        (), description="Hosts that tools may be on; empty allows every public one"
    )


class SchedulingSettings(_Section):
    """In whose time people speak of times."""

    timezone: str | None = Field(
        None, max_length=64, description="Time zone of people who have not named theirs"
    )

    @field_validator("timezone")
    @classmethod
    def _is_known(cls, value: str | None) -> str | None:
        if value is not None and value not in available_timezones():
            raise ValueError("no zone of the IANA's list, such as Asia/Shanghai")
        return value


class LearningSettings(_Section):
    """Every setting of a tenant with its default; unknown keys are refused by name."""

    enabled: bool = Field(default=True, description="Learn from what agents report")
    trajectory: TrajectorySettings = Field(default_factory=TrajectorySettings)
    synthesis: SynthesisSettings = Field(default_factory=SynthesisSettings)
    reflection: ReflectionSettings = Field(default_factory=ReflectionSettings)
    feedback: FeedbackSettings = Field(default_factory=FeedbackSettings)
    model: ModelSettings = Field(default_factory=ModelSettings)
    privacy: PrivacySettings = Field(default_factory=PrivacySettings)
    lift: LiftSettings = Field(default_factory=LiftSettings)
    evolution: EvolutionSettings = Field(default_factory=EvolutionSettings)
    tools: ToolSettings = Field(default_factory=ToolSettings)
    scheduling: SchedulingSettings = Field(default_factory=SchedulingSettings)


def read_settings(stored: dict[str, Any]) -> LearningSettings:
    """Validate settings; raises `invalid_settings` with the first wrong field's path."""
    try:
        return LearningSettings.model_validate(stored)
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"])
        raise DomainError("invalid_settings", f"{path}: {first['msg']}") from error
