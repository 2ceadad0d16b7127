"""A profile grows by what a person says over sessions, fades unconfirmed, and obeys its person."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from apps.profiles import update_profile as verb
from apps.profiles.correct_profile import (
    WrongFields,
    confirm_field,
    correct_field,
    forget_field,
    switch_learning,
)
from apps.profiles.domain.fields import FieldName, FieldSignal
from apps.profiles.models import FieldEvidence, ProfileField
from apps.profiles.read_profile import tell_profile
from apps.profiles.update_profile import update_profile
from apps.tenants.models import AuditEvent
from tests.profiles.people import START, known, learn, profile, run_of, say, values

if TYPE_CHECKING:
    from typing import Any

    from tests.cast import Team


def correct(team: Team, name: str, value: Any) -> None:
    correct_field(profile(team), name, value, by="lin", now=START)


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("I'm the head nurse of ward 7", "role", "head nurse"),
        ("我是七病区的护士长", "role", "护士长"),
        ("我们公司做物流", "industry", "物流"),
        ("I prefer concise answers", "communication_style", "concise"),
        ("I usually use PowerBI", "preferred_tools", "PowerBI"),
    ],
)
def test_what_is_said_outright_counts_at_once_with_its_quote(
    clinic: Team, said: str, field: str, value: str
):
    say(clinic, said)
    one = known(clinic)[field]
    assert (one.values, one.source) == ([value], "inferred")
    assert [quote.quote for quote in one.evidence] == [said]


@pytest.mark.parametrize(
    "said", ["My colleague is a nurse", "我同事是护士", "This once in English please", "这次用英文"]
)
def test_a_colleagues_job_and_a_wish_for_once_are_not_the_persons(clinic: Team, said: str):
    say(clinic, said)
    assert values(clinic) == {}


def test_a_models_slip_is_not_stored(clinic: Team):
    run = run_of(clinic, "My colleague is a nurse")
    slip = FieldSignal(FieldName.ROLE, "nurse", "is a nurse", Decimal("0.9"))
    invented = FieldSignal(FieldName.ROLE, "doctor", "I am a doctor", Decimal("0.9"))
    unheard = FieldSignal(FieldName.STYLE, "poetic", "My colleague", Decimal("0.9"))
    assert update_profile(run, [slip, invented, unheard], now=START) == []


def test_one_request_makes_no_preferred_language_but_several_sessions_do(clinic: Team):
    asked = ("帮我生成七病区的护理质量周报", "把上个月的床位数据统计一下", "核对一下药品库存清单")
    say(clinic, asked[0], session="s-0")
    say(clinic, asked[1], session="s-0")
    assert "preferred_language" not in values(clinic)
    for number in (1, 2):
        say(clinic, asked[number], session=f"s-{number}", day=number)
    assert values(clinic)["preferred_language"] == ["zh"]


def test_the_same_conversation_ten_times_adds_nothing(clinic: Team):
    run = run_of(clinic, "I'm a nurse, please build the weekly report for ward seven")
    learn(run)
    before = list(ProfileField.objects.for_tenant(clinic.tenant).values_list("name", "confidence"))
    for _ in range(10):
        learn(run)
    after = list(ProfileField.objects.for_tenant(clinic.tenant).values_list("name", "confidence"))
    assert after == before
    assert FieldEvidence.objects.for_tenant(clinic.tenant).count() == len(before)


def test_other_sessions_make_it_surer_up_to_a_limit(clinic: Team):
    for number in range(6):
        say(clinic, "I'm a nurse", session=f"s-{number}", day=number)
    assert known(clinic, day=6)["role"].confidence == Decimal("0.950")


def test_the_newer_and_as_sure_value_counts(clinic: Team):
    say(clinic, "I'm a nurse", session="s-1")
    say(clinic, "I'm a head nurse now", session="s-2", day=40)
    assert known(clinic, day=40)["role"].values == ["head nurse"]


def test_without_confirmation_it_fades_by_the_time_and_not_by_the_readings(clinic: Team):
    say(clinic, "I'm a nurse")
    assert known(clinic, day=30)["role"].confidence == Decimal("0.750")
    for _ in range(5):
        assert known(clinic, day=90)["role"].confidence == Decimal("0.375")
    say(clinic, "I'm a nurse at night", session="s-2", day=90)
    assert known(clinic, day=90)["role"].confidence > Decimal("0.75")


def test_a_persons_word_beats_inference_and_does_not_fade(clinic: Team):
    say(clinic, "I'm a nurse")
    correct(clinic, "role", "Head nurse")
    for number in range(4):
        say(clinic, "I'm a doctor", session=f"s-{number}", day=number)
    one = known(clinic, day=400)["role"]
    assert (one.values, one.source, one.confidence) == (["Head nurse"], "person", Decimal("1.000"))


def test_a_person_lists_their_tools(clinic: Team):
    say(clinic, "I usually use PowerBI")
    correct(clinic, "preferred_tools", ["Excel", "R"])
    assert sorted(values(clinic)["preferred_tools"]) == ["Excel", "R"]
    correct(clinic, "preferred_tools", ["R"])
    assert values(clinic)["preferred_tools"] == ["R"]


def test_a_confirmed_value_is_the_persons_word(clinic: Team):
    say(clinic, "I'm a nurse")
    confirm_field(profile(clinic), "role", by="lin", now=START + timedelta(days=1))
    one = known(clinic, day=300)["role"]
    assert (one.values, one.source) == (["nurse"], "person")
    assert len(one.evidence) == 1
    confirm_field(profile(clinic), "industry", by="lin", now=START)


def test_what_was_forgotten_comes_back_only_by_what_is_said_later(clinic: Team):
    run = run_of(clinic, "I'm a nurse")
    learn(run)
    forget_field(profile(clinic), "role", by="lin", now=START + timedelta(days=1))
    learn(run)
    assert "role" not in values(clinic)
    say(clinic, "I'm a nurse", session="s-2", day=2)
    assert values(clinic, day=2)["role"] == ["nurse"]


def test_switched_off_nothing_is_learned_or_used_and_all_is_kept(clinic: Team):
    say(clinic, "I'm a nurse")
    switch_learning(profile(clinic), on=False, by="lin")
    say(clinic, "I prefer concise answers", session="s-2")
    assert set(values(clinic)) == {"role", "industry"}
    assert tell_profile(profile(clinic), "Write the ward report", now=START).text == ""
    switch_learning(profile(clinic), on=True, by="lin")
    assert "nurse" in tell_profile(profile(clinic), "Write the ward report", now=START).text


def test_a_failed_update_leaves_the_last_good_profile(
    clinic: Team, monkeypatch: pytest.MonkeyPatch
):
    say(clinic, "I'm a nurse")
    before = values(clinic)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(verb, "_drop_old_topics", fail)
    with pytest.raises(RuntimeError):
        say(clinic, "I'm a doctor", session="s-2", day=1)
    assert values(clinic) == before


def test_topics_are_those_of_the_last_seven_days(clinic: Team):
    say(clinic, "Build the weekly report for ward seven", session="s-1")
    say(clinic, "核对一下药品库存清单", session="s-2", day=6)
    assert len(known(clinic, day=6)["recent_topics"].values) == 2
    assert known(clinic, day=8)["recent_topics"].values == ["药品库存清单"]
    assert "recent_topics" not in known(clinic, day=20)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("shoe_size", "43"),
        ("expertise_level", "guru"),
        ("communication_style", ["concise"]),
        ("preferred_language", "the one I speak"),
        ("preferred_tools", []),
        ("preferred_tools", ["x"] * 11),
        ("recent_topics", ["beds"]),
        ("active_pain_points", None),
        ("role", "x" * 101),
        ("role", ""),
        ("role", 7),
    ],
)
def test_a_value_that_a_field_cannot_have_is_refused_by_name(clinic: Team, name: str, value: Any):
    say(clinic, "I'm a nurse")
    with pytest.raises(WrongFields, match=f"fields.{name}: "):
        correct(clinic, name, value)


def test_the_log_names_the_field_and_not_the_value(clinic: Team):
    say(clinic, "I'm a nurse")
    correct(clinic, "role", "Head nurse")
    forget_field(profile(clinic), "role", by="lin", now=timezone.now())
    log = AuditEvent.objects.for_tenant(clinic.tenant).filter(target_kind="profile")
    assert {one.action for one in log} == {"correct_profile", "forget_profile"}
    assert "nurse" not in str([one.detail for one in log]).lower()


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Write the report for the ward", "[User profile] role: nurse; industry: healthcare"),
        ("写一份病区的周报", "[用户画像] 角色：nurse；行业：healthcare"),
        ("What is the capital of France?", ""),
        ("谢谢", ""),
    ],
)
def test_an_agent_is_told_only_what_helps(clinic: Team, message: str, line: str):
    say(clinic, "I'm a nurse")
    say(clinic, "I work in a hospital", session="s-2")
    assert tell_profile(profile(clinic), message, now=START).text == line


def test_open_problems_are_told_where_the_message_touches_them(clinic: Team):
    say(clinic, "I'm a nurse")
    open_problems = ["the bed report cannot be exported"]
    told = tell_profile(
        profile(clinic), "export the bed report again", now=START, pain_points=open_problems
    )
    assert "open problems: the bed report" in told.text
    other = tell_profile(profile(clinic), "fix my chair", now=START, pain_points=open_problems)
    assert other.text == ""


def test_what_has_faded_is_not_told(clinic: Team):
    say(clinic, "I'm a nurse")
    later = START + timedelta(days=150)
    assert tell_profile(profile(clinic), "Write the ward report", now=later).text == ""
