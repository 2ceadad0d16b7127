"""The admin's words for what schedules are and did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from apps.scheduling.models import Misfire, Overlap, RunState, ScheduleStatus, SpecKind, Target

if TYPE_CHECKING:
    from apps.tenants.admin_columns import Words

STATUSES: Words = {
    ScheduleStatus.ACTIVE: _("active"),
    ScheduleStatus.PAUSED: _("paused"),
    ScheduleStatus.FINISHED: _("over"),
}
TARGETS: Words = {
    Target.REMINDER: _("a reminder"),
    Target.AGENT: _("an agent"),
    Target.TOOL: _("a tool"),
    Target.PIPELINE: _("a pipeline"),
}
MISFIRES: Words = {
    Misfire.ONCE: _("once, for the last time that was missed"),
    Misfire.SKIP: _("not at all"),
    Misfire.ALL: _("for each time that was missed"),
}
OVERLAPS: Words = {
    Overlap.SKIP: _("is left out"),
    Overlap.QUEUE: _("waits"),
}
KINDS: Words = {
    SpecKind.CRON: _("cron expressions, one a line"),
    SpecKind.RRULE: _("a rule (RRULE)"),
    SpecKind.INTERVAL: _("every so long (PT45M)"),
    SpecKind.ONCE: _("once (2026-03-05T15:00)"),
}
RUN_STATES: Words = {
    RunState.DUE: _("waits"),
    RunState.QUEUED: _("waits for the one before"),
    RunState.RUNNING: _("running"),
    RunState.SUCCEEDED: _("done"),
    RunState.DEAD: _("given up"),
    RunState.MISSED: _("missed"),
    RunState.SKIPPED: _("skipped"),
}
VERDICTS: Words = {
    "exact": _("clear"),
    "ambiguous": _("several readings"),
    "unclear": _("not clear"),
}
LAYERS: Words = {"rules": _("rules"), "model": _("language model")}
# What operations say, as templates for the translators.
SENTENCES = (
    gettext_noop("It fires no more."),
    gettext_noop("This time is over; say another."),
    gettext_noop("It was late."),
    gettext_noop("The firing before it was still under way."),
    gettext_noop("Paused by %(who)s."),
    gettext_noop("It was late, and so were times before it that are not listed."),
    gettext_noop("Too many firings before it were waiting."),
    gettext_noop("The schedule was paused."),
    gettext_noop("Its worker was gone before anything came of it."),
    gettext_noop("It failed, and the next firing took its place."),
    gettext_noop("It took too long."),
    gettext_noop("It broke: %(kind)s."),
    gettext_noop("It had failed, and the next firing came before it was tried again."),
    gettext_noop("The e-mail was not sent: %(kind)s."),
    gettext_noop("There is no active tool %(name)s."),
    gettext_noop("There is no active pipeline %(name)s."),
    gettext_noop("There is no agent %(name)s."),
    gettext_noop("There is no webhook %(name)s."),
    gettext_noop("Its next time cannot be told: %(why)s"),
    gettext_noop("user_id: %(count)s schedules are the most of one person."),
    gettext_noop("max_runs: It has fired that often already."),
    gettext_noop("every: %(count)s min are the least between two firings."),
    gettext_noop("timezone: %(zone)s is no zone of the IANA's list, such as Asia/Shanghai."),
)
# Of what is wrong with a schedule written by hand; the field is named before it.
FAULTS = (
    gettext_noop("Say true or false."),
    gettext_noop("You may not run tools and pipelines."),
    gettext_noop("Give one of cron, rrule, every and at."),
    gettext_noop("This is no cron expression of five fields."),
    gettext_noop("An expression has five fields: minute, hour, day, month, weekday."),
    gettext_noop("This never comes."),
    gettext_noop("This is over."),
    gettext_noop("This is too far ahead."),
    gettext_noop("These are too many expressions."),
    gettext_noop("This is out of range."),
    gettext_noop("A single moment has no start, end or count."),
    gettext_noop("This is no duration such as PT45M."),
    gettext_noop("A minute is the shortest."),
    gettext_noop("This is no rule of RFC 5545 that is known here."),
    gettext_noop("FREQ is HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY."),
    gettext_noop("This FREQ does not go with these parts."),
    gettext_noop("Give COUNT or UNTIL, not both."),
    gettext_noop("INTERVAL is too large, or no number."),
    gettext_noop("COUNT is between 1 and 10,000."),
    gettext_noop("BYSECOND is 0: the minute is the finest."),
    gettext_noop("UNTIL is a day or a moment, such as 20261231T170000Z."),
    gettext_noop("Say the time: BYHOUR and BYMINUTE, or starts_at."),
    gettext_noop("Say the day: BYDAY or BYMONTHDAY, or starts_at."),
    gettext_noop("This is no ISO 8601 moment."),
)
