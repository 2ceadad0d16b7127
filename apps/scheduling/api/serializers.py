"""The shapes of schedules: what is said and understood, what is confirmed, what has fired."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone as clock
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.scheduling.domain.reading_shape import show_spec
from apps.scheduling.domain.saying import say
from apps.scheduling.models import Misfire, Overlap, Schedule, ScheduleRun, SpecKind, Target
from apps.scheduling.parse_schedule import MOST_CHARACTERS
from apps.scheduling.tenant_calendar import days_off_of

MOST_LISTED = 20
LAYERS = ["rules", "model"]


class ParseSerializer(serializers.Serializer[Any]):
    """Words that may say when; with a `token` they are about what that stands for."""

    text = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=MOST_CHARACTERS
    )
    token = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)
    timezone = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)
    now = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=40,
        help_text="ISO 8601; without an offset it is the wall clock of the zone.",
    )
    locale = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    user_id = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    session_id = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class DescriptionSerializer(serializers.Serializer[Any]):
    """A schedule in words."""

    zh = serializers.CharField()
    en = serializers.CharField()


class SpecSerializer(serializers.Serializer[Any]):
    """When something happens; wall times are of `timezone`."""

    kind = serializers.ChoiceField(choices=SpecKind.choices)
    cron = serializers.ListField(child=serializers.CharField())
    rrule = serializers.CharField(allow_null=True)
    every = serializers.CharField(allow_null=True)
    at = serializers.CharField(allow_null=True)
    starts_at = serializers.CharField(allow_null=True)
    ends_at = serializers.CharField(allow_null=True)
    max_runs = serializers.IntegerField(allow_null=True)
    timezone = serializers.CharField()
    time_missing = serializers.BooleanField()
    skips_holidays = serializers.BooleanField()
    description = DescriptionSerializer()
    next_runs = serializers.ListField(child=serializers.CharField())


class ReadingSerializer(SpecSerializer):
    """One way to read the words."""

    assumptions = serializers.ListField(child=serializers.CharField())
    confidence = serializers.FloatField()


class SpanSerializer(serializers.Serializer[Any]):
    """A piece of the text and what it was read as."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()
    role = serializers.CharField()


class ParsedSerializer(serializers.Serializer[Any]):
    """What was understood, and the token that confirms it."""

    verdict = serializers.ChoiceField(choices=["exact", "ambiguous", "unclear", "none"])
    readings = ReadingSerializer(many=True)
    task = serializers.CharField()
    reason = serializers.CharField()
    question = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    layer = serializers.ChoiceField(choices=LAYERS)
    timezone = serializers.CharField()
    spans = SpanSerializer(many=True)
    proposal_id = serializers.UUIDField(allow_null=True)
    token = serializers.CharField(allow_null=True)


class TargetSerializer(serializers.Serializer[Any]):
    """What a firing sets off: a reminder, an agent, a tool or a pipeline by its name."""

    kind = serializers.ChoiceField(choices=Target.choices, default=Target.REMINDER)
    ref = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    params = serializers.DictField(required=False, default=dict)


class ByHandSerializer(serializers.Serializer[Any]):
    """When, as a person writes it: exactly one of `cron`, `rrule`, `every` and `at`."""

    cron = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, max_length=MOST_LISTED
    )
    rrule = serializers.CharField(required=False, max_length=500)
    every = serializers.CharField(required=False, max_length=32)
    at = serializers.CharField(required=False, max_length=40)
    starts_at = serializers.CharField(required=False, allow_null=True, max_length=40)
    ends_at = serializers.CharField(required=False, allow_null=True, max_length=40)
    max_runs = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    timezone = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("cron"), str):
            data = data | {"cron": [data["cron"]]}
        return super().to_internal_value(data)


class AboutSerializer(ByHandSerializer):
    """What a schedule is for, and how it copes with what was missed."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=200)
    task = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    target = TargetSerializer(required=False)
    misfire = serializers.ChoiceField(choices=Misfire.choices, required=False)
    grace_s = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=2_592_000
    )
    overlap = serializers.ChoiceField(choices=Overlap.choices, required=False)
    skips_holidays = serializers.BooleanField(required=False)
    tags = serializers.ListField(
        child=serializers.CharField(max_length=64), required=False, max_length=MOST_LISTED
    )


class ConfirmSerializer(AboutSerializer):
    """A yes to a reading of a token; or, without one, a schedule written by hand."""

    token = serializers.CharField(required=False, default="", allow_blank=True, max_length=64)
    reading = serializers.IntegerField(required=False, default=0, min_value=0, max_value=100)
    time = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    user_id = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class ChangeSerializer(AboutSerializer):
    """What is to be otherwise; what is left out stays."""


class PauseSerializer(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class TransferSerializer(serializers.Serializer[Any]):
    """From whom to whom, by e-mail address."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is no name that a class body takes.
        return {
            "from": serializers.CharField(max_length=254),
            "to": serializers.CharField(max_length=254),
        }


