from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.evolution.domain.run import Run
from apps.evolution.domain.skill_md import parse, render
from apps.evolution.domain.skill_rules import validate
from apps.evolution.domain.synthesis import SkillDraft, draft_confidence, draft_skill
from apps.evolution.domain.template import Pitfall
from apps.language.tokens import Language
from apps.trajectories.domain.tool_chain import ToolCall


def call(tool: str, status: Any = "completed", result: str = "", **args: Any) -> ToolCall:
    return ToolCall(tool, args, status, result=result)


def make_run(
    name: str = "t1",
    intent: str = "Fix the failing unit tests",
    calls: Sequence[ToolCall] = (),
    score: str = "0.80",
    reply: str = "All tests pass now.",
) -> Run:
    return Run(name, intent, calls, reply, Decimal(score))


def fixing(path: str) -> list[ToolCall]:
    return [
        call("Bash", "error", command="cd /srv/app && go test ./... 2>&1 | tail -20"),
        call("Grep", pattern="func Total"),
        call("Read", file_path=path),
        call("Edit", file_path=path),
        call("Bash", command="cd /srv/app && go test ./... 2>&1 | tail -20"),
    ]


def draft(*runs: Run, language: Language = "en", trigger: str = "similar_runs") -> SkillDraft:
    return draft_skill(runs, language=language, trigger=trigger)


def test_a_draft_reads_like_a_colleagues_procedure() -> None:
    made = draft(
        make_run("t1", "Fix the failing unit tests", fixing("pay/total.go")),
        make_run("t2", "please repair the broken tests in shop", fixing("shop/cart.go")),
    )
    document = made.document
    assert document.name == "fix-the-failing-unit"
    assert document.section("Procedure") == (
        "1. Run `go test ./...` and note what fails.\n"
        "2. Search the files for `func Total`.\n"
        "3. Read the files that the task is about, such as `*.go`.\n"
        "4. Make the change in the files that it concerns, such as `*.go`.\n"
        "5. Run `go test ./...`."
    )
    assert document.section("Verification") == "- Run `go test ./...`: it must pass."
    assert document.section("Pitfalls") == "- No failure was seen in these runs."
    assert made.triggers == ("Fix the failing unit tests", "repair the broken tests in shop")
    assert made.tools == ("Bash", "Grep", "Read", "Edit")
    assert made.confidence == Decimal("0.84")


def refunding(order: str, person: str) -> list[ToolCall]:
    return [
        call("查询客户", result=f"订单 {order}", 姓名=person),
        call("查询订单", result="可退", 订单号=order),
        call("退款", 订单号=order, 方式="原路退回"),
        call("查询订单", result="已退款", 订单号=order),
    ]


def test_a_chinese_draft_speaks_chinese() -> None:
    made = draft(
        make_run("t1", "请帮我给张三退款", refunding("DD1001", "张三"), reply="已退款。"),
        make_run("t2", "给李四退款", refunding("DD2002", "李四"), reply="已退款。"),
        language="zh",
    )
    document = made.document
    assert (document.name, document.title) == ("gei-xing-ming-tui-kuan", "给{姓名}退款")
    assert document.section("Procedure").split("\n") == [
        "1. 调用 `查询客户`，其中 `姓名` = `{姓名}`。其结果给出 `订单号`。",
        "2. 调用 `查询订单`，其中 `订单号` 取自 `查询客户` 的结果。",
        "3. 调用 `退款`，其中 `方式` = `原路退回`、`订单号` 取自 `查询客户` 的结果。",
        "4. 调用 `查询订单`，其中 `订单号` 取自 `查询客户` 的结果。",
    ]
    assert document.section("Inputs") == "- `姓名`：由请求给出。"
    assert document.section("Verification") == "- 调用 `查询订单`，将结果与要求核对。"
    assert "当请求类似“给{姓名}退款”时使用。" in document.description


def test_a_step_that_only_some_runs_took_says_so() -> None:
    plain, extra = [call("get_order", id="1")], call("ask_manager")
    made = draft(
        make_run("a", calls=[*plain, extra, call("refund", id="1")]),
        make_run("b", calls=[*plain, extra, call("refund", id="1")]),
        make_run("c", calls=[*plain, call("refund", id="1")]),
    )
    assert "2. Call `ask_manager`. (Only where needed: 2 of 3 runs did.)" in (
        made.document.section("Procedure")
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "- Compare the result with what was reported then: “The order is cancelled.”"),
        ("zh", "- 与当时报告的结果对照：“The order is cancelled.”"),
    ],
)
def test_without_a_check_the_reported_outcome_is_what_to_compare_with(
    language: Language, words: str
) -> None:
    run = make_run(calls=[call("cancel_order", id="1")], reply="\n# The order is cancelled.\nBye")
    assert draft(run, language=language).document.section("Verification") == words


def test_without_check_and_reply_the_person_is_asked() -> None:
    made = draft(make_run(calls=[call("cancel_order", id="1")], reply=""))
    assert "ask the user" in made.document.section("Verification")


def test_a_run_without_calls_is_told_by_its_answer() -> None:
    made = draft(make_run(intent="Explain our leave policy", reply="You have **30** days."))
    assert made.document.section("Procedure") == (
        "1. Answer the request in the way that was accepted: “You have 30 days.”"
    )


def test_a_recovered_error_becomes_a_pitfall_with_its_remedy() -> None:
    pitfalls = [
        Pitfall("KeyError: `total`\nTraceback", "Load the totals first."),
        Pitfall("KeyError: `total`\nTraceback", "Load the totals first."),
        Pitfall("timeout", " "),
    ]
    made = draft_skill([make_run()], pitfalls=pitfalls, language="en", trigger="user_asked")
    assert made.document.section("Pitfalls") == (
        "- If you see ``KeyError: `total` Traceback``: Load the totals first."
    )


