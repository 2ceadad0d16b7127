"""What retention removed stays counted; what an erasure removes does not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.feedback.record_feedback import record_feedback
from apps.learning.erase_person import erase_person
from apps.learning.reflect import reflect
from apps.learning.roll_up import rebuild_roll_ups, roll_up
from apps.trajectories.apply_retention import apply_retention, remove_old_trajectories
from apps.trajectories.models import Trajectory
from tests.learning.rolled import rolled, rolled_tools, work_ago

if TYPE_CHECKING:
    from tests.cast import Team

FAIL = ("query_beds", {"n": 1}, "error")


def catch_up(team: Team) -> None:
    roll_up(team.tenant, now=timezone.now())


def rebuild(team: Team) -> None:
    rebuild_roll_ups(team.tenant, now=timezone.now())


def test_runs_that_are_no_longer_kept_stay_counted(clinic: Team):
    for days in (95, 93, 60, 1):
        work_ago(clinic, days, "Read", FAIL)
    catch_up(clinic)
    counted, tools = rolled(clinic), rolled_tools(clinic)
    assert tools == {"Read": (4, 0), "query_beds": (4, 4)}
    apply_retention(now=timezone.now())
    assert Trajectory.objects.for_tenant(clinic.tenant).count() == 2
    for count in (catch_up, rebuild):
        count(clinic)
        assert (rolled(clinic), rolled_tools(clinic)) == (counted, tools)
    written = reflect(clinic.tenant, now=timezone.now(), trigger="manual")
    assert written.report["trajectories"] == 4


def test_when_all_runs_are_gone_the_figures_stay(clinic: Team):
    work_ago(clinic, 3, "Read")
    catch_up(clinic)
    counted = rolled(clinic)
    remove_old_trajectories(clinic.tenant, before=timezone.now() + timedelta(days=1))
    rebuild(clinic)
    assert rolled(clinic) == counted


def test_a_day_that_lost_some_of_its_runs_is_left_as_it_was_counted(clinic: Team):
    early = work_ago(clinic, 20, "Read", session="early")
    later = work_ago(clinic, 20, "Edit", session="later")
    opened = early.opened_at.replace(hour=1)
    Trajectory.objects.for_tenant(clinic.tenant).filter(pk=early.pk).update(opened_at=opened)
    later.opened_at = opened.replace(hour=2)
    later.save(update_fields=["opened_at"])
    catch_up(clinic)
    counted = rolled(clinic)
    remove_old_trajectories(clinic.tenant, before=opened + timedelta(minutes=1))
    record_feedback(later, "negative", by="tom", member=None)
    catch_up(clinic)
    assert rolled(clinic) == counted


def test_calls_stay_counted_when_only_the_steps_are_gone(clinic: Team):
    run = work_ago(clinic, 50, "Read", FAIL)
    catch_up(clinic)
    tools = rolled_tools(clinic)
    apply_retention(now=timezone.now())
    record_feedback(run, "positive", by="tom", member=None)
    catch_up(clinic)
    assert rolled_tools(clinic) == tools
    assert [row[4] for row in rolled(clinic)] == [1], "the score is the new one"


def test_erased_runs_leave_even_the_days_whose_steps_are_gone(clinic: Team):
    work_ago(clinic, 50, "Read", "mira_only", session="hers", user_id="mira")
    work_ago(clinic, 50, "Read", session="his", user_id="tom")
    catch_up(clinic)
    apply_retention(now=timezone.now())
    erase_person(clinic.tenant, "mira", by="admin")
    assert [row[2:4] for row in rolled(clinic)] == [(1, 1)]
    assert set(rolled_tools(clinic)) == {"Read"}
    erase_person(clinic.tenant, "tom", by="admin")
    assert rolled(clinic) == []
    assert rolled_tools(clinic) == {}


def test_the_halves_of_a_day_that_is_gone_have_its_mean(clinic: Team):
    for days, score in ((40, "0.2"), (40, "0.4"), (40, "0.6"), (1, "0.9")):
        run = work_ago(clinic, days, "Read", session=f"{days}-{score}")
        record_feedback(run, float(score), by="tom", member=None)
    catch_up(clinic)
    remove_old_trajectories(clinic.tenant, before=timezone.now() - timedelta(days=10))
    written = reflect(clinic.tenant, now=timezone.now(), trigger="manual")
    assert (written.report["average_score"], written.report["trend"]) == (0.525, "improving")
