"""What a repeated chain becomes: data flow, inputs, constants, conditions, steps side by side."""

from __future__ import annotations

from typing import Any

import pytest

from apps.evolution.domain.chain_mining import find_chains
from apps.evolution.domain.pipeline_check import check_references
from apps.evolution.domain.pipeline_draft import (
    PipelineDraft,
    called_tools,
    chain_key,
    draft_pipeline,
)
from apps.evolution.domain.pipeline_yaml import parse_pipeline, render_pipeline
from tests.evolution.chains import ASKED, NEWS, chain_run, news_calls, news_runs


def draft_of(runs: list[Any], language: Any = "en", **more: Any) -> PipelineDraft:
    [chain] = find_chains(runs, least_sessions=2)
    draft = draft_pipeline(chain, language=language, trigger="repeated_chain", **more)
    assert draft is not None
    document = draft.document
    assert check_references(document) == []
    assert parse_pipeline(render_pipeline(document)) == document
    return draft


def two_steps(cases: list[tuple[dict[str, Any], Any, dict[str, Any]]], asked: str = "Do {0}"):
    """Runs of two tools: what the first was given, what it answered, what the second was given."""
    return [
        chain_run(
            number,
            [("look_up", given, answer), ("send_on", then, None)],
            asked=asked.format(*given.values()) if given else asked,
        )
        for number, (given, answer, then) in enumerate(cases, start=1)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_chain_becomes_a_pipeline_in_the_language_of_its_people(language: str):
    draft = draft_of(news_runs(language), language)
    document = draft.document
    assert (document.language, document.tools) == (language, NEWS)
    search, fetch, write = document.steps
    assert search.params == {"query": "${inputs.query}", "limit": 10}
    assert fetch.params == {"urls": "${steps.search_news.output.urls}"}
    assert write.params["text"] == "Summarise: ${steps.fetch_pages.output.text}"
    assert write.params["style"] == "short"
    assert list(document.inputs) == ["query"]
    words = {"en": "Named in the request.", "zh": "由请求给出。"}
    assert document.inputs["query"].description == words[language]
    assert len(draft.evidence) == 3


@pytest.mark.parametrize(
    ("language", "title", "name"),
    [
        ("en", "Make a news digest about … for the team", "make-a-news-digest"),
        ("zh", "做一份…的资讯简报", "zuo-yi-fen-zi-xun-jian-bao"),
    ],
)
def test_its_name_tells_the_work_and_no_case_of_it(language: str, title: str, name: str):
    document = draft_of(news_runs(language), language).document
    assert (document.title, document.name) == (title, name)
    assert draft_of(news_runs(language), language, taken={name}).document.name != name


@pytest.mark.parametrize(
    ("cases", "params"),
    [
        # A whole value, at the place that is named alike.
        ([({}, {"a": "k-17", "id": "k-17"}, {"id": "k-17"}),
          ({}, {"a": "k-18", "id": "k-18"}, {"id": "k-18"})],
         {"id": "${steps.look_up.output.id}"}),
        # An item of a list, and a text that is the whole answer.
        ([({}, [{"id": 4711}], {"row": 4711}), ({}, [{"id": 4712}], {"row": 4712})],
         {"row": "${steps.look_up.output[0].id}"}),
        ([({}, "the first answer", {"body": "the first answer"}),
          ({}, "the second answer", {"body": "the second answer"})],
         {"body": "${steps.look_up.output}"}),
        # Written as text by the agent: JSON, and an answer of MCP.
        ([({}, '{"id": "k-17"}', {"id": "k-17"}), ({}, '{"id": "k-18"}', {"id": "k-18"})],
         {"id": "${steps.look_up.output.id}"}),
        ([({}, {"content": [{"type": "text", "text": '{"id": "k-17"}'}]}, {"id": "k-17"}),
          ({}, {"content": [{"type": "text", "text": '{"id": "k-18"}'}]}, {"id": "k-18"})],
         {"id": "${steps.look_up.output.id}"}),
        # Inside an object and a list.
        ([({}, {"id": "k-17"}, {"to": {"key": "k-17", "kind": "order"}}),
          ({}, {"id": "k-18"}, {"to": {"key": "k-18", "kind": "order"}})],
         {"to": {"key": "${steps.look_up.output.id}", "kind": "order"}}),
        ([({}, {"id": "k-17"}, {"ids": ["k-17"]}), ({}, {"id": "k-18"}, {"ids": ["k-18"]})],
         {"ids": ["${steps.look_up.output.id}"]}),
        # What is the same each time is fixed, unless it names one thing that was answered.
        ([({}, {"n": 10}, {"limit": 10}), ({}, {"n": 10}, {"limit": 10})], {"limit": 10}),
        ([({}, {"id": "order-4711"}, {"id": "order-4711"})] * 2,
         {"id": "${steps.look_up.output.id}"}),
        # Small numbers that happen to agree once are no flow.
        ([({}, {"n": 3}, {"size": 3}), ({}, {"n": 4}, {"size": 7})], {"size": "${inputs.size}"}),
        # A text that would be read as a reference is given anew.
        ([({}, 1, {"text": "a ${b} c"})] * 2, {"text": "${inputs.text}"}),
    ],
)  # fmt: skip
def test_what_a_step_is_given_is_traced(cases: Any, params: dict[str, Any]):
    assert draft_of(two_steps(cases)).document.steps[1].params == params


@pytest.mark.parametrize(
    "given",
    [{"api_key": "k"}, {"password": "p"}, {"密码": "p"}, {"note": "[redacted:secret]"}],
)
def test_no_secret_is_written_down(given: dict[str, Any]):
    draft = draft_of(two_steps([({}, 1, given), ({}, 1, given)]))
    [name] = draft.document.inputs
    assert draft.document.steps[1].params == {next(iter(given)): f"${{inputs.{name}}}"}
    assert draft.document.inputs[name].example is None


def test_inputs_keep_their_type_and_share_equal_values():
    cases = [
        ({"day": number, "who": name}, None, {"day": number, "many": [name], "deep": {"a": name}})
        for number, name in ((301, "Ada Ray"), (402, "Bo Lind"))
    ]
    document = draft_of(two_steps(cases)).document
    assert {name: one.type for name, one in document.inputs.items()} == {
        "day": "integer",
        "who": "string",
        "many": "array",
    }
    assert document.steps[1].params["deep"] == {"a": "${inputs.who}"}


@pytest.mark.parametrize(
    ("took", "left", "when"),
    [
        ({"late": True}, {"late": False}, "${steps.look_up.output.late}"),
        ({"paid": False}, {"paid": True}, "${steps.look_up.output.paid} == false"),
        ({"state": "开放"}, {"state": "关闭"}, '${steps.look_up.output.state} == "开放"'),
        ({"rows": 30}, {"rows": 2}, "${steps.look_up.output.rows} > 2"),
        ({"next": "p-2"}, {"last": "x"}, "${steps.look_up.output.next} != null"),
    ],
)
def test_a_step_that_one_answer_decides_gets_a_condition(took: Any, left: Any, when: str):
    chain = ("look_up", "warn_them", "close_it")
    runs = [
        chain_run(
            number,
            [(tool, {}, took if taken else left) for tool in chain if taken or tool != chain[1]],
        )
        for number, taken in enumerate((True, True, False, False), start=1)
    ]
    document = draft_of(runs).document
    assert [step.when for step in document.steps] == [None, when, None]


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "warn_them is left out: 2 of 4 runs called it"), ("zh", "未包含 warn_them")],
)
def test_a_step_that_nothing_explains_is_left_out_and_told(language: str, note: str):
    chain = ("look_up", "warn_them", "close_it")
    runs = [
        chain_run(n, [(tool, {}, "ok") for tool in chain if n < 3 or tool != chain[1]])
        for n in (1, 2, 3, 4)
    ]
    document = draft_of(runs, language).document
    assert document.tools == ("look_up", "close_it")
    assert note in document.description


