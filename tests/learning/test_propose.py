"""Repeated work becomes one proposal: new, an improvement, a revival; never the same one twice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from skills_ref.parser import parse_frontmatter
from skills_ref.validator import validate_metadata

from apps.evolution.decide_proposal import approve_proposal, edit_proposal, reject_proposal
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import Proposal, ProposalEvidence, Skill
from apps.experiences.count_reuse import count_reuse
from apps.experiences.models import Experience
from apps.tenants.models import AuditEvent
from tests.learning.sessions import (
    REPORT,
    REPORT_TOOLS,
    STOCK,
    STOCK_TOOLS,
    hold,
    run_loop,
    run_of,
    runs_of,
    teach,
)

if TYPE_CHECKING:
    from tests.cast import Team

# The same job asked for in words that share little with the first ones.
REWORDED = {
    "en": (
        "Please make the weekly quality report of ward three and mail it to the head nurse",
        "Weekly quality report for ward twelve: build it, then send it to the head nurse",
    ),
    "zh": (
        "请做一份三病区的护理质量周报，做完发给护士长",
        "十二病区护理质量周报：做好之后发给护士长",
    ),
}
both = pytest.mark.parametrize("language", ["en", "zh"])


def proposals(team: Team) -> list[Proposal]:
    return list(Proposal.objects.for_tenant(team.tenant).order_by("created_at"))


def teach_twice(team: Team, wordings: tuple[str, str], name: str = "first", **run: Any) -> None:
    for number, intent in enumerate(wordings):
        teach(team, run_of(intent, **run), session=f"{name}-{number}")


@both
def test_two_runs_of_one_kind_become_one_proposal_with_their_evidence(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language])
    (made,) = proposals(clinic)
    assert (made.action, made.status, made.trigger) == ("create", "pending", "similar_runs")
    assert (made.language, made.kind) == (language, "skill")
    evidence = ProposalEvidence.objects.for_tenant(clinic.tenant).order_by("quote")
    assert [piece.quote for piece in evidence] == sorted(REPORT[language])
    assert {piece.trajectory_id for piece in evidence} == {
        runs_of(clinic, f"first-{number}")[0].pk for number in (0, 1)
    }
    assert runs_of(clinic, "first-0")[0].synthesized_skill == made.name


@pytest.mark.parametrize(
    ("request_said", "question", "answer"),
    [
        (
            "Book the operating room for the hip replacement",
            "Which staff number, surgeon and ward is it for?",
            "My staff number is A-{}, the surgeon is Eve Fox and the ward is seven",
        ),
        (
            "预约髋关节置换手术的手术室",
            "请问您的工号、主刀医生和病区是什么？",
            "我的工号是A-{}，主刀医生是林晓，病区是七病区",
        ),
    ],
)
def test_what_the_agent_asked_for_is_part_of_the_work_and_not_its_name(
    clinic: Team, request_said: str, question: str, answer: str
):
    tools = [("find_rooms", {}), ("check_staff", {}), *(("book_room", {"n": n}) for n in range(4))]
    for number in (0, 1):
        asked = run_of(request_said, tools=[], reply=question)
        told = run_of(answer.format(4711 + number), tools=tools)
        teach(clinic, asked, told, session=f"asked-{number}")
    (made,) = proposals(clinic)
    assert made.title in request_said
    evidence = ProposalEvidence.objects.for_tenant(clinic.tenant)
    assert [piece.quote for piece in evidence] == [request_said] * 2
    assert all(
        finding["verdict"] == "pass" for finding in made.gate if finding["check"] == "grounding"
    )


@both
def test_one_session_alone_proposes_nothing_whatever_it_repeats(clinic: Team, language: str):
    wordings = (*REPORT[language], *REWORDED[language])
    teach(clinic, *(run_of(intent) for intent in wordings), session="insistent")
    assert proposals(clinic) == []


def test_a_session_gives_its_best_run_and_lends_its_weight_once(clinic: Team):
    again = [run_of(intent) for intent in (REPORT["en"][0], *REWORDED["en"])]
    hold(clinic, *again, session="insistent")
    teach(clinic, run_of(REPORT["en"][1]), session="other")
    (made,) = proposals(clinic)
    runs = {run.pk: run for name in ("insistent", "other") for run in runs_of(clinic, name)}
    evidence = ProposalEvidence.objects.for_tenant(clinic.tenant)
    drawn = [runs[piece.trajectory_id].session_id for piece in evidence]
    assert len(drawn) == len(set(drawn)) == 2
    assert {run.synthesized_skill for run in runs.values()} == {made.name}


@both
def test_the_findings_of_the_gate_are_there_from_the_start(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language])
    (made,) = proposals(clinic)
    checks = [one["check"] for one in made.gate]
    assert {"format", "name", "near_duplicate", "grounding", "security"} <= set(checks)
    assert {one["verdict"] for one in made.gate} == {"pass"}


@both
def test_its_text_is_valid_for_every_loader(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language], "report")
    teach_twice(clinic, STOCK[language], "stock", tools=STOCK_TOOLS)
    assert len(proposals(clinic)) == 2
    for made in proposals(clinic):
        fields, body = parse_frontmatter(made.content)
        assert validate_metadata(fields, Path(made.name)) == []
        assert made.name.isascii()
        tools = STOCK_TOOLS if STOCK_TOOLS[0] in body else REPORT_TOOLS
        assert [tool for tool in tools if f"`{tool}`" not in body] == []


@both
def test_the_first_run_of_a_kind_proposes_nothing(clinic: Team, language: str):
    teach(clinic, run_of(REPORT[language][0]), run_of(STOCK[language][0], STOCK_TOOLS))
    assert proposals(clinic) == []


def test_short_work_of_two_people_proposes_nothing(clinic: Team):
    for person, intent in zip(("ana", "ben"), REPORT["en"], strict=True):
        teach(clinic, run_of(intent, REPORT_TOOLS[:4]), session=f"of-{person}", user_id=person)
    assert proposals(clinic) == []
    assert Experience.objects.for_tenant(clinic.tenant).count() >= 1


def test_a_tenants_own_thresholds_count(clinic: Team):
    clinic.tenant.settings = {"synthesis": {"minSimilarTrajectories": 3, "minToolCount": 2}}
    teach_twice(clinic, REPORT["en"], tools=REPORT_TOOLS[:3])
    assert proposals(clinic) == []
    teach(clinic, run_of(REWORDED["en"][0], REPORT_TOOLS[:3]), session="third")
    assert [made.trigger for made in proposals(clinic)] == ["similar_runs"]


@both
def test_the_same_kind_in_other_words_joins_what_waits(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language])
    teach_twice(clinic, REWORDED[language], "again")
    assert [(made.action, made.status) for made in proposals(clinic)] == [("create", "pending")]


@both
def test_what_joins_lends_its_runs_to_what_waits(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language], user_id="ana")
    assert proposals(clinic)[0].end_user is not None
    teach_twice(clinic, REWORDED[language], "again", user_id="ben")
    (made,) = proposals(clinic)
    assert made.evidence.count() == 4
    assert made.end_user is None
    assert {one["verdict"] for one in made.gate} == {"pass"}


PARTING = {
    "en": (
        "Book the operating room of ward {} for a hip replacement",
        "Two rooms are free, A and B. Please let me know which one you would like to book.",
        "Room A sounds right, book that one for the whole morning",
        "Thank you so much, that was all",
    ),
    "zh": (
        "给{}病区预约一间做髋关节置换的手术室",
        "有A、B两间手术室空闲，请确认要预约哪一间。",
        "A间合适，就预约这间，要用整个上午",
        "非常感谢您的帮助",
    ),
}


@both
def test_work_that_goes_on_over_turns_is_one_run_and_a_parting_word_none(
    clinic: Team, language: str
):
    asked, offer, chosen, thanks = PARTING[language]
    looked = [("find_rooms", {}), ("check_staff", {}), ("get_rota", {})]
    booked = [("book_room", {"room": "A"}), ("send_note", {"to": "ward"})]
    for number in (7, 9):
        teach(
            clinic,
            run_of(asked.format(number), tools=looked, reply=offer),
            run_of(chosen, tools=booked, reply="OK"),
            run_of(thanks, tools=[], reply=""),
            session=f"booked-{number}",
        )
    (made,) = proposals(clinic)
    document = parse(made.content)
    assert set(document.tools) == {
        "find_rooms",
        "check_staff",
        "get_rota",
        "book_room",
        "send_note",
    }
    assert [piece.quote for piece in made.evidence.order_by("quote")] == [
        asked.format(number) for number in (7, 9)
    ]


@both
def test_work_that_ended_in_a_refusal_is_no_procedure(clinic: Team, language: str):
    asked = PARTING[language][0]
    refusal = {"en": "Unfortunately, no room can be booked.", "zh": "很抱歉，无法预约手术室。"}
    looked = [
        ("find_rooms", {}),
        ("get_staff", {}),
        ("get_rota", {}),
        ("list_rules", {}),
        ("get_day", {}),
    ]
    for number in (7, 9):
        refused = run_of(asked.format(number), tools=looked, reply=refusal[language])
        teach(clinic, refused, session=f"refused-{number}")
    assert proposals(clinic) == []


def test_steps_that_say_no_more_than_read_and_change_are_not_put_up(clinic: Team):
    wordings = ("Implement the plan of the login page", "Implement the plan of the search page")
    for number, intent in enumerate(wordings):
        tools = [("Read", {"file_path": f"a{number}.py"}), ("Edit", {"file_path": f"a{number}.py"})]
        teach(clinic, run_of(intent, [*tools, *tools, *tools]), session=f"plan-{number}")
    assert proposals(clinic) == []


@both
def test_what_was_rejected_is_not_proposed_again(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language])
    reject_proposal(proposals(clinic)[0], by=clinic.members["reviewer"], reason="我们不用它")
    teach_twice(clinic, REPORT[language], "same words")
    assert [made.status for made in proposals(clinic)] == ["rejected"]
    teach_twice(clinic, REWORDED[language], "other words")
    assert [made.status for made in proposals(clinic)] == ["rejected"]


@both
def test_work_like_that_of_a_skill_improves_it(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language])
    first = approve_proposal(proposals(clinic)[0], by=clinic.members["reviewer"])
    longer = [*REPORT_TOOLS, "archive_sheet"]
    teach_twice(clinic, REWORDED[language], "again", tools=longer)
    improved = proposals(clinic)[-1]
    assert (improved.action, improved.name) == ("improve", first.skill.name)
    assert improved.skill_id == first.skill_id
    assert "+++ proposed" in improved.diff
    assert "archive_sheet" in improved.diff
    second = approve_proposal(improved, by=clinic.members["reviewer"])
    assert (first.version, second.version) == ("1.0.0", "1.1.0")
    assert Skill.objects.for_tenant(clinic.tenant).get().current_id == second.pk


@both
def test_work_like_that_of_an_archived_skill_revives_it(clinic: Team, language: str):
    teach_twice(clinic, REPORT[language])
    first = approve_proposal(proposals(clinic)[0], by=clinic.members["reviewer"])
    Skill.objects.for_tenant(clinic.tenant).update(status="archived")
    teach_twice(clinic, REWORDED[language], "again", tools=[*REPORT_TOOLS, "archive_sheet"])
    revived = proposals(clinic)[-1]
    assert (revived.action, revived.name) == ("revive", first.skill.name)
    approve_proposal(revived, by=clinic.members["reviewer"])
    skill = Skill.objects.for_tenant(clinic.tenant).get()
    assert (skill.pk, skill.status, skill.current.version) == (first.skill_id, "active", "1.1.0")


def test_what_was_approved_and_is_done_once_more_is_not_proposed_again(clinic: Team):
    teach_twice(clinic, REPORT["en"])
    approve_proposal(proposals(clinic)[0], by=clinic.members["reviewer"])
    teach_twice(clinic, REPORT["en"], "replayed")
    assert [made.status for made in proposals(clinic)] == ["approved"]


def test_the_same_problem_in_the_other_language_is_not_a_second_skill(clinic: Team):
    teach_twice(clinic, REPORT["en"])
    approve_proposal(proposals(clinic)[0], by=clinic.members["reviewer"])
    teach_twice(clinic, REPORT["zh"], "zh")
    assert {made.name for made in proposals(clinic)} == {proposals(clinic)[0].name}


def test_a_text_that_was_edited_into_no_skill_does_not_stop_the_proposing(clinic: Team):
    teach_twice(clinic, REPORT["en"])
    edit_proposal(proposals(clinic)[0], by=clinic.members["reviewer"], content="not yet a skill")
    teach_twice(clinic, STOCK["en"], "stock", tools=STOCK_TOOLS)
    teach_twice(clinic, REWORDED["en"], "again")
    names = {made.name for made in proposals(clinic)}
    assert any(name.startswith("count-on-the-shelf") for name in names)


def test_names_do_not_meet(clinic: Team):
    teach_twice(clinic, REPORT["en"])
    other = (
        "Build the weekly quality chart from the meters of the press and pin it to the board",
        "Build the weekly quality chart from the meters of the oven and pin it to the board",
    )
    tools = ("open_line", "read_meter", "read_alarm", "plot_trend", "post_board")
    teach_twice(clinic, other, "line", tools=tools)
    names = [made.name for made in proposals(clinic)]
    assert len(names) == len(set(names)) == 2


def test_errors_that_were_got_over_teach_when_the_work_is_asked_for_again(clinic: Team):
    mended = [*REPORT_TOOLS[:4], ("send_sheet", {"to": "x"}, "error"), ("send_sheet", {"to": "y"})]
    for number, intent in enumerate((*REPORT["en"], REWORDED["en"][0])):
        teach(clinic, run_of(intent, mended), session=f"s-{number}")
    (made,) = proposals(clinic)
    assert made.trigger == "asked_again"
    assert "send_sheet failed" in made.content


@both
def test_an_experience_that_three_sessions_used_is_proposed_once(clinic: Team, language: str):
    teach(clinic, run_of(REPORT[language][0]))
    known = Experience.objects.for_tenant(clinic.tenant).get()
    for session in ("a", "b"):
        count_reuse(clinic.tenant, [known], session_id=session)
    run_loop(clinic)
    assert proposals(clinic) == []
    count_reuse(clinic.tenant, [known], session_id="c")
    for _ in range(2):
        run_loop(clinic)
    assert [(made.trigger, made.action) for made in proposals(clinic)] == [
        ("experience_reuse", "create")
    ]
    known.refresh_from_db()
    assert known.synthesized_skill == proposals(clinic)[0].name


def test_every_proposal_is_audited(clinic: Team):
    teach_twice(clinic, REPORT["en"])
    audit = AuditEvent.objects.for_tenant(clinic.tenant).get(action="propose")
    assert (audit.actor, audit.target_id) == ("engine", str(proposals(clinic)[0].pk))
    assert audit.detail == {"trigger": "similar_runs"}
