"""Read over a whole message what it says of later: the way to keep, the time to run."""

from __future__ import annotations

import re
from enum import StrEnum, auto
from functools import lru_cache
from typing import TYPE_CHECKING

from apps.feedback.domain.acts import Act, branches_of
from apps.feedback.domain.rule_book import RuleBook

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from apps.feedback.domain.clause_acts import Reading
    from apps.feedback.domain.previous_turn import PreviousTurn

_LATER = (
    r"以后|往后|今后|日后|将来|未来|下次|下回|下一次|下一?(?:个|批|轮|单|位|封|份)(?:就|也|还|来|"
    r"直接)|"
    r"从今|从此|每次|每回|每个?(?:新|月|周|季度?|阶段|批|单|客户|天)|天天|到时候?|凡是|但凡|只要是|"
    r"再(?:有|来|遇到|碰到|上新|出|接到?)|长期|一直(?:用|按|照)|接着用|后面(?:还有|都|的)|"
    r"还有.{1,6}(?:个|家|份|批)|"
    r"也(?:要|能|会|可以)用|(?:别人|同事|徒弟|新人|别的.{1,4}|大家|其他人|团队).{0,6}(?:也|都|能|"
    r"要|照)"
    r"|\b(?:from (?:now|here|today|this point) on(?:wards?)?|next (?:time|ones?|papers?|batch|"
    r"month|year|week|quarter)|"
    r"in (?:the )?future|going forward|always|henceforth|when(?:ever|\b(?= (?:a|an|i|we|one|the "
    r"next)\b))|"
    r"(?:every|each|any) (?:time|future|new|other|\w+ section|\w+ report|quarter|month|week|one|"
    r"pr|client|batch|"
    r"customer|order|case|ticket|review|\w+)|all (?:future|my|our|the next|coming)|for the next|"
    r"more (?:coming|to come)|so (?:that )?(?:\w+ ){1,3}(?:can|could)|the way we|our way|as our|"
    r"again soon|"
    r"later on|other (?:teams?|people|months|ones) (?:can|will|could)|permanently|for good|by "
    r"default|as standard)\b"
)
_SAME_WAY = (
    r"(?:按|照|依|跟|用|走|套|沿用|参照|比照|遵照|以|记住|保持|记得)(?:着|准)?(?:这|那|刚才|今天|"
    r"它|此|同样|"
    r"改好的|这次|上面|你刚|现在|相同)(?!个(?:文件|表|报告|数据)发)|这(?:样|么)(?:做|来|办|弄|写|"
    r"回|分|排|出|核|处理|整|搞|"
    r"查|算|翻|审|测|改|发|定|标|归|起|画|讲|拆|列|汇)|照(?:着)?(?:做|办|搬|旧|此|来|抄|用|样)|"
    r"比照|依样|如法|"
    r"直接(?:套|用|照)|套用|沿用|通用|就定?这(?:个|样|么|套|版)(?:了|流程|规则|格式|做法)|定案|"
    r"(?:这|那)(?:套|个|种|样的?)(?:流程|规则|法子|做法|步骤|顺序|格式|模板|思路|套路|办法|方法|"
    r"写法|译法|回法|标准|口径|"
    r"比例|结构|方式|过程|操作|排法|分法|查法)|怎么(?:做|弄|核|写|出|排|查|回|分|处理|整|搞|翻|算|"
    r"审|测)的|"
    r"做法|步骤|过程|套路|法子"
    r"|\b(?:(?:this|that|the same|same|these|those|your|exact) (?:\w+ )?(?:ways?|method|structure|"
    r"format|order|"
    r"recipe|approach|layout|steps|pattern|style|manner|procedure|checklist|template|workflow|"
    r"sequence|process|"
    r"rules?|routine|flow|setup|logic|criteria|convention)|like (?:this|that|these)|(?:just|"
    r"exactly) (?:what|this|"
    r"that|like|as|how)|the way (?:you|this|it)|how (?:you|i want)|as you (?:just )?did|what you "
    r"(?:just )?did|"
    r"do (?:it|this|that|so|exactly) (?:the same|this|that)|do the same|keep (?:this|that|it)|"
    r"(?:the|all the) steps|"
    r"the method|follow (?:this|these|that)|use (?:this|these|that) (?:again|as|for)|do likewise|"
    r"in (?:just )?this "
    r"manner|no need to ask|without asking)\b"
)
_OWN_PLAN = (
    r"(?:下次|以后|下回|将来|回头)(?:我|咱|我们)(?!说|只说|丢|给|发|一说|再?要|一喊|让|叫|喊)|"
    r"^我(?:下次|以后|下回|会|得|要记得)|"
    r"别(?:再)?(?:这样|这么|那样|犯)|\b(?:next time|in future) (?:i|we) (?:will|would|should|must|"
    r"need|can|"
    r"am)\b|"
    r"\bi will (?:remember|take|try|do|bring|make sure)\b|\b(?:do not|never|stop) (?:do|doing) "
    r"(?:it|this|that)\b"
)
_KEPT_THING = (
    r"(?:技能|skill|sop|playbook|一键|快捷|宏|模板(?:流程)?|范本|流程(?:模板|文档)?|指令|命令|"
    r"工作流|操作手册|"
    r"checklist|规范|脚本|template|workflow|command|recipe|macro|runbook)"
)
_MADE_TO_KEEP = (
    rf"(?:做|弄|变|搞|存|记|转|整理|沉淀|固化|封装|打包|总结|提炼|写|收录?|当|设|定|留)(?:一下|"
    rf"下来?|起来|住)?"
    rf"(?:成|为|个|一个|一份|份|作|到|进|当)+.{{0,6}}{_KEPT_THING}(?!里|图|的?内容|文件夹)"
    r"|沉淀|固化|封装(?:一下|起来|好|成)|(?:步骤|过程|做法|流程|顺序|思路|法子|方法|套路|"
    r"怎么[一-鿿]的).{0,8}"
    r"(?:记(?:住|下|好|着|牢|一下)|存|留(?:下|着|存|好)|保留|写下|学会|收好)|"
    r"(?:记(?:住|下|牢)|存(?:下)?|留(?:下|存)|学会|保留|保存)(?:来|好|一下)?.{0,8}(?:步骤|做法|"
    r"流程|方法|法子|套路|译法|"
    r"写法|过程|思路|顺序|怎么[一-鿿]的)|别忘了?.{0,8}怎么[一-鿿]的"
    r"|\b(?:lock|pin|bake|nail|write|note|jot|save|store|keep|record|document|capture|remember|"
    r"memori[sz]e) "
    r"(?:\w+ ){0,3}?(?:the |these |those |this |that |your |all )(?:\w+ )?(?:method|process|steps|"
    r"workflow|structure|"
    r"recipe|approach|way|procedure|routine|sequence|pattern|checklist)\b"
    r"|\b(?:reusable|repeatable|one-click|one-line) \w+|\b(?:become|into|as|make|create|build|"
    r"have|turn) (?:\w+ ){0,4}?"
    r"(?:a |an |one |our |my )(?:\w+ )?(?:one-liner|slash command|command|shortcut|macro|playbook|"
    r"skill|recipe|runbook|"
    r"workflow|sop|cheat ?sheet|how-to|standard operating procedure)\b|\bwhenever i say ◆?"
)
_MENDS = re.compile(r"^(?:fix|change|redo|correct|改|重|换|删|补)|改过来", re.ASCII)
_ASKED_FOR = (
    r"(?:^|,)(?:你)?(?:能不能|能否|可不可以|可以|能)|(?:^|,)(?:can|could|would|will|may|is it "
    r"possible)\b"
)
_CONDITION = (
    r"(?:一旦|只要|如果|要是|以后|当|等|超过|低于|没|有新|一有|到货|有人|谁).{0,20}(?:就|马上|"
    r"立刻|立即|及时|记得|再)?"
    r"(?:告诉|通知|提醒|叫|喊|报警|告警|发(?:消息|邮件|短信)|send|ping|call|催)(?:我|我们|大家|"
    r"一下|一声|一封|一次|他|她)?"
    r"|\b(?:when|whenever|if|once|as soon as|the moment|unless|should)\b(?! you| that is| there "
    r"is anything| "
    r"anything| i (?:need|want|have))[^,]*,? ?\b(?:tell|let|ping|notify|alert|email|text|message|"
    r"send|warn|call|"
    r"remind|page) (?:me|us|him|her|them|it|a|the)\b"
    r"|\b(?:tell|ping|notify|alert|email|text|message|warn|call|page|let) (?:me|us)(?: know)? "
    r"(?:when(?:ever)?|if|once|"
    r"as soon as|the moment|every time)\b(?! you| that is| anything| there is (?:a )?(?:problem|"
    r"anything))"
)


