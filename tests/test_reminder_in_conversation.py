"""A reminder, from a sentence said to an agent until it is in the inbox, the mail and a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from apps.learning.tasks import carry_out_firings
from apps.scheduling.models import PersonZone, Schedule, ScheduleRun
from apps.scheduling.tasks import fire_everywhere
from apps.tenants.models import EndUser, Notice
from apps.webhooks.deliver import deliver
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.resume_deliveries import due_deliveries
from tests.http_servers import serving
from tests.loopback import dead_address
from tests.smtp_sink import mail_server
from tests.webhooks.receivers import Answers, make_webhook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from time_machine import Traveller

    from tests.cast import Team
    from tests.http_servers import Server
    from tests.smtp_sink import Sink

NOON = datetime(2026, 3, 2, 4, tzinfo=UTC)  # a Monday, in Shanghai
NINE = datetime(2026, 3, 3, 1, tzinfo=UTC)  # of the next day, there
HOOK = "/api/v1/hooks/claude-code?user=mira"


@dataclass(frozen=True)
class Told:
    """What the person says, and what they are reminded of."""

    request: str
    yes: str
    task: str
    cron: str
    body: str


CHINESE = Told("每天早上9点提醒我查房", "确认", "查房", "0 9 * * *", "这是你自己安排的提醒")
ENGLISH = Told(
    "remind me every weekday at 9am to check the wards",
    "yes",
    "check the wards",
    "0 9 * * 1-5",
    "You planned this reminder",
)
BOTH = pytest.mark.parametrize("told", [CHINESE, ENGLISH], ids=["zh", "en"])


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Traveller) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def mira(clinic: Team) -> Team:
    """A member whom an agent knows as mira, in Shanghai."""
    person = EndUser.objects.create(
        tenant=clinic.tenant, external_id="mira", membership=clinic.members["member"]
    )
    PersonZone.objects.create(tenant=clinic.tenant, end_user=person, timezone="Asia/Shanghai")
    return clinic


@pytest.fixture
def postbox(settings: Any) -> Iterator[Sink]:
    """Django's own SMTP, to a server on this machine."""
    with mail_server() as sink:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        settings.EMAIL_HOST_USER, settings.EMAIL_USE_TLS = "", False
        yield sink


@pytest.fixture
def receiver() -> Iterator[Server]:
    with serving(Answers([204])) as server:
        yield server


def say(team: Team, prompt: str) -> str:
    body = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": prompt}
    answer = team.client("agent").post(HOOK, {**body, "prompt_id": prompt}).json()
    return str(answer.get("hookSpecificOutput", {}).get("additionalContext", ""))


def plan(team: Team, told: Told) -> Schedule:
    """Say it and agree; then ask for an e-mail as well, as only the API can."""
    assert told.task in say(team, told.request)
    assert not Schedule.objects.for_tenant(team.tenant).exists()
    assert told.task in say(team, told.yes)
    schedule = Schedule.objects.for_tenant(team.tenant).get()
    path = f"/api/v1/schedules/{schedule.pk}"
    target = {"kind": "reminder", "params": {"email": True}}
    http = team.client("admin").http
    changed = http.patch(path, {"target": target}, content_type="application/json")
    assert changed.status_code == 200, changed.content
    return schedule


def come_to(when: datetime, clock: Traveller, team: Team) -> None:
    """Let the beat and the workers do what they do at a moment, each of them twice."""
    clock.move_to(when, tick=False)
    for _ in range(2):
        fire_everywhere()
        due = ScheduleRun.objects.for_tenant(team.tenant).filter(state="due")
        carry_out_firings(str(team.tenant.pk), [str(run.pk) for run in due])
    for _ in range(2):
        for pk in due_deliveries(team.tenant, now=timezone.now()):
            deliver(team.tenant, pk)


@BOTH
def test_what_was_said_comes_at_its_time(
    mira: Team, time_machine: Traveller, postbox: Sink, receiver: Server, told: Told
):
    _, secret = make_webhook(mira, receiver.url, events=["schedule.fired"])
    schedule = plan(mira, told)
    come_to(NINE - timedelta(minutes=1), time_machine, mira)
    assert (receiver.asked, postbox.came) == ([], [])
    come_to(NINE, time_machine, mira)
    run = ScheduleRun.objects.for_tenant(mira.tenant).get()
    assert (schedule.cron, run.state, run.scheduled_for) == ([told.cron], "succeeded", NINE)
    notice = Notice.objects.for_tenant(mira.tenant).get()
    assert (notice.recipient, notice.title) == (mira.members["member"], told.task)
    [letter] = postbox.came
    assert letter["To"] == "member@clinic.example"
    assert told.task in str(letter["Subject"])
    assert told.body in letter.get_content()
    [asked] = receiver.asked
    heard = Verifier(secret).verify(asked.body, asked.headers)
    assert (heard["type"], heard["data"]["text"]) == ("schedule.fired", told.task)
    assert heard["data"]["idempotency_key"] == run.idempotency_key


@BOTH
def test_a_server_that_was_down_hears_of_it_once(
    mira: Team, time_machine: Traveller, postbox: Sink, receiver: Server, told: Told
):
    make_webhook(mira, dead_address(), events=["schedule.fired"])
    plan(mira, told)
    come_to(NINE, time_machine, mira)
    come_to(NINE + timedelta(minutes=1), time_machine, mira)
    waiting = WebhookDelivery.objects.for_tenant(mira.tenant).get()
    assert (waiting.state, waiting.attempts) == ("waiting", 2)
    Webhook.objects.for_tenant(mira.tenant).update(url=receiver.url)
    for minutes in (2, 5, 30):
        come_to(NINE + timedelta(minutes=minutes), time_machine, mira)
    assert [asked.json["data"]["text"] for asked in receiver.asked] == [told.task]
    assert len(postbox.came) == Notice.objects.for_tenant(mira.tenant).count() == 1
