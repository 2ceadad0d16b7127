import pytest

from apps.evolution.domain.alignment import align, fold
from apps.evolution.domain.step import Step


def chain(words: str) -> list[Step]:
    """Write a chain as `tool` or `tool:value` words."""
    parts = (word.partition(":") for word in words.split())
    return [
        Step(tool, args={"id": (value,)} if value else {}, at=at)
        for at, (tool, _, value) in enumerate(parts)
    ]


def aligned(*chains: str) -> list[tuple[str, int]]:
    return [(step.first.tool, step.support) for step in align([chain(words) for words in chains])]


@pytest.mark.parametrize(
    ("chains", "expected"),
    [
        (["a b c"], [("a", 1), ("b", 1), ("c", 1)]),
        (["a b c", "a b c"], [("a", 2), ("b", 2), ("c", 2)]),
        (["a b c", "a c", "a b c"], [("a", 3), ("b", 2), ("c", 3)]),
        (["a x b", "a y b", "a z b"], [("a", 3), ("b", 3)]),
        (["查 改 查", "查 改 查"], [("查", 2), ("改", 2), ("查", 2)]),
        ([], []),
        (["", "a"], [("a", 1)]),
    ],
)
def test_shared_steps_are_found_in_order_with_their_support(
    chains: list[str], expected: list[tuple[str, int]]
) -> None:
    assert aligned(*chains) == expected


def test_opposite_orders_do_not_align_as_one_workflow() -> None:
    supports = [support for _, support in aligned("search write", "write search")]
    assert sorted(supports) == [1, 1, 2]


def test_equal_arguments_decide_between_equal_tools() -> None:
    steps = align([chain("get:1 get:2"), chain("get:2")])
    assert [(step.first.args["id"], step.support) for step in steps] == [(("1",), 1), (("2",), 2)]


def test_steps_of_fewer_than_half_of_the_runs_are_left_out() -> None:
    assert aligned("a b", "a", "a") == [("a", 3)]
    assert [step.is_optional for step in align([chain("a b"), chain("a")])] == [False, True]


def test_constant_and_varying_arguments_are_told_apart() -> None:
    runs = [
        [Step("refund", args={"order": ("A1",), "currency": ("EUR",)})],
        [Step("refund", args={"order": ("B2",), "currency": ("EUR",), "note": ("急",)})],
    ]
    [step] = align(runs)
    assert step.constants == {"currency": ("EUR",)}
    assert step.varying == {"order": ("A1", "B2"), "note": ("急",)}


def test_a_diagnosis_is_what_most_runs_saw_failing() -> None:
    failed, passed = Step("check", failed=True), Step("check")
    [step] = align([[failed], [failed], [passed]])
    assert step.is_diagnosis
    [step] = align([[failed], [passed]])
    assert not step.is_diagnosis


def test_long_chains_take_part_with_both_ends() -> None:
    long = chain(" ".join(f"t{number}" for number in range(80)))
    tools = [step.first.tool for step in align([long, long])]
    assert tools == [f"t{number}" for number in [*range(25), *range(55, 80)]]


def test_windows_that_repeat_are_folded_whichever_runs_they_are_from() -> None:
    steps = align([chain("look:1 read:1 look:2 read:2 save:1"), chain("look:1 read:1 save:1")])
    folded = [(step.first.tool, step.support) for step in fold(steps)]
    assert folded == [("look", 2), ("read", 2), ("save", 2)]
    assert fold(steps)[0].first.args == {"id": ("1", "2")}
