from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from apps.evolution.domain.alignment import align
from apps.evolution.domain.binding import Binder, Binding, Slot
from apps.evolution.domain.run import Run
from apps.evolution.domain.step import read_steps
from apps.trajectories.domain.tool_chain import ToolCall


def make_run(intent: str, *calls: tuple[str, dict[str, Any], str]) -> Run:
    chain = [ToolCall(tool, args, "completed", result=result) for tool, args, result in calls]
    return Run(intent, intent, chain, "done", Decimal("0.80"))


def bind(runs: Sequence[Run]) -> tuple[list[Binding], list[Slot]]:
    binder = Binder(runs)
    steps = align([read_steps(run.calls) for run in runs])
    return [binder.bind(step) for step in steps], binder.inputs


def test_what_every_run_gave_alike_is_fixed_and_what_differs_is_an_input() -> None:
    [binding], inputs = bind(
        [
            make_run("refund A-77", ("refund", {"order": "A-77", "currency": "EUR"}, "")),
            make_run("退掉 B-12", ("refund", {"order": "B-12", "currency": "EUR"}, "")),
        ]
    )
    assert binding.fixed == {"currency": ("EUR",)}
    assert inputs == [Slot("order", "request")]


def test_what_two_requests_named_alike_is_an_input_all_the_same() -> None:
    [binding], inputs = bind(
        [
            make_run(f"{wish} K-10 for me", ("hold", {"room": "K-10", "lang": "de"}, ""))
            for wish in ("hold", "please reserve")
        ]
    )
    assert binding.fixed == {"lang": ("de",)}
    assert inputs == [Slot("room", "request")]


def test_a_value_from_an_earlier_result_is_no_input() -> None:
    (_, second), inputs = bind(
        [
            make_run(
                f"查 {person} 的订单",
                ("get_person", {"name": person}, f'{{"order": "{order}"}}'),
                ("cancel_order", {"id": order}, ""),
            )
            for person, order in (("张三", "Q-1001"), ("李四", "Q-2002"))
        ]
    )
    assert second.slots == {"id": Slot("id", "result", "get_person")}
    assert [slot.name for slot in inputs] == ["name"]


def test_the_same_values_fill_the_same_input_and_other_values_another() -> None:
    bindings, inputs = bind(
        [
            make_run(
                f"move {first} to {second}",
                ("reserve", {"id": first}, ""),
                ("release", {"id": second}, ""),
                ("confirm", {"id": first}, ""),
            )
            for first, second in (("K-10", "L-20"), ("M-30", "N-40"))
        ]
    )
    assert [binding.slots["id"].name for binding in bindings] == ["id", "id_2", "id"]
    assert [slot.name for slot in inputs] == ["id", "id_2"]


def test_in_a_single_run_what_the_person_named_is_an_input() -> None:
    [binding], _ = bind(
        [
            make_run(
                "Book the Oslo office for Friday",
                (
                    "book",
                    {"office": "Oslo", "date": "2026-05-01", "layout": "rows", "seats": 12},
                    "",
                ),
            )
        ]
    )
    assert binding.fixed == {"layout": ("rows",), "seats": ("12",)}
    assert binding.slots == {"office": Slot("office", "request"), "date": Slot("date", "case")}


def test_a_secret_is_never_written_down() -> None:
    run = make_run("log in", ("login", {"user": "ops", "password": "hunter2", "密码": "x9"}, ""))
    [binding], _ = bind([run, run])
    assert set(binding.slots) == {"password", "密码"}


def test_a_command_that_differs_in_words_becomes_one_with_named_places() -> None:
    [binding], inputs = bind(
        [
            make_run(
                "a", ("Bash", {"command": f"helm upgrade --namespace {name} {chart} -f v.yaml"}, "")
            )
            for name, chart in (("blue", "charts/pay"), ("green", "charts/shop"))
        ]
    )
    assert binding.fixed == {"command": ("helm upgrade --namespace {namespace} {path} -f v.yaml",)}
    assert [slot.name for slot in inputs] == ["namespace", "path"]


def test_a_command_that_differs_in_length_keeps_its_start() -> None:
    [binding], _ = bind(
        [
            make_run("a", ("Bash", {"command": command}, ""))
            for command in ("go test ./pay", "go test -race ./shop")
        ]
    )
    assert binding.fixed == {"command": ("go test {arguments}",)}


def test_files_that_differ_are_examples() -> None:
    [binding], inputs = bind(
        [make_run("a", ("Read", {"path": path}, "")) for path in ("src/a.py", "src/b.py")]
    )
    assert binding.examples == {"path": ("src/a.py", "src/b.py")}
    assert inputs == []


def test_nested_values_are_traced_by_what_they_hold() -> None:
    [binding], _ = bind(
        [
            make_run(
                "order tea and 咖啡",
                ("order", {"items": [{"item": "tea"}, {"item": "咖啡", "gift": True}]}, ""),
            )
        ]
    )
    assert binding.slots == {"items": Slot("items", "request")}


def test_a_day_or_an_id_is_one_cases_in_any_number_of_runs() -> None:
    [binding], inputs = bind(
        [
            make_run(wish, ("hold", {"day": "2026-05-01", "card": "card_80039", "lang": "de"}, ""))
            for wish in ("hold a room", "keep a room", "a room", "one room", "room")
        ]
    )
    assert binding.fixed == {"lang": ("de",)}
    assert [(slot.name, slot.origin) for slot in inputs] == [("day", "case"), ("card", "case")]


def test_the_way_there_and_back_has_two_ends() -> None:
    bindings, inputs = bind(
        [
            make_run(
                f"ferry from {start} to {end} and back",
                ("find", {"from": start, "to": end}, ""),
                ("find", {"from": end, "to": start}, ""),
            )
            for start, end in (("Kiel", "Oslo"), ("Rostock", "Malmo"))
        ]
    )
    assert [slot.name for slot in inputs] == ["from", "to"]
    assert [binding.slots["to"].name for binding in bindings] == ["to"] * len(bindings)


def test_what_a_call_was_given_itself_is_not_from_its_answer() -> None:
    (_, second), _ = bind(
        [
            make_run(
                "go",
                ("search", {"town": town}, f'{{"town": "{town}", "ferry": "{ferry}"}}'),
                ("book", {"town": town, "ferry": ferry}, ""),
            )
            for town, ferry in (("Kiel", "FX-100"), ("Oslo", "FX-200"))
        ]
    )
    assert second.slots["ferry"] == Slot("ferry", "result", "search")
    assert second.slots["town"].origin == "case"


def test_a_command_is_parted_inside_its_words() -> None:
    [binding], inputs = bind(
        [
            make_run(f"ship {version}", ("Bash", {"command": f"ship app=registry/x:{version}"}, ""))
            for version in ("v1.2.3", "v1.3.0")
        ]
    )
    assert binding.fixed == {"command": ("ship app=registry/x:{version}",)}
    assert inputs == [Slot("version", "request")]


def test_an_example_is_short_and_no_secret() -> None:
    runs = [
        make_run(
            f"log {name} in",
            ("login", {"user": name, "password": f"pw-{name}", "note": {"a": [name]}}, ""),
        )
        for name in ("ops", "dev")
    ]
    binder = Binder(runs)
    [step] = align([read_steps(run.calls) for run in runs])
    binder.bind(step)
    assert binder.examples == {"user": "ops"}
