"""A pipeline's YAML is read strictly, written plainly, and read back as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.errors import DomainError
from apps.evolution.domain.pipeline_yaml import (
    PipelineDocument,
    PipelineInput,
    PipelineStepSpec,
    Retry,
    parse_pipeline,
    render_pipeline,
    with_version,
)
from apps.evolution.domain.quoting import one_line
from apps.evolution.domain.yaml_values import read_plain

BRIEFING = """
# 自动生成
name: "每日资讯简报"
description: "搜索指定主题，抓取内容，生成结构化简报"
triggers:
  - "每日简报"
steps:
  - id: search
    action: hand
    hand: researcher
    params:
      action: search
      query: "${inputs.topic}"
  - id: summarize
    action: llm_generate
    params:
      prompt: "整理为简报：${steps.search.output}"
"""
STEP = "steps: [{id: a, action: notify, params: {message: hi}}]"


def problem(text: str) -> str:
    with pytest.raises(DomainError) as error:
        parse_pipeline(text)
    assert error.value.code == "invalid_pipeline"
    return error.value.detail


def parsed(**fields: Any) -> PipelineDocument:
    lines = [f"{key}: {value}" for key, value in fields.items()]
    return parse_pipeline("\n".join(["name: a-b", "description: d", *lines, STEP]))


def test_a_pipeline_in_the_older_words_is_read():
    document = parse_pipeline(BRIEFING)
    search, summarize = document.steps
    assert (document.name, document.title) == ("mei-ri-zi-xun-jian-bao", "每日资讯简报")
    assert (document.language, document.version) == ("zh", "1.0.0")
    assert (search.action, search.tool, search.params["action"]) == ("tool", "researcher", "search")
    assert (summarize.action, list(document.inputs)) == ("llm_generate", ["topic"])
    assert parse_pipeline(render_pipeline(document)) == document


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("012", "012"),
        ("1:30", "1:30"),
        ("2026-11-30", "2026-11-30"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        (".5", ".5"),
        (".inf", ".inf"),
        ("1e999", "1e999"),
        ("true", True),
        ("12", 12),
        ("-1.50", -1.5),
        ("1e3", 1000.0),
        ("~", None),
        ("", None),
    ],
)
def test_only_what_json_knows_is_more_than_text(written: str, value: Any):
    assert read_plain(written) == value
    step = f"steps: [{{id: a, action: notify, params: {{message: {written}}}}}]"
    document = parse_pipeline(f"name: a\ndescription: d\n{step}")
    assert document.steps[0].params == {"message": value}


def test_a_text_is_a_text_however_it_looks():
    document = parsed(title="yes", version="1.10", triggers="[on, 012, 2026-11-30]")
    assert (document.title, document.version) == ("yes", "1.10")
    assert document.triggers == ("on", "012", "2026-11-30")
    document = parsed(inputs="{year: {type: string, default: 2026}, on: {type: boolean}}")
    assert document.inputs["year"] == PipelineInput(default="2026", required=False)
    assert document.inputs["on"].required


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "must be a mapping"),
        ("[a, b]", "must be a mapping"),
        ("name: x", "steps: "),
        ("name: x\ndescription: d\nsteps: []", "steps: "),
        (f"name: x\ndescription: d\ncolour: red\n{STEP}", "colour: There is no such key."),
        (f"name: x\nname: y\n{STEP}", "the key 'name' stands twice"),
        ("name: &x y\nother: *x", "anchors and aliases"),
        ("name: !!python/object:os.system x", "tags"),
        ("a: " + "[" * 60, "nested deeper"),
        ('name: "\\ud800"', "cannot be stored"),
        ('name: "\\0"', "cannot be stored"),
        ('name: "\\Uffffffff"', "no YAML"),
        ("? [a]\n: b", "a key that is no text"),
        ("name: [", "no YAML"),
        ("x" * 70_000, "longer than 64 KB"),
        (f"name: x\ndescription: d\ninputs: {{a b: {{}}}}\n{STEP}", "inputs.a b: "),
        (f"name: x\ndescription: d\ninputs: {{a: {{type: uuid}}}}\n{STEP}", "inputs.a.type: "),
        (
            f"name: x\ndescription: d\ninputs: {{a: {{type: integer, default: x}}}}\n{STEP}",
            "inputs.a: the default is not of type integer.",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, told: str):
    assert told in problem(text)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{action: tool, tool: t}", "steps.0.id: "),
        ("{id: a, action: tool}", "needs 'tool'"),
        ("{id: a, action: notify, tool: t}", "has no 'tool'"),
        ("{id: a, action: skill}", "needs 'skill'"),
        ("{id: a, action: parallel}", "needs 'steps'"),
        ("{id: a, action: dance}", "steps.0.action: "),
        ("{id: a, action: tool, tool: t, tol: t}", "steps.0.tol: There is no such key."),
        ("{id: a, action: tool, tool: t, params: [1]}", "steps.0.params: "),
        ("{id: a, action: tool, tool: t, timeout_s: 301}", "steps.0.timeout_s: "),
        ("{id: a, action: tool, tool: t, retry: {attempts: 6}}", "steps.0.retry.attempts: "),
        ("{id: a, action: parallel, steps: [{id: b, action: tool}]}", "steps.0.steps.0: "),
        (
            "{id: a, action: parallel, timeout_s: 3, steps: [{id: b, action: tool, tool: t}]}",
            "belong to the steps inside",
        ),
        (
            "{id: a, action: parallel, steps: [{id: b, action: parallel, "
            "steps: [{id: c, action: tool, tool: t}]}]}",
            "hold no others",
        ),
    ],
)
def test_a_wrong_step_is_named(step: str, told: str):
    assert told in problem(f"name: x\ndescription: d\nsteps:\n  - {step}")


def test_a_pipeline_has_at_most_fifty_steps():
    steps = "".join(f"\n  - {{id: s{n}, action: tool, tool: t}}" for n in range(51))
    assert "at most 50 steps" in problem(f"name: x\ndescription: d\nsteps:{steps}")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"# ours\nname: a\ndescription: d\nversion: 1.0.0 # first\n{STEP}", "# ours"),
        (f"# ours\nname: a\ndescription: d\n{STEP}", "# ours"),
        (f"name: a\ndescription: d\nversion: 1#0\n{STEP}", "version: 1.2.0"),
        ("{name: a, description: d, steps: [{id: a, action: tool, tool: t}]}", "version: 1.2.0"),
    ],
)
def test_a_text_is_renumbered_and_else_kept(text: str, kept: str):
    numbered = with_version(text, "1.2.0")
    assert kept in numbered
    document = parse_pipeline(text).model_copy(update={"version": "1.2.0"})
    assert parse_pipeline(numbered) == document
    assert with_version(numbered, "1.2.0") == numbered


_TRICKY = st.sampled_from(
    "yes|~|null|1|1.0|1e5|- a|a: b|# x|012|1:30|2024-01-01|=|<<|'\"|...|${inputs.a}|%x|@|`|!x|&a"
    "|*a|a #b|你好：世界|||| lead|trail ".split("|")
    + "\n,\n  x\n\n,trail \n,\t,a\n\tb,\u2028,\x85,\r,---\nx".split(",")
)
_TEXT = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30),
    _TRICKY,
)
_LINE = _TEXT.filter(bool)
_SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    _TEXT,
)
_JSON = st.recursive(
    _SCALAR,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)
_ID = st.from_regex(r"\A[a-z_][a-z0-9_-]{0,8}\Z")
_INPUT = st.builds(
    PipelineInput,
    description=_TEXT,
    required=st.booleans(),
    default=st.none() | _TEXT,
    example=st.none() | _TEXT,
)
_TOOL = st.builds(
    PipelineStepSpec,
    id=_ID,
    action=st.just("tool"),
    tool=_LINE,
    params=st.dictionaries(_TEXT, _JSON, max_size=3),
    when=st.none() | _LINE,
    timeout_s=st.none() | st.integers(1, 300),
    retry=st.none() | st.builds(Retry, attempts=st.integers(1, 5), delay_s=st.integers(0, 300)),
)
_GROUP = st.builds(
    PipelineStepSpec,
    id=_ID,
    action=st.just("parallel"),
    steps=st.lists(_TOOL, min_size=1, max_size=2).map(tuple),
)
_DOCUMENT = st.builds(
    PipelineDocument,
    name=st.just("a-b"),
    title=_LINE.filter(lambda text: one_line(text, 200)),
    description=_LINE,
    version=_LINE,
    language=st.sampled_from(["zh", "en"]),
    triggers=st.lists(_LINE, max_size=2).map(tuple),
    inputs=st.dictionaries(_ID, _INPUT, max_size=2),
    steps=st.lists(_TOOL | _GROUP, min_size=1, max_size=3).map(tuple),
    output=st.none() | _LINE,
)


@settings(max_examples=150, deadline=None)
@given(_DOCUMENT)
def test_what_is_written_reads_back_equal(document: PipelineDocument):
    assert parse_pipeline(render_pipeline(document)) == document
