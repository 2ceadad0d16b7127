"""What is at hand for one task, or wished for within one order, is not remembered of anybody."""

from __future__ import annotations

import pytest

from apps.profiles.domain.own_word import is_own_lasting_word
from apps.profiles.domain.statements import find_statements

LASTS = {
    "a condition or diet": (
        "I'm allergic to peanuts",
        "Order dinner for tonight, I'm allergic to shellfish",
        "I have type 2 diabetes",
        "I have a nut allergy",
        "I'm lactose intolerant",
        "I don't eat pork",
        "我海鲜过敏",
        "我从小对花生过敏",
        "今天想吃火锅，我对花生过敏",
        "我海鲜过敏且不想喝汤",
        "我有高血压",
        "我乳糖不耐受",
        "我不吃猪肉",
        "我平时吃素",
    ),
    "place, family and work": (
        "I have two kids",
        "I work at Siemens",
        "I work with patient data at the clinic",
        "I'm in the finance department",
        "我在苏州工作",
        "我在上海",
        "我们厂在苏州",
        "我住在成都",
        "我家有两个孩子",
        "我负责所有来料检验",
        "我有十年财务经验",
    ),
    "what the organisation has": (
        "We have twelve warehouses",
        "Our company has 200 people",
        "There are 40 nurses in our department",
        "our lab has two microscopes",
        "我们医院有12个病区",
        "我们有五条产线",
        "我们公司有200名员工",
        "我们有三家门店",
        "我们公司用飞书办公",
        "我们一般用钉钉沟通",
    ),
    "a taste in general": (
        "I like spicy food",
        "I prefer aisle seats",
        "我不喜欢甜食",
        "我喜欢清淡的口味",
        "我想点些粽子，我不喜欢甜粽",
    ),
}
PASSES = {
    "at hand": (
        "I have a dataset to clean",
        "I have three files that need merging",
        "I have 2 csv files",
        "I have 20 dollars",
        "I have two tickets for the concert",
        "There are 3 bugs in our code",
        "I work with a large spreadsheet",
        "my budget is 300 dollars",
        "我有一些合同想要审核",
        "我有三张图片需要压缩",
        "我有一份简历想优化",
        "我有一台旧相机想卖",
        "我手头有一批数据",
        "我有一笔预算",
        "我用200克面粉",
        "我们用上面的数据",
        "我们采用方案二",
        "我们团队有三个任务要完成",
    ),
    "who comes along": (
        "We have five people for dinner",
        "we have 3 guests coming",
        "我们有8个人聚餐",
        "我们有三个客人要来",
        "我们有6个人",
    ),
    "under way": (
        "We are on a call",
        "I'm at the airport",
        "I'm in the market for a new laptop",
        "I am on vacation",
        "我们在讨论一个新方案",
        "我在选一台电脑",
        "我在休假",
        "我在家",
        "我在路上",
        "我的打印机最近有点卡",
        "我的家用空调好像不太制冷",
    ),
    "an ill of the day": (
        "I have a cold",
        "I can't eat this",
        "I don't eat lunch there anymore",
        "我有点感冒",
        "我今天不舒服",
        "我过敏了",
        "我不吃早饭了",
    ),
    "a wish in one order": (
        "I like the mild flavour, any recommendations?",
        "I like mild flavours, what would you recommend?",
        "I prefer something lighter",
        "I'd like it without onions for this order",
        "我喜欢微辣的口味，有什么推荐吗",
        "我想点份面，我喜欢清汤的",
        "我偏爱甜一点的",
        "今天我喜欢吃清淡的",
        "我在选菜时需要注意不要太油的",
        "我叫了外卖",
    ),
    "a word that points": ("以后都按这个格式来", "今后都照那套流程做"),
}


@pytest.mark.parametrize("kind", LASTS)
def test_it_is_remembered_and_proven_where_it_is(kind: str):
    kept = {said: find_statements(said) for said in LASTS[kind]}
    assert [said for said, found in kept.items() if len(found) != 1] == []
    assert all(is_own_lasting_word(said, found[0].quote) for said, found in kept.items())


@pytest.mark.parametrize("kind", PASSES)
def test_nothing_is_remembered_of_what_is(kind: str):
    assert [said for said in PASSES[kind] if find_statements(said)] == []
