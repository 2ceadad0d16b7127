"""Two memories that claim the same are one; what cannot both hold is told."""

from __future__ import annotations

import pytest

from apps.profiles.domain.claims import read_claim
from apps.profiles.domain.likeness import are_compatible, says_same, text_digest

SAME = [
    ("preference", "I prefer metric units", "我更喜欢用公制单位"),
    ("preference", "always answer in bullet points", "以后都用要点回答"),
    ("preference", "不要用表格", "I don't like tables"),
    ("fact", "I work night shifts", "我上夜班"),
    ("fact", "our ERP is SAP", "Our ERP is now SAP."),
]
CONTRADICTING = [
    ("preference", "I prefer metric units", "I prefer imperial units"),
    ("preference", "我喜欢表格", "我讨厌表格"),
    ("preference", "I like tables", "I hate tables"),
    ("preference", "以后都用中文回答", "From now on, answer in English"),
    ("preference", "User likes mushrooms", "I hate mushrooms"),
    ("fact", "our ERP is SAP", "our ERP is Oracle"),
    ("fact", "我们厂有三条产线", "我们厂有五条产线"),
    ("fact", "I work night shifts", "I work day shifts"),
]
APART = [
    ("preference", "I like tables", "I like charts"),
    ("preference", "always write SQL comments in English", "always answer in Chinese"),
    ("fact", "I speak English", "I speak Chinese"),
    ("fact", "our ERP is SAP", "our CRM is Salesforce"),
    ("lesson", "the export fails if the file is open", "记住先停机再换刀"),
]


@pytest.mark.parametrize(("kind", "one", "other"), SAME)
def test_the_same_claim_in_either_language_is_the_same(kind: str, one: str, other: str):
    assert read_claim(kind, one).is_same_as(read_claim(kind, other))


@pytest.mark.parametrize(("kind", "one", "other"), CONTRADICTING)
def test_two_values_of_one_subject_contradict(kind: str, one: str, other: str):
    assert read_claim(kind, one).contradicts(read_claim(kind, other))


@pytest.mark.parametrize(("kind", "one", "other"), APART)
def test_other_subjects_are_neither(kind: str, one: str, other: str):
    left, right = read_claim(kind, one), read_claim(kind, other)
    assert not left.is_same_as(right)
    assert not left.contradicts(right)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("I am a nurse", "I'm a nurse in the ICU", True),
        ("exports fail when the file is open", "the export fails if the file is open", True),
        ("我们厂有三条产线", "我们工厂一共有三条生产线", True),
        ("我们厂有三条产线", "我们厂有五条产线", False),
        ("I work in Berlin", "I work in Hamburg", False),
        ("I use vim", "I don't use vim", False),
    ],
)
def test_alike_in_meaning_is_only_the_same_where_the_words_allow_it(
    one: str, other: str, is_same: bool
):
    left, right = read_claim("lesson", one), read_claim("lesson", other)
    assert says_same(0.9, (one, left), (other, right)) is is_same
    assert not says_same(0.4, (one, left), (other, right))


def test_words_that_nothing_shares_are_never_compatible():
    assert not are_compatible("please", "always")


def test_a_digest_forgets_spacing_case_and_script():
    assert text_digest("fact", "Our ERP is  SAP.") == text_digest("fact", "our erp is SAP")
    assert text_digest("fact", "我們廠有三條產線") == text_digest("fact", "我们厂有三条产线")
    assert text_digest("fact", "x y") != text_digest("lesson", "x y")
