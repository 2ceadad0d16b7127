"""Remind people of what they planned: inbox, webhooks, the agent's next call, and e-mail."""

from __future__ import annotations

from smtplib import SMTPException
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage

from apps.scheduling.agent_messages import leave_message
from apps.scheduling.ask_further import language_of
from apps.scheduling.carry_out_run import Outcome
from apps.scheduling.domain.fired_text import MARKS, fired_text
from apps.scheduling.models import ScheduleRun
from apps.tenants.grants import BY_ROLE, Grant
from apps.tenants.isolation import tenant_context
from apps.tenants.models import Membership
from apps.tenants.notify_members import notify_members
from apps.webhooks.domain.event import Event
from apps.webhooks.queue_deliveries import queue_deliveries

if TYPE_CHECKING:
    from apps.scheduling.models import Schedule

SOURCE = "schedule"
NAMELESS = {"zh": "你安排的事", "en": "What you planned"}
BODY = {
    "zh": "{text}\n\n时间：{at}\n这是你自己安排的提醒，可在日程里修改或停用。\n",
    "en": "{text}\n\nTime: {at}\nYou planned this reminder; change or stop it in your schedules.\n",
}


def send_reminder(schedule: Schedule, run: ScheduleRun) -> Outcome:
    """Remind in every way that is asked for; a repeat sends only what was not sent."""
    tenant, text = schedule.tenant, text_of(schedule)
    done: dict[str, Any] = dict(run.result or {})
    with tenant_context(tenant.pk):
        members = members_for(schedule)
        if members:
            done["inbox"] = notify_members(
                tenant,
                to=[one.user.email for one in members],
                title=text,
                text=body_of(schedule, run),
                source=(SOURCE, run.idempotency_key),
            )
        done["webhooks"] = queue_deliveries(
            tenant,
            Event.SCHEDULE_FIRED,
            told_of(schedule, run),
            key=run.idempotency_key,
            only=schedule.target_ref,
        )
        if schedule.end_user and not schedule.end_user.membership_id:
            leave_message(run, text, end_user=schedule.end_user)
            done["agent"] = 1
    return _send_mails(schedule, run, done)


def members_for(schedule: Schedule) -> list[Membership]:
    """Whom a reminder is for: the owner, else the member that the person is, else reviewers."""
    rows = Membership.objects.for_tenant(schedule.tenant).filter(user__is_active=True)
    rows = rows.select_related("user").order_by("pk")
    person = schedule.end_user
    for pk in (schedule.owner_id, person.membership_id if person else None):
        if pk and (found := list(rows.filter(pk=pk))):
            return found
    reviewing = [role for role, grants in BY_ROLE.items() if Grant.REVIEW in grants]
    return list(rows.filter(role__in=reviewing))


def _send_mails(schedule: Schedule, run: ScheduleRun, done: dict[str, Any]) -> Outcome:
    if schedule.target_params.get("email") is not True:
        return Outcome(is_ok=True, result=done)
    with tenant_context(schedule.tenant_id):
        own = bool(schedule.owner_id or (schedule.end_user and schedule.end_user.membership_id))
        addresses = [one.user.email for one in members_for(schedule)] if own else []
    for address in addresses:
        if address in done.get("mailed", []):
            continue
        try:
            _mail(schedule, run, address)
        except (OSError, SMTPException) as error:
            said = f"The e-mail was not sent: {type(error).__name__}."
            return Outcome(is_ok=False, detail=said, result=done)
        done["mailed"] = [*done.get("mailed", []), address]
        with tenant_context(schedule.tenant_id):  # at once: a worker that is killed tells nobody
            mine = ScheduleRun.objects.for_tenant(schedule.tenant)
            mine.filter(pk=run.pk, claim=run.claim).update(result=done)
    return Outcome(is_ok=True, result=done)


def _mail(schedule: Schedule, run: ScheduleRun, address: str) -> None:
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    subject = f"{MARKS[_language(schedule)]} {text_of(schedule)}"[:200]
    message_id = f"<{run.pk}@{domain}>"
    EmailMessage(
        subject, body_of(schedule, run), to=[address], headers={"Message-ID": message_id}
    ).send()


def text_of(schedule: Schedule) -> str:
    """What a firing says, in one line that plans nothing."""
    return fired_text(schedule.task, schedule.name) or NAMELESS[_language(schedule)]


def body_of(schedule: Schedule, run: ScheduleRun) -> str:
    """Write a reminder in the language of what was planned."""
    at = run.scheduled_for.astimezone(ZoneInfo(schedule.timezone))
    said = f"{at:%Y-%m-%d %H:%M} ({schedule.timezone})"
    return BODY[_language(schedule)].format(text=text_of(schedule), at=said)


def told_of(schedule: Schedule, run: ScheduleRun) -> dict[str, Any]:
    """What a webhook is told of a firing."""
    return {
        "schedule": str(schedule.pk),
        "run": str(run.pk),
        "text": text_of(schedule),
        "scheduled_for": run.scheduled_for.isoformat(),
        "timezone": schedule.timezone,
        "user_id": schedule.end_user.external_id if schedule.end_user else None,
        "idempotency_key": run.idempotency_key,
    }


def _language(schedule: Schedule) -> str:
    return language_of(schedule.task or schedule.name)
