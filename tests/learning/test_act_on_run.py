"""A firing reaches its target once, however often it is tried; a wrong target is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core import mail

from apps.errors import DomainError
from apps.evolution.models import PipelineRun
from apps.evolution.register_tool import register_tool
from apps.learning.act_on_run import act_on_run
from apps.scheduling.agent_messages import hand_over
from apps.scheduling.carry_out_run import carry_out_run
from apps.scheduling.change_schedule import create_schedule, edit_schedule
from apps.scheduling.confirm_schedule import Purpose
from apps.scheduling.domain.spec import Kind, Spec
from apps.scheduling.fire_due import tick
from apps.scheduling.message_models import AgentMessage
from apps.scheduling.models import RunState, Schedule, ScheduleRun
from apps.tenants.back_off import WAITS
from apps.tenants.models import Agent, EndUser, Notice
from apps.webhooks.models import WebhookDelivery
from tests.evolution.runs import make_pipeline, make_tool, tool_step
from tests.http_servers import in_json, serving
from tests.scheduling.schedules import NINE, runs_of
from tests.webhooks.receivers import make_webhook

if TYPE_CHECKING:
    from time_machine import Traveller

    from tests.cast import Team

TEN = NINE + timedelta(hours=1)
HOURLY = Spec(Kind.CRON, cron=("0 * * * *",), timezone="UTC")
SCHEMA = {
    "type": "object",
    "properties": {"ward": {"type": "string"}},
    "required": ["ward"],
    "additionalProperties": False,
}


@pytest.fixture(autouse=True)
def _at_nine(time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)


def planned(team: Team, *, owner: str = "", person: str = "", **purpose: Any) -> Schedule:
    end_user = EndUser.objects.create(tenant=team.tenant, external_id=person) if person else None
    return create_schedule(
        team.tenant,
        HOURLY,
        purpose=Purpose(**{"task": "查房", **purpose}),
        by="ann",
        owner=team.members[owner] if owner else None,
        end_user=end_user,
    )


def fire(schedule: Schedule, clock: Traveller) -> ScheduleRun:
    """Fire a schedule at ten and carry the firing out twice, as two workers would."""
    clock.move_to(TEN, tick=False)
    tick(TEN)
    run = next(iter(runs_of(schedule)))
    for _ in range(2):
        carry_out_run(schedule.tenant, run.pk, act_on_run)
    run.refresh_from_db()
    return run


def test_a_reminder_reaches_its_owner_and_the_webhooks(clinic: Team, time_machine: Traveller):
    make_webhook(clinic, "https://hooks.example/in", events=["schedule.fired"])
    run = fire(planned(clinic, owner="member"), time_machine)
    assert run.state == RunState.SUCCEEDED
    notice = Notice.objects.for_tenant(clinic.tenant).get()
    assert (notice.recipient, notice.title) == (clinic.members["member"], "查房")
    delivery = WebhookDelivery.objects.for_tenant(clinic.tenant).get()
    assert (delivery.key, delivery.payload["text"]) == (run.idempotency_key, "查房")


def test_without_an_owner_the_reviewers_hear_of_it(clinic: Team, time_machine: Traveller):
    fire(planned(clinic), time_machine)
    told = Notice.objects.for_tenant(clinic.tenant).values_list("recipient__role", flat=True)
    assert set(told) == {"owner", "admin", "reviewer"}


def test_an_e_mail_that_failed_is_sent_later_and_nothing_else_again(
    clinic: Team, time_machine: Traveller, monkeypatch: pytest.MonkeyPatch
):
    schedule = planned(clinic, owner="member", target_params={"email": True})
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", _refuse)
        run = fire(schedule, time_machine)
    assert (run.state, run.detail) == (
        RunState.DUE,
        "The e-mail was not sent: ConnectionRefusedError.",
    )
    time_machine.move_to(TEN + WAITS[0], tick=False)
    for _ in range(2):
        carry_out_run(clinic.tenant, run.pk, act_on_run)
    assert [one.to for one in mail.outbox] == [["member@clinic.example"]]
    assert Notice.objects.for_tenant(clinic.tenant).count() == 1


def _refuse(*_: Any, **__: Any) -> None:
    raise ConnectionRefusedError


def test_a_person_without_an_account_hears_it_from_their_agent_once(
    clinic: Team, time_machine: Traveller
):
    fire(planned(clinic, person="mira"), time_machine)
    asked: dict[str, Any] = {"agent": "ward", "session_id": "s", "now": TEN}
    assert hand_over(clinic.tenant, user_id="tom", **asked) == []
    assert [one.text for one in hand_over(clinic.tenant, user_id="mira", **asked)] == ["查房"]
    assert hand_over(clinic.tenant, user_id="mira", **asked) == []


def test_an_agent_is_told_in_its_next_call_or_by_its_webhook(clinic: Team, time_machine: Traveller):
    Agent.objects.create(tenant=clinic.tenant, name="ward")
    schedule = planned(clinic, target="agent", target_ref="ward")
    run = fire(schedule, time_machine)
    assert AgentMessage.objects.for_tenant(clinic.tenant).get().run == run
    make_webhook(clinic, "https://hooks.example/in", events=["agent.message"])
    time_machine.move_to(TEN + timedelta(hours=1), tick=False)
    tick(TEN + timedelta(hours=1))
    later = list(runs_of(schedule))[-1]
    carry_out_run(clinic.tenant, later.pk, act_on_run)
    assert AgentMessage.objects.for_tenant(clinic.tenant).count() == 1
    assert WebhookDelivery.objects.for_tenant(clinic.tenant).get().payload["agent"] == "ward"


def test_a_tool_is_called_with_the_key_of_the_firing(clinic: Team, time_machine: Traveller):
    with serving(lambda _: in_json({"ok": True})) as server:
        register_tool(
            clinic.tenant,
            name="report",
            by=clinic.members["owner"],
            url=server.url,
            input_schema=SCHEMA,
            may_be_private=True,
        )
        schedule = planned(clinic, target="tool", target_ref="report", target_params={"ward": "7"})
        run = fire(schedule, time_machine)
    assert run.state == RunState.SUCCEEDED
    [asked] = server.asked
    assert (asked.json, asked.headers["idempotency-key"]) == ({"ward": "7"}, run.idempotency_key)
    with pytest.raises(DomainError, match=r"target\.params"):
        edit_schedule(schedule, by="ann", target_params={"ward": 7})


def test_a_pipeline_is_started_once(clinic: Team, time_machine: Traveller):
    make_tool(clinic.members["owner"], "report", "http://127.0.0.1:9/")
    pipeline = make_pipeline(clinic.tenant, [tool_step("first", "report")])
    schedule = planned(clinic, target="pipeline", target_ref=pipeline.name)
    run = fire(schedule, time_machine)
    started = PipelineRun.objects.for_tenant(clinic.tenant).get()
    assert (run.state, started.idempotency_key) == (RunState.SUCCEEDED, run.idempotency_key)


@pytest.mark.parametrize("target", ["tool", "pipeline", "agent", "reminder"])
def test_a_target_that_is_not_there_is_refused(clinic: Team, target: str):
    with pytest.raises(DomainError, match=r"target\.ref: There is no .* 'nobody'") as refused:
        planned(clinic, target=target, target_ref="nobody")
    assert refused.value.code == "unknown_target"


def test_what_fires_says_nothing_of_when(clinic: Team, time_machine: Traveller):
    fire(planned(clinic, owner="member", task="每天早上9点提醒我查房"), time_machine)
    assert Notice.objects.for_tenant(clinic.tenant).get().title == "查房"


def test_missed_times_are_one_event_a_schedule_and_tick(clinic: Team, time_machine: Traveller):
    make_webhook(clinic, "https://hooks.example/in", events=["schedule.missed"])
    planned(clinic, owner="member")
    late = NINE + timedelta(hours=3, minutes=30)
    time_machine.move_to(late, tick=False)
    tick(late)
    delivery = WebhookDelivery.objects.for_tenant(clinic.tenant).get()
    assert (delivery.event, delivery.payload["missed"]) == ("schedule.missed", 2)
