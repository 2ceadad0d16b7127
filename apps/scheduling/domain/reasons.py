"""Why a sentence makes no schedule yet, or none at all."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The codes of what is unclear, and of what is no schedule."""

    # no schedule at all
    NO_TIME = "no_time"
    IDIOM = "idiom"
    NEGATION = "negation"
    CHANGE = "change"
    QUESTION = "question"
    STATEMENT = "statement"
    # something is missing
    DAY_MISSING = "day_missing"
    TIME_MISSING = "time_missing"
    TIMES_MISSING = "times_missing"
    HOURS_MISSING = "hours_missing"
    ZONE_MISSING = "zone_missing"
    # something is said that no clock or calendar has
    INVALID_TIME = "invalid_time"
    INVALID_DATE = "invalid_date"
    INVALID_DAY = "invalid_day"
    INVALID_WEEKDAY = "invalid_weekday"
    UNKNOWN_ZONE = "unknown_zone"
    PAST = "past"
    TOO_FAR = "too_far"
    TOO_SHORT = "too_short"
    HALF_PERIOD = "half_period"
    NEVER_FIRES = "never_fires"
    INVALID_CRON = "invalid_cron"
    CRON_OF_FIVE_FIELDS = "cron_of_five_fields"
    # something is said that a schedule cannot keep to
    HOLIDAY = "holiday"
    ODD_OR_EVEN = "odd_or_even"
    CONDITION = "condition"
    EVENT = "event"
    LEAD_TIME = "lead_time"
    DEADLINE = "deadline"
    OPEN_ENDED = "open_ended"
    VAGUE = "vague"
    INTERVAL_ON_DAYS = "interval_on_days"
    NO_TIME_OF_DAY = "no_time_of_day"
    # more is said than one schedule holds, or than is understood
    SEVERAL_SCHEDULES = "several_schedules"
    MIXED_WORDS = "mixed_words"
    UNREAD = "unread"


class UnclearError(ValueError):
    """What was said is no schedule yet; the reason is its code."""
