"""The name that a person gives where they ask to keep something as a skill."""

from __future__ import annotations

import pytest

from apps.evolution.domain.wished_name import read_wished_name


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("保存成技能，叫 周报生成", "周报生成"),
        ("把刚才的流程存成技能，名字叫“护理周报”", "护理周报"),
        ("存成一个叫周报生成的技能吧", "周报生成"),
        ("保存为技能：周报生成", "周报生成"),
        ("保存成技能，命名为 deploy-check 吧", "deploy-check"),
        ("save this as a skill called deploy-check", "deploy-check"),
        ('Save this as a skill named "Weekly report", please', "Weekly report"),
        ("make this a skill and call it release notes so that we can use it", "release notes"),
        ("save this as a skill: ward report", "ward report"),
    ],
)
def test_a_name_is_read_as_it_was_written(message: str, name: str):
    assert read_wished_name(message) == name


@pytest.mark.parametrize(
    "message",
    [
        "帮我保存成一个技能",
        "以后都这么做",
        "保存成技能，叫上小王一起看",
        "把这个流程保存成技能，下次直接用",
        "next time do it this way",
        "Please save that as a skill. It is called by the night team.",
        "save this as a skill",
    ],
)
def test_without_a_name_none_is_made_up(message: str):
    assert read_wished_name(message) == ""