class TransferredSerializer(serializers.Serializer[Any]):
    """How many schedules changed hands."""

    transferred = serializers.IntegerField()


class PersonSerializer(serializers.Serializer[Any]):
    """The person who is meant; a member may leave it out."""

    user_id = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class ZoneSerializer(PersonSerializer):
    """A person's time zone."""

    timezone = serializers.CharField(max_length=64)


class FeedSerializer(serializers.Serializer[Any]):
    """The address of a calendar, told this once."""

    url = serializers.CharField()


class HolidaySerializer(serializers.Serializer[Any]):
    """A day on which the team does not work."""

    day = serializers.DateField()
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class HolidaysSerializer(serializers.Serializer[Any]):
    """All of them, in their order."""

    holidays = HolidaySerializer(many=True)


class PreviewSerializer(serializers.Serializer[Any]):
    """The next times, in the schedule's zone."""

    description = DescriptionSerializer()
    timezone = serializers.CharField()
    next_runs = serializers.ListField(child=serializers.CharField())


class ScheduleSerializer(serializers.ModelSerializer[Schedule]):
    """A confirmed schedule; `next_run_at` is null when it fires no more, or is paused."""

    description = serializers.SerializerMethodField()
    next_run_at = serializers.SerializerMethodField()
    target = serializers.SerializerMethodField()
    owner = serializers.CharField(source="owner.user.email", allow_null=True, default=None)
    user_id = serializers.CharField(source="end_user.external_id", allow_null=True, default=None)
    at = serializers.SerializerMethodField()
    starts_at = serializers.SerializerMethodField()
    ends_at = serializers.SerializerMethodField()

    class Meta:
        model = Schedule
        fields: tuple[str, ...] = (
            *("id", "name", "task", "kind", "cron", "rrule", "every", "at", "starts_at"),
            *("ends_at", "max_runs", "timezone", "description", "status", "pause_reason"),
            *("next_run_at", "fired", "target", "misfire", "grace_s", "overlap"),
            *("skips_holidays", "tags", "owner", "user_id", "created_by", "created_at"),
            "updated_at",
        )
        read_only_fields = fields

    @extend_schema_field(DescriptionSerializer)
    def get_description(self, row: Schedule) -> dict[str, str]:
        today = clock.now().astimezone(ZoneInfo(row.timezone)).replace(tzinfo=None)
        day = today.replace(hour=0, minute=0, second=0, microsecond=0)
        return {"zh": say(row.spec, "zh", day), "en": say(row.spec, "en", day)}

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_next_run_at(self, row: Schedule) -> str | None:
        at = row.next_run_at
        return at.astimezone(ZoneInfo(row.timezone)).isoformat() if at else None

    @extend_schema_field(TargetSerializer)
    def get_target(self, row: Schedule) -> dict[str, Any]:
        return {"kind": row.target, "ref": row.target_ref, "params": row.target_params}

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_at(self, row: Schedule) -> str | None:
        return _wall(row.spec.at)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_starts_at(self, row: Schedule) -> str | None:
        return _wall(row.spec.starts_at)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_ends_at(self, row: Schedule) -> str | None:
        return _wall(row.spec.ends_at)


def _wall(moment: Any) -> str | None:
    return moment.isoformat(timespec="minutes") if moment else None


class ScheduleDetailSerializer(ScheduleSerializer):
    """A schedule with its next five times."""

    next_runs = serializers.SerializerMethodField()

    class Meta(ScheduleSerializer.Meta):
        fields = (*ScheduleSerializer.Meta.fields, "next_runs")
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_next_runs(self, row: Schedule) -> list[str]:
        if row.status != "active":
            return []
        shown = show_spec(row.spec, now=clock.now(), holidays=days_off_of(row))
        times: list[str] = shown["next_runs"]
        return times


class ScheduleRunSerializer(serializers.ModelSerializer[ScheduleRun]):
    """One firing, or one that was missed or skipped."""

    class Meta:
        model = ScheduleRun
        fields = (
            *("id", "scheduled_for", "state", "by_hand", "attempts", "detail", "result"),
            *("created_at", "started_at", "finished_at", "idempotency_key"),
        )
        read_only_fields = fields
