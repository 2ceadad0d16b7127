"""The admin's pages of runs: found by words, shown step by step, and nothing in them is live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from apps.trajectories.models import Step, Trajectory
from tests.make import make_event, make_run_events, make_trajectory, record
from tests.plant import plant_everything

if TYPE_CHECKING:
    from tests.cast import Team

LIST = "/admin/trajectories/trajectory/"


def page_of(row: Any) -> str:
    return reverse(f"admin:trajectories_{row._meta.model_name}_change", args=[row.pk])


def test_a_run_shows_its_request_steps_reply_and_score(clinic: Team):
    plant_everything(clinic, "ward")
    run = Trajectory.objects.for_tenant(clinic.tenant).earliest("started_at")
    page = clinic.browser("reviewer").get(page_of(run)).content.decode()
    steps = ["fetch_orders", "fetch_invoices", "match_lines"]
    places = [page.index(f"<strong>{tool}</strong>") for tool in steps]
    assert places == sorted(places)
    assert "All lines of ward match." in page
    assert "no errors" in page


def test_a_long_run_shows_its_first_200_steps_and_says_so(clinic: Team):
    run = make_trajectory(clinic.tenant, tools=[f"tool_{number}" for number in range(210)])
    assert Step.objects.of_trajectory(run).count() > 200
    page = clinic.browser("reviewer").get(page_of(run)).content.decode()
    assert page.count('class="jm-step ') == 200
    assert "The first 200 of 212 steps are shown" in page


def test_runs_are_found_by_the_words_of_the_request_in_both_languages(clinic: Team):
    make_trajectory(clinic.tenant, session="en", intent="Count the infusion pumps")
    make_trajectory(clinic.tenant, session="zh", intent="统计输液泵的数量")
    browser = clinic.browser("reviewer")
    for word, found, other in (("pumps", "infusion", "输液泵"), ("输液泵", "输液泵", "infusion")):
        page = browser.get(LIST, {"q": word}).content.decode()
        assert found in page
        assert other not in page


def test_an_unknown_value_of_a_filter_is_no_error(clinic: Team):
    browser = clinic.browser("reviewer")
    for query in ("agent=nobody", "status=%00", "outcome=x", "p=9999999", "o=99.x"):
        answer = browser.get(f"{LIST}?{query}", follow=True)
        assert answer.status_code == 200, query


def test_text_of_agents_is_never_live(clinic: Team):
    attack = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    events = make_run_events(
        intent=f"Do it {attack}", tools=[("run", {"note": attack}, "error")], reply=attack
    )
    record(clinic.tenant, [*events, make_event("llm_generation", text=attack)])
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    browser = clinic.browser("reviewer")
    for path in (page_of(run), page_of(run.session), LIST):
        page = browser.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