class _Sign(StrEnum):
    """What a whole message can show."""

    LATER = auto()
    SAME_WAY = auto()
    OWN_PLAN = auto()
    MADE_TO_KEEP = auto()
    ASKED_FOR = auto()
    CONDITION = auto()


_SIGNS = {
    _Sign.LATER: _LATER,
    _Sign.SAME_WAY: _SAME_WAY,
    _Sign.OWN_PLAN: _OWN_PLAN,
    _Sign.MADE_TO_KEEP: _MADE_TO_KEEP,
    _Sign.ASKED_FOR: _ASKED_FOR,
    _Sign.CONDITION: _CONDITION,
}


def read_later(readings: list[Reading], previous: PreviousTurn) -> None:
    """Add what only the whole message shows: a way that is to last, a condition to act on."""
    if not readings:
        return
    whole = ",".join(one.clause.text for one in readings)
    asks = Act.QUESTION in readings[-1].acts
    found = _book().find(whole)
    kept = not previous.is_missing and _keeps(found.keys(), asks=asks)
    if kept:
        readings[-1].acts.setdefault(Act.KEEP, whole)
        _silence_the_way(readings)
    if not asks and not kept and _Sign.CONDITION in found:
        readings[-1].acts.setdefault(Act.SCHEDULE, whole)


def _keeps(found: AbstractSet[_Sign], *, asks: bool) -> bool:
    if _Sign.OWN_PLAN in found:
        return False
    if asks:
        return found >= {_Sign.ASKED_FOR, _Sign.MADE_TO_KEEP}
    return _Sign.MADE_TO_KEEP in found or found >= {_Sign.LATER, _Sign.SAME_WAY}


@lru_cache(maxsize=1)
def _book() -> RuleBook[_Sign]:
    """Compile the signs when the first message is read."""
    return RuleBook((sign, one) for sign, whole in _SIGNS.items() for one in branches_of(whole))


def _silence_the_way(readings: list[Reading]) -> None:
    """Read "keep that order" as the keeping, not as a change or a repetition."""
    for reading in readings:
        text = reading.clause.text
        if _MENDS.search(text):
            continue
        if _book().find(text).keys() & {_Sign.LATER, _Sign.SAME_WAY, _Sign.MADE_TO_KEEP}:
            reading.drop(
                Act.CHANGE, Act.VALUE, Act.DENIAL, Act.REDO, Act.RESTATE, Act.AGAIN, Act.UNDO
            )