def test_neighbours_that_need_no_order_run_at_the_same_time():
    free = [("get_stock", {"x": 1}, {"v": "alpha"}), ("get_rates", {"x": 1}, {"v": "omega"})]
    last = ("send_it", {"a": "alpha"}, None)
    runs = [chain_run(1, [*free, last]), chain_run(2, [*reversed(free), last])]
    document = draft_of(runs).document
    together, send = document.steps
    assert (together.action, [one.id for one in together.steps]) == (
        "parallel",
        ["get_rates", "get_stock"],
    )
    assert (send.id, called_tools(document)) == ("send_it", ("get_rates", "get_stock", "send_it"))


def test_a_call_for_each_item_is_told():
    calls = news_calls("chips")
    runs = [
        chain_run(n, [calls[0], calls[1], calls[1], calls[2]], asked=ASKED["en"]) for n in (1, 2)
    ]
    assert "fetch_pages was called once for each item" in draft_of(runs).document.description


def test_steps_are_called_after_their_tools():
    calls = [("mcp__crm__find.people", {}, 1), ("notes:add", {}, 2), ("crm__find.people", {}, 3)]
    document = draft_of([chain_run(n, calls) for n in (1, 2)]).document
    assert [step.id for step in document.steps] == ["people", "add", "people_2"]


def test_a_chain_has_one_key_whatever_was_asked():
    assert chain_key(("a", "b")) == chain_key(["a", "b"]) != chain_key(("b", "a"))
