"""The admin's pages of schedules: what they show, and who may decide."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from apps.scheduling.domain.saying import say
from apps.scheduling.models import Holiday, Schedule, ScheduleProposal, ScheduleRun
from apps.tenants.grants import BY_ROLE, Grant
from tests.scheduling.api.test_schedules import write

if TYPE_CHECKING:
    from time_machine import Traveller

    from tests.cast import Team


@pytest.fixture
def schedule(clinic: Team) -> Schedule:
    write(clinic, user_id="ann", cron="0 9 * * 1-5", name="Report")
    return Schedule.objects.for_tenant(clinic.tenant).get()


def page(schedule: Schedule) -> str:
    return reverse("admin:scheduling_schedule_change", args=[schedule.pk])


def decide(team: Team, schedule: Schedule, decision: str, role: str = "admin", **body: Any) -> Any:
    typed = {"way": "cron", "written": "0 9 * * *", "timezone": "Asia/Shanghai", **body}
    return team.browser(role).post(page(schedule), {"decision": decision, **typed})


@pytest.mark.parametrize("model", [Schedule, ScheduleRun, ScheduleProposal, Holiday])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_lists_open(clinic: Team, schedule: Schedule, model: Any, language: str):
    browser = clinic.browser("reviewer")
    browser.cookies["django_language"] = language
    name = f"admin:scheduling_{model._meta.model_name}_changelist"
    assert browser.get(reverse(name)).status_code == 200


def test_a_schedule_is_said_in_the_readers_language(clinic: Team, schedule: Schedule):
    browser = clinic.browser("admin")
    assert "every weekday at 09:00" in browser.get(page(schedule)).content.decode()
    browser.cookies["django_language"] = "zh-hans"
    shown = browser.get(page(schedule)).content.decode()
    assert say(schedule.spec, "zh", datetime(2026, 1, 1)) in shown  # noqa: DTZ001 – a wall clock
    assert "Asia/Shanghai" in shown


def test_it_is_paused_with_a_reason_and_goes_on(clinic: Team, schedule: Schedule):
    assert decide(clinic, schedule, "pause", reason="Holidays").status_code == 302
    schedule.refresh_from_db()
    assert (schedule.status, schedule.pause_reason) == ("paused", "Holidays")
    decide(clinic, schedule, "resume")
    schedule.refresh_from_db()
    assert schedule.status == "active"


def test_it_runs_now(clinic: Team, schedule: Schedule):
    decide(clinic, schedule, "run")
    assert ScheduleRun.objects.for_tenant(clinic.tenant).get().by_hand


def test_a_click_that_is_sent_twice_is_one_run(clinic: Team, schedule: Schedule):
    shown = clinic.browser("admin").get(page(schedule)).content.decode()
    [key] = re.findall(r'name="request_key"\s+value="([0-9a-f-]{36})"', shown)
    runs = ScheduleRun.objects.for_tenant(clinic.tenant)
    decide(clinic, schedule, "run", request_key=key)
    runs.update(state="succeeded")
    decide(clinic, schedule, "run", request_key=key)
    assert runs.count() == 1
    decide(clinic, schedule, "run", request_key=f"{key}-another")
    assert runs.count() == 2


def test_a_preview_rests_on_the_holidays_that_the_schedule_rests_on(
    clinic: Team, schedule: Schedule, time_machine: Traveller
):
    time_machine.move_to(datetime(2026, 3, 2, tzinfo=UTC), tick=False)
    Holiday.objects.create(tenant=clinic.tenant, day=date(2026, 3, 3))
    Schedule.objects.for_tenant(clinic.tenant).update(skips_holidays=True)
    for shown in (
        decide(clinic, schedule, "preview", written="30 7 * * *").content.decode(),
        clinic.browser("admin").get(page(schedule)).content.decode(),
    ):
        assert "2026-03-04" in shown
        assert "2026-03-03" not in shown


def test_a_preview_changes_nothing(clinic: Team, schedule: Schedule):
    shown = decide(clinic, schedule, "preview", written="30 7 * * *").content.decode()
    assert shown.count("07:30</li>") == 5
    schedule.refresh_from_db()
    assert schedule.cron == ["0 9 * * 1-5"]


def test_it_is_changed_by_hand(clinic: Team, schedule: Schedule):
    decide(clinic, schedule, "edit", way="interval", written="PT2H", max_runs="4")
    schedule.refresh_from_db()
    assert (schedule.kind, schedule.every, schedule.max_runs) == ("interval", "PT2H", 4)


def test_what_is_wrong_is_said_beside_what_was_typed(clinic: Team, schedule: Schedule):
    answer = decide(clinic, schedule, "edit", written="every now and then <b>")
    assert answer.status_code == 400
    shown = answer.content.decode()
    assert "This is no cron expression of five fields." in shown
    assert "every now and then &lt;b&gt;" in shown


def test_a_reviewer_looks_and_decides_nothing(clinic: Team, schedule: Schedule):
    shown = clinic.browser("reviewer").get(page(schedule)).content.decode()
    assert "Run now" not in shown
    assert decide(clinic, schedule, "pause", role="reviewer").status_code == 403


def test_another_teams_schedule_is_not_there(clinic: Team, factory: Team, schedule: Schedule):
    answer = factory.browser("admin").get(page(schedule))
    assert answer.status_code == 302


def test_who_may_not_run_a_tool_may_not_fire_it_here(
    clinic: Team, schedule: Schedule, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(BY_ROLE, "reviewer", BY_ROLE["reviewer"] - {Grant.RUN})
    mine = Schedule.objects.for_tenant(clinic.tenant)
    mine.update(target="tool", owner=clinic.members["reviewer"])
    for decision in ("run", "edit"):
        refused = decide(clinic, schedule, decision, role="reviewer")
        assert refused.status_code == 403
        assert "target.kind" in refused.content.decode()
    assert decide(clinic, schedule, "pause", role="reviewer").status_code == 302
    assert not ScheduleRun.objects.for_tenant(clinic.tenant).exists()
