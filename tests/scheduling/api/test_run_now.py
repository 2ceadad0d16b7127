"""A click that is sent twice fires once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apps.scheduling.models import RunState, ScheduleRun
from tests.scheduling.schedules import make_schedule

if TYPE_CHECKING:
    from tests.cast import Team


def test_the_same_key_answers_the_same_run(clinic: Team):
    schedule = make_schedule(clinic.tenant)

    def click(key: str) -> Any:
        http = clinic.client("admin").http
        path = f"/api/v1/schedules/{schedule.pk}/run-now"
        return http.post(path, headers={"Idempotency-Key": key})

    first = click("a")
    ScheduleRun.objects.for_tenant(clinic.tenant).update(state=RunState.SUCCEEDED)
    assert (first.status_code, click("a").json()["id"]) == (202, first.json()["id"])
    assert click("b").json()["id"] != first.json()["id"]
    assert click("k" * 201).json()["code"] == "invalid_key"