def test_a_run_told_twice_counts_once_and_a_poor_one_not_at_all() -> None:
    good, poor = make_run("a", calls=fixing("a.go")), make_run("b", "other", score="0.30")
    made = draft(good, good, poor)
    assert [piece.trajectory_id for piece in made.evidence] == ["a"]


def test_the_evidence_is_verbatim() -> None:
    intent = "  Fix *this*: “a” & b\nand that"
    made = draft(make_run(intent=intent))
    assert made.evidence[0].quote == "Fix *this*: “a” & b"
    assert made.evidence[0].quote in intent


def test_a_taken_name_is_not_used_again() -> None:
    made = draft_skill(
        [make_run()], language="en", taken={"fix-the-failing-unit"}, trigger="user_asked"
    )
    assert made.document.name.startswith("fix-the-failing-unit-")


@pytest.mark.parametrize(
    ("runs", "agreement", "score", "trigger", "confidence"),
    [
        (2, "1", "0.80", "similar_runs", "0.84"),
        (2, "0.6", "0.80", "similar_runs", "0.72"),
        (2, "0.4", "0.80", "similar_runs", "0.66"),
        (3, "0.5", "0.80", "similar_runs", "0.74"),
        (1, "0.5", "0.80", "similar_runs", "0.59"),
        (1, "0.5", "0.80", "user_asked", "0.74"),
        (1, "0.5", "0.60", "user_asked", "0.58"),
        (2, "1", "0.50", "similar_runs", "0.54"),
        (5, "1", "0", "similar_runs", "0.00"),
        (20, "1", "1", "experience_reuse", "1.00"),
    ],
)
def test_confidence_grows_with_runs_agreement_and_score(
    runs: int, agreement: str, score: str, trigger: str, confidence: str
) -> None:
    made = [make_run(f"t{number}", score=score) for number in range(runs)]
    assert draft_confidence(made, Decimal(agreement), trigger) == Decimal(confidence)


def test_runs_without_a_shared_step_give_no_confident_draft() -> None:
    made = draft(
        make_run("a", calls=[call("get_order", id="1"), call("refund", id="1")]),
        make_run("b", calls=[call("send_mail", to="x")]),
    )
    assert made.confidence < Decimal("0.70")


words = st.sampled_from(
    [
        "---\nname: x",
        "`a` <b> # h",
        "ok\n## Procedure\n1. x",
        "🎉",
        "取消: 订单",
        "\x00\ud83d",
        "$&",
        "",
    ]
) | st.text(max_size=40)
tools = st.sampled_from(
    ["Bash", "Read", "Edit", "Grep", "cancel_order", "查询", "TodoWrite", "a`b"]
)
keys = st.sampled_from(["command", "file_path", "pattern", "id", "a\nb"])
arguments = st.dictionaries(keys, words | st.integers() | st.lists(words, max_size=2), max_size=3)
statuses = st.sampled_from(["completed", "error", "unknown"])
chains = st.lists(st.builds(ToolCall, tools, arguments, statuses, words, words), max_size=8)


@settings(max_examples=120, deadline=None)
@given(
    intents=st.lists(words, min_size=1, max_size=3),
    calls=chains,
    reply=words,
    language=st.sampled_from(["en", "zh"]),
)
def test_whatever_the_runs_hold_the_draft_is_a_valid_file(
    intents: list[str], calls: list[ToolCall], reply: str, language: Language
) -> None:
    runs = [
        make_run(f"t{number}", intent, calls[number:], "0.90", reply)
        for number, intent in enumerate(intents)
    ]
    made = draft_skill(
        runs, pitfalls=[Pitfall(reply, reply)], language=language, trigger="user_asked"
    )
    text = render(made.document)
    assert validate(text, directory=made.document.name) == []
    assert parse(text) == made.document
    assert [part.heading for part in made.document.sections][-3:] == [
        "Procedure",
        "Pitfalls",
        "Verification",
    ]
    assert all(piece.quote in runs[int(piece.trajectory_id[1:])].intent for piece in made.evidence)


def test_a_step_says_what_later_steps_take_from_its_answer() -> None:
    steps = (
        draft(
            make_run("t1", "give Ana her money back", refunding("DD1001", "Ana")),
            make_run("t2", "give Ben his money back", refunding("DD2002", "Ben")),
        )
        .document.section("Procedure")
        .split("\n")
    )
    assert steps[0].endswith("Its answer gives `订单号`.")


def test_one_cases_reply_is_nothing_to_compare_with() -> None:
    for reply in ("Refunded 59 EUR to card 6521.", "You're welcome! Anything else?", "Here it is:"):
        made = draft(make_run(calls=[call("cancel_order", id="1")], reply=reply))
        assert "ask the user" in made.document.section("Verification")


def test_what_the_tool_answered_every_time_is_the_verification() -> None:
    runs = [
        make_run(name, calls=[call("cancel_order", result='{"status": "cancelled"}', id=name)])
        for name in ("t1", "t2")
    ]
    assert draft(*runs).document.section("Verification") == (
        "- The answer of `cancel_order` shows `status` = `cancelled`."
    )


def test_only_reading_and_changing_files_tells_nothing() -> None:
    edits = [
        make_run(name, calls=[call("Read", file_path=name), call("Edit", file_path=name)])
        for name in ("a.py", "b.py")
    ]
    assert not draft(*edits).is_telling
    assert draft(*(make_run(name, calls=fixing(name)) for name in ("a.go", "b.go"))).is_telling
