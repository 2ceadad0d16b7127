from __future__ import annotations

from typing import Any

import pytest

from apps.errors import DomainError
from apps.evolution.domain.condition import check_condition, is_met

INPUTS: dict[str, Any] = {"n": 3, "word": "高", "yes": True, "none": None, "zero": 0, "list": []}
OUTPUTS: dict[str, Any] = {"check": {"ok": True, "count": 2.5, "state": "open"}}


@pytest.mark.parametrize(
    ("when", "met"),
    [
        ("", True),
        ("${inputs.yes}", True),
        ("${inputs.zero}", False),
        ("${inputs.list}", False),
        ("not ${inputs.zero}", True),
        ("${inputs.n} == 3", True),
        ("${inputs.n} != 3", False),
        ("${inputs.n} >= 3 and ${steps.check.output.count} < 3", True),
        ("${inputs.n} > -1.5", True),
        ("3 < ${inputs.n}", False),
        ("${inputs.word} == '高'", True),
        ('${inputs.word} == "\\u9ad8"', True),
        ('${steps.check.output.state} > "closed"', True),
        ("${inputs.yes} == true", True),
        ("${inputs.yes} == 1", False),
        ("${inputs.none} == null", True),
        ("${steps.check.output.absent} == null", True),
        ("${steps.check.output.absent}", False),
        ("true or ${inputs.zero} and false", True),
        ("(true or ${inputs.zero}) and false", False),
        ("not (${inputs.n} == 3 or false)", False),
        ("not not true", True),
    ],
)
def test_conditions(when: str, met: bool):
    assert is_met(when, inputs=INPUTS, outputs=OUTPUTS) is met


@pytest.mark.parametrize(
    "when",
    [
        "${inputs.n} ==",
        "== 3",
        "${inputs.n} = 3",
        "1 < 2 < 3",
        "(true",
        "true)",
        "true false",
        "unknown",
        "len(${inputs.list}) > 1",
        "__import__('os')",
        "${inputs.n} + 1",
        "'open",
        "(" * 30 + "true" + ")" * 30,
        "not " * 30 + "true",
        "true or " * 200 + "true",
        "1e400",
    ],
)
def test_what_is_no_condition_is_refused(when: str):
    with pytest.raises(DomainError) as caught:
        check_condition(when)
    assert caught.value.code == "invalid_condition"


def test_a_text_and_a_number_have_no_order():
    with pytest.raises(DomainError, match="two numbers or two texts"):
        is_met("${inputs.word} > 3", inputs=INPUTS, outputs=OUTPUTS)
