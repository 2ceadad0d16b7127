"""Word lists in Chinese and English, combined into as many different texts as are asked for."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 20260101


@dataclass(frozen=True)
class Words:
    """The lists of one language, and the sentences they are put into."""

    actions: tuple[str, ...]
    subjects: tuple[str, ...]
    places: tuple[str, ...]
    troubles: tuple[str, ...]
    remedies: tuple[str, ...]
    pattern: str
    context: str

    def combinations(self) -> list[tuple[str, str, str, str]]:
        return list(itertools.product(self.actions, self.subjects, self.places, self.troubles))


EN = Words(
    actions=(
        *("Reconcile", "Export", "Check", "Compare", "Summarise", "Correct", "Archive"),
        *("Forecast", "Translate", "Merge", "Anonymise", "Renumber"),
    ),
    subjects=(
        *("the supplier invoices", "the delivery notes", "the shift rosters", "the stock levels"),
        *("the vibration readings", "the weld test protocols", "the support tickets"),
        *("the purchase orders", "the discharge letters", "the pump maintenance log"),
        *("the customs declarations", "the payroll sheets", "the energy bills"),
        *("the release notes", "the crash dumps", "the survey answers", "the tyre orders"),
        *("the seed catalogue", "the choir schedule", "the lens calibrations"),
    ),
    places=(
        *("of line 3", "of ward seven", "of the north warehouse", "of the Lyon office"),
        *("of the paint shop", "of the night shift", "of the harbour depot"),
        *("of the pilot plant", "of the call centre", "of the test bench"),
    ),
    troubles=(
        *("the totals differ by a rounding", "half of the rows come twice"),
        *("the upload stops after ten minutes", "the dates are read as American ones"),
        *("the column with the unit is missing", "the server answers 504 at noon"),
        *("accented letters arrive broken", "the filter drops the last day of a month"),
        *("the file is locked by another job", "the currency is taken for dollars"),
        *("an empty page follows every page", "the numbers of last year are shown"),
    ),
    remedies=(
        "Read the file again with the right encoding and compare the row counts.",
        "Split the job in days, run the smallest first, then join the results.",
        "Look the unit up in the master table before anything is added up.",
        "Wait for the lock to be released; if it is older than an hour, ask its owner.",
    ),
    pattern="{0} {1} {2}: {3}",
    context="Found while closing the month; {0} was asked for by the controller.",
)
ZH = Words(
    actions=(
        *("核对", "导出", "检查", "比较", "汇总", "更正", "归档", "预测", "翻译", "合并", "脱敏"),
        "重新编号",
    ),
    subjects=(
        *("供应商发票", "送货单", "排班表", "库存数量", "振动读数", "焊接检验记录", "客服工单"),
        *("采购订单", "出院小结", "水泵保养日志", "报关单", "工资表", "电费账单", "版本说明"),
        *("崩溃转储", "问卷答案", "轮胎订单", "种子目录", "合唱团日程", "镜头校准值"),
    ),
    places=(
        *("三号产线", "七号病区", "北区仓库", "里昂办事处", "涂装车间", "夜班", "港口货场"),
        *("中试车间", "呼叫中心", "试验台"),
    ),
    troubles=(
        *("合计相差一个尾数", "一半的行出现两次", "十分钟后上传中断", "日期被当成美式写法"),
        *("缺少单位那一列", "中午服务器返回504", "带声调的字母变成乱码", "筛选漏掉月末最后一天"),
        *("文件被另一个任务锁住", "币种被当成美元", "每页后面多一张空白页", "显示的是去年的数字"),
    ),
    remedies=(
        "用正确的编码重新读取文件，再比较行数。",
        "按天拆分任务，先跑最小的，再把结果合起来。",
        "求和之前先在主数据表里查单位。",
        "等锁释放；超过一小时就联系占用者。",
    ),
    pattern="{0}{2}的{1}时{3}",
    context="月末结账时发现，由财务主管提出：{0}。",
)


@dataclass(frozen=True)
class Lesson:
    """What one synthetic experience says."""

    language: str
    pattern: str
    context: str
    remedies: tuple[str, ...]


def lessons(count: int) -> Iterator[Lesson]:
    """Yield so many different lessons, every second one in Chinese, the same at every call."""
    choice = random.Random(SEED)  # a repeatable choice, nothing secret
    drawn = {
        "en": choice.sample(EN.combinations(), -(-count // 2)),
        "zh": choice.sample(ZH.combinations(), count // 2),
    }
    for number in range(count):
        language, words = (("en", EN), ("zh", ZH))[number % 2]
        parts = drawn[language][number // 2]
        remedies = tuple(choice.sample(words.remedies, 2))
        yield Lesson(
            language, words.pattern.format(*parts), words.context.format(parts[1]), remedies
        )
