"""Tell from a tool's name whether it changes something, looks at something, or does neither."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

ToolKind = Literal["change", "look", "aside"]

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LOOK = frozenset(
    "get list search find read view show look lookup fetch query check count describe grep glob "
    "open browse load select retrieve inspect status test verify validate compare preview "
    "screenshot diff lint".split()
)
_CHANGE = frozenset(
    "create add update edit write delete remove cancel modify send submit insert replace rename "
    "pay buy assign close merge deploy publish upload approve reject apply put install enable "
    "disable reset refund insert upsert append save store commit push move multiedit purchase "
    "reserve transfer set drop restore revoke grant subscribe unsubscribe mark archive".split()
)
# Nouns as well as verbs: they name a change only where nothing says that it is a look.
_EITHER = frozenset("book order post issue return change register schedule patch exchange".split())
_ASIDE = frozenset(
    "think thinking thought plan todo reason calculate calculator human handoff escalate "
    "ask sleep wait".split()
)
_CHANGE_ZH = re.compile(
    r"创建|新建|新增|添加|增加|更新|修改|更改|编辑|写入|保存|删除|移除|取消|预[订定约]|订[购票餐房]|下单|购买|"
    r"发送|提交|替换|重命名|移动|退[款货票订]|换货|支付|付款|转账|充值|分配|关闭|合并|部署|发布|上传|审批|批准|"
    r"驳回|设[置定]|启用|停用|禁用|重置|登记|注册|安排"
)
_LOOK_ZH = re.compile(r"查[询找看]|搜索|获取|读取|列出|检索|浏览|检查|校验|对比|测试|统计")
_ASIDE_ZH = re.compile(r"思考|计划|规划|计算|人工|客服|转接|等待")


@lru_cache(maxsize=4096)
def kind_of(tool: str) -> ToolKind:
    """Read the kind of a tool from the first telling word of its name; an unknown one looks."""
    found = {word.lower() for word in _WORD.findall(tool)}
    if found & _ASIDE or _ASIDE_ZH.search(tool):
        return "aside"
    for word in (one.lower() for one in _WORD.findall(tool)):
        if word in _LOOK:
            return "look"
        if word in _CHANGE:
            return "change"
    if found & _EITHER or _is_change_zh(tool):
        return "change"
    return "look"


def _is_change_zh(tool: str) -> bool:
    return bool(_CHANGE_ZH.search(tool)) and not _LOOK_ZH.search(tool)
