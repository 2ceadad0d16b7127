import pytest

from apps.evolution.domain.alignment import AlignedStep, align
from apps.evolution.domain.binding import Binding, Slot
from apps.evolution.domain.phrasing import check_sentence, quoted_list, step_sentence
from apps.evolution.domain.step import Step
from apps.evolution.domain.tool_kind import Kind
from apps.evolution.domain.verification import Check
from apps.language.tokens import Language


def aligned(tool: str, kind: Kind = "call", **args: tuple[str, ...]) -> AlignedStep:
    [step] = align([[Step(tool, kind, args=args)]])
    return step


@pytest.mark.parametrize(
    ("kind", "binding", "english", "chinese"),
    [
        ("shell", Binding({"command": ("make",)}), "Run `make`.", "运行 `make`。"),
        ("read", Binding({"path": ("a", "b")}), "Read `a` and `b`.", "阅读 `a` 和 `b`。"),
        (
            "edit",
            Binding(examples={"path": ("a.go", "b/c.go")}),
            "Make the change in the files that it concerns, such as `*.go`.",
            "在相关文件中做修改，例如 `*.go`。",
        ),
        (
            "read",
            Binding(slots={"path": Slot("file", "request")}),
            "Read `{file}`.",
            "阅读 `{file}`。",
        ),
        (
            "search",
            Binding({"pattern": ("x`y",)}),
            "Search the files for ``x`y``.",
            "在文件中搜索 ``x`y``。",
        ),
        ("find", Binding(), "List the files.", "列出文件。"),
        ("fetch", Binding({"url": ("http://a",)}), "Open `http://a`.", "打开 `http://a`。"),
        ("call", Binding(), "Call `t`.", "调用 `t`。"),
        (
            "call",
            Binding({"a": ("1",)}, {"b": Slot("b", "case"), "c": Slot("c", "result", "get")}),
            "Call `t` with `a` = `1`, `b` = `{b}`, `c` from the result of `get`.",
            "调用 `t`，其中 `a` = `1`、`b` = `{b}`、`c` 取自 `get` 的结果。",
        ),
    ],
)
def test_a_step_is_told_in_the_language_of_its_people(
    kind: Kind, binding: Binding, english: str, chinese: str
) -> None:
    step = aligned("t", kind)
    assert step_sentence(step, binding, "en") == english
    assert step_sentence(step, binding, "zh") == chinese


def test_a_call_for_each_item_says_so() -> None:
    step = aligned("ship", id=("1", "2"))
    sentence = step_sentence(step, Binding({"id": ("1", "2")}), "en")
    assert sentence == "Call `ship` once for each item, with `id` = `1` and `2`."


@pytest.mark.parametrize(
    ("check", "binding", "english", "chinese"),
    [
        (
            "passes",
            Binding({"command": ("make",)}),
            "Run `make`: it must pass.",
            "运行 `make`，必须通过。",
        ),
        (
            "rereads",
            Binding(examples={"path": ("a",)}),
            "Read the changed files again: the change must be there.",
            "重新阅读改过的文件，修改必须在其中。",
        ),
        (
            "asks",
            Binding(),
            "Call `t` and compare its answer with what was asked for.",
            "调用 `t`，将结果与要求核对。",
        ),
    ],
)
def test_a_check_is_told_in_the_language_of_its_people(
    check: Check, binding: Binding, english: str, chinese: str
) -> None:
    assert check_sentence(check, aligned("t"), binding, "en") == english
    assert check_sentence(check, aligned("t"), binding, "zh") == chinese


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "`1`, `2`, `3`, `4` and 2 more"), ("zh", "`1`、`2`、`3`、`4` 等（另有 2 个）")],
)
def test_a_long_list_is_cut_with_the_number_left_out(language: Language, words: str) -> None:
    assert quoted_list(["1", "2", "3", "4", "5", "6"], language) == words
