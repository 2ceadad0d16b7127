"""A request teaches only when it can be understood alone."""

import pytest

from apps.experiences.domain.standalone import is_standalone


@pytest.mark.parametrize(
    "said",
    [
        "Build the weekly quality report for ward seven",
        "生成七病区的护理质量周报",
        "Reconcile the March invoices with the orders of the warehouse",
        "把三月份的发票和仓库订单对一遍账",
        "Fix the failing test in tests/test_auth.py",
        "对比两个月的库存并列出差异",
    ],
)
def test_a_request_that_names_its_task_stands_alone(said: str):
    assert is_standalone(said, opens_session=False)


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "go on",
        "好的",
        "继续",
        "again please",
        "this one",
        "那个呢",
        "fix it",
        "改一下",
        "",
        "？",
        "ok do that",
    ],
)
def test_a_word_or_two_do_not_stand_alone_even_at_the_start(said: str):
    assert not is_standalone(said, opens_session=True)


@pytest.mark.parametrize(
    "said",
    [
        "Now build the weekly quality report for ward eight",
        "And reconcile the April invoices with the orders",
        "然后生成八病区的护理质量周报",
        "另外把四月份的发票和订单对一遍账",
        "Actually rename the column in the export file",
        "不对，把标题改成护理质量周报",
    ],
)
def test_what_follows_on_another_request_stands_alone_only_as_the_first(said: str):
    assert not is_standalone(said, opens_session=False)
    assert is_standalone(said, opens_session=True)


@pytest.mark.parametrize("said", ["compare these with those", "show me that report there"])
def test_a_request_that_only_points_does_not_stand_alone(said: str):
    assert not is_standalone(said, opens_session=True)
