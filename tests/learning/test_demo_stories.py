"""The demo's invented work: enough of it, valid, in time, and worth learning from."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from apps.learning.demo.dates import day_words, fill
from apps.learning.demo.events import STORIES, DemoTenant, demo_events
from apps.learning.demo.stories_en import FACTORY_KINDS
from apps.learning.demo.stories_zh import CLINIC_KINDS
from apps.learning.demo.story import ONE_OFF, Call, Story, detour, failed, without
from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.schemas import Event

NOON = datetime(2026, 4, 15, 12, 0, tzinfo=UTC)
MOMENTS = [
    NOON,
    datetime(2026, 1, 1, 0, 1, tzinfo=UTC),
    datetime(2026, 3, 9, 4, 30, tzinfo=UTC),  # the day after Chicago's clocks went forward
    datetime(2026, 11, 14, 23, 59, tzinfo=UTC),  # 13 days after they went back
]
TENANTS: list[DemoTenant] = ["clinic", "factory"]
KINDS: list[tuple[DemoTenant, str]] = [("clinic", kind) for kind in CLINIC_KINDS] + [
    ("factory", kind) for kind in FACTORY_KINDS
]
CJK = re.compile(r"[\u4e00-\u9fff]")

both = pytest.mark.parametrize("tenant", TENANTS)


def calls_of(story: Story) -> list[Call]:
    return [call for turn in story.turns for call in turn.calls]


def requests_of(tenant: DemoTenant) -> list[str]:
    return [e.text or "" for e in demo_events(tenant, now=NOON) if e.type == "user_request"]


@both
def test_each_tenant_has_thirty_sessions_of_one_to_four_requests(tenant: DemoTenant) -> None:
    sessions = Counter(
        event.session_id for event in demo_events(tenant, now=NOON) if event.type == "user_request"
    )
    assert len(sessions) == 30
    assert set(sessions.values()) <= {1, 2, 3, 4}


@both
def test_every_event_has_its_own_id(tenant: DemoTenant) -> None:
    ids = [event.event_id for event in demo_events(tenant, now=NOON)]
    assert len(ids) == len(set(ids))


def test_the_two_tenants_share_no_session_and_no_person() -> None:
    clinic, factory = (demo_events(tenant, now=NOON) for tenant in TENANTS)
    assert not {e.session_id for e in clinic} & {e.session_id for e in factory}
    assert not {e.user_id for e in clinic} & {e.user_id for e in factory}


@both
def test_every_event_survives_the_border_as_json(tenant: DemoTenant) -> None:
    for event in demo_events(tenant, now=NOON):
        assert Event.model_validate_json(event.model_dump_json()) == event


@both
@pytest.mark.parametrize("now", MOMENTS)
def test_events_lie_in_order_within_the_fourteen_days_before_now(
    tenant: DemoTenant, now: datetime
) -> None:
    times = [event.timestamp for event in demo_events(tenant, now=now)]
    assert times == sorted(times)
    assert now - timedelta(days=14) <= times[0]
    assert times[-1] <= now


@both
def test_a_session_opens_with_a_request_and_ends_once(tenant: DemoTenant) -> None:
    sessions: dict[str, list[Event]] = {}
    for event in demo_events(tenant, now=NOON):
        sessions.setdefault(event.session_id, []).append(event)
    for events in sessions.values():
        kinds = [event.type for event in events]
        assert kinds[0] == "user_request"
        assert kinds[-1] == "session_end"
        assert kinds.count("session_end") == 1
        assert all(a.timestamp < b.timestamp for a, b in pairwise(events))


@both
def test_ids_and_words_stay_the_same_on_a_second_telling(tenant: DemoTenant) -> None:
    assert demo_events(tenant, now=NOON) == demo_events(tenant, now=NOON)
    later = demo_events(tenant, now=NOON + timedelta(days=40, hours=9))
    assert {e.event_id for e in later} == {e.event_id for e in demo_events(tenant, now=NOON)}


@pytest.mark.parametrize(("tenant", "kind"), KINDS)
def test_recurring_work_is_done_by_several_people_in_at_least_six_calls(
    tenant: DemoTenant, kind: str
) -> None:
    stories = [story for story in STORIES[tenant] if story.kind == kind]
    assert len(stories) >= 3
    assert len({story.user for story in stories}) >= 3
    assert all(len(story.turns[0].calls) >= 6 for story in stories)


@pytest.mark.parametrize(("tenant", "kind"), KINDS)
def test_recurring_work_can_be_learned_from_and_has_one_recovered_error(
    tenant: DemoTenant, kind: str
) -> None:
    chains = [story.turns[0].calls for story in STORIES[tenant] if story.kind == kind]
    clean = [chain for chain in chains if not any(call.error for call in chain)]
    tools = [[call.tool for call in chain] for chain in chains]
    assert len(clean) >= 2
    assert any(chain[-1].error == "" for chain in chains if chain not in clean)
    assert all(jaccard(tools[0], other) > 0.6 for other in tools[1:])
    assert len({str(chain) for chain in chains}) == len(chains)


@both
def test_no_two_kinds_of_recurring_work_use_the_same_tools(tenant: DemoTenant) -> None:
    kinds = {story.kind: story for story in STORIES[tenant] if story.kind != ONE_OFF}
    tools = [[call.tool for call in story.turns[0].calls] for story in kinds.values()]
    assert len(tools) >= 4
    assert all(jaccard(a, b) < 0.5 for i, a in enumerate(tools) for b in tools[i + 1 :])


def test_the_clinic_asks_in_chinese_and_the_factory_in_english() -> None:
    assert all(CJK.search(text) for text in requests_of("clinic"))
    assert not any(CJK.search(text) for text in requests_of("factory"))


@both
def test_there_is_praise_blame_and_a_number(tenant: DemoTenant) -> None:
    ratings = [e.feedback for e in demo_events(tenant, now=NOON) if e.type == "user_feedback"]
    assert {"positive", "negative"} <= {r for r in ratings if isinstance(r, str)}
    assert any(not isinstance(rating, str) for rating in ratings)


@both
def test_some_requests_are_abandoned(tenant: DemoTenant) -> None:
    turns = [turn for story in STORIES[tenant] for turn in story.turns]
    assert [turn.ask for turn in turns if not turn.reply]


@both
def test_one_problem_comes_back_in_several_sessions(tenant: DemoTenant) -> None:
    marks = {"clinic": "日期格式", "factory": "leading zeros"}
    hit = [
        story.user
        for story in STORIES[tenant]
        if any(marks[tenant] in call.error for call in calls_of(story))
    ]
    assert len(hit) >= 3
    assert len(set(hit)) >= 2


@both
@pytest.mark.parametrize(
    "mark", [r"Ignore previous instructions|忽略之前的所有指令", r"(?i)password="]
)
def test_what_must_not_be_learned_stands_in_one_tool_result_only(
    tenant: DemoTenant, mark: str
) -> None:
    events = demo_events(tenant, now=NOON)
    found = [event for event in events if re.search(mark, event.model_dump_json())]
    assert [event.type for event in found] == ["tool_execution"]
    assert re.search(mark, str(found[0].result))


@both
@pytest.mark.parametrize("now", MOMENTS)
def test_every_word_for_a_day_is_spelled_out(tenant: DemoTenant, now: datetime) -> None:
    for event in demo_events(tenant, now=now):
        assert not re.search(r"\$\{?[a-z]", event.model_dump_json())


def test_day_words_cross_the_turn_of_the_year() -> None:
    words = day_words(datetime(2026, 1, 2, tzinfo=UTC).date())
    assert (words["last_month"], words["last_month_end"]) == ("2025-12", "2025-12-31")
    assert (words["last_week"], words["last_monday"]) == ("2025-W52", "2025-12-22")
    assert (words["next_monday"], words["next_sunday"]) == ("2026-01-05", "2026-01-11")


def test_fill_reaches_nested_texts_and_leaves_other_dollars() -> None:
    value = {"a": ["$day月", 1], "b": {"c": "$(git log) $HOME"}}
    assert fill(value, {"day": "3"}) == {"a": ["3月", 1], "b": {"c": "$(git log) $HOME"}}


def test_detour_and_without_vary_a_chain() -> None:
    chain = (Call("read", {}), Call("write", {}))
    longer = detour(chain, failed("write", {}, "locked"), before="write")
    assert [(call.tool, call.error) for call in longer] == [
        ("read", ""),
        ("write", "locked"),
        ("write", ""),
    ]
    assert without(chain, "read") == (Call("write", {}),)
