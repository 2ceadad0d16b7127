"""Tells what only speaks of times from what wants something done at them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apps.scheduling.domain.ordinary import is_ordinary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.scheduling.domain.lexer import Token
    from apps.scheduling.domain.slots import Slots

_WANTS = re.compile(
    r"提醒|叫我|喊我|通知我|告诉我|发给我|发我|推送|闹钟|定时|设[置个定]|安排|预约|记得|别忘"
    r"|不要忘|催我"
    r"|\b(?:remind|reminded|alert|ping|notify|wake|schedule|set|tell me|send me|text me|email me|"
    r"do not forget|don't forget|never forget|remember to|make sure|please|pls|i'd like|i want|"
    r"i need|need to|have to|must|should|will|i'll|we'll|shall|let's)\b"
)
_REFUSES = re.compile(
    r"不用再?|不要再?(?!忘)|不必|无需|没必要|别再|别(?!忘|的|人|墅|名|让我(?:们)?(?:忘|错过))"
    r"|不再|不需要|不想"
    r"|\b(?:no longer|do not(?! forget)|don't(?! forget| let (?:me|us) (?:forget|miss))|"
    r"never(?! forget)|not any ?more|"
    r"no more (?:reminders?|alarms?|alerts?|notifications?|e?mails?|messages?)|no need to|"
    r"needn't|unsubscribe)\b"
)
# Something is ended: a schedule, or at its time a thing of the world.
_ENDS = re.compile(
    r"停止|停掉|停了|停下|取消|暂停|关掉|关闭|删除|删掉|撤销"
    r"|\b(?:stop|cancel|disable|delete|remove|pause|turn off|quit)\b"
)
_A_SCHEDULE = re.compile(
    r".{0,40}(?:提醒|闹钟|任务|定时|推送|通知|日程|播报)"
    r"|.{0,60}\b(?:reminders?|alarms?|schedules?|jobs?|notifications?|alerts?|reports?|digests?)\b"
)
_CHANGES = re.compile(
    r"改[成到为]|推迟|延后|提前到|换成|挪到"
    r"|\b(?:reschedule|postpone|instead of|move (?:it|the|my)|change it|"
    r"change (?:the|my) (?:.{0,60}\bto\b|(?:time|reminder|alarm|schedule)))\b"
)
_ASKS = re.compile(
    r"[?？]\s*$|(?:[吗呢]|(?<![什怎])么)\s*[。.!！]?$|什么"
    r"|几点|多少|哪[天个些里]|怎么|为什么|是不是|有没有|多久|几次"
    r"|^\s*(?:how|what|when|why|who|whose|which|where|does|did|is|are|was|were|do|has|have)\b"
)
_ASKS_TO = re.compile(
    r"能.{0,20}(?:提醒|叫|通知|告诉|发|帮)|能不能|能否|可以|可不可以|麻烦|请|帮我"
    r"|\b(?:can|could|would|will) (?:you|we|it)\b|\bplease\b"
)
_ASKS_YOU = re.compile(r"^\W*(?:hey|hi|hello)?\W*(?:can|could|would|will) you\b")
_TIME_NEXT = re.compile(
    r"\s*(?:掉|了)?\s*(?:每|明|后天|今|下周|周[一二三四五六日]|早|晚|上午|下午|\d)|\s*了?\s*[。.!！吧]*$"
    r"|\s+(?:the |my |our )?(?:every|each|daily|weekly|monthly|tomorrow|today|\d)"
)
_TELLS_OF_PAST = re.compile(
    r"[了过的]\s*[。.!！]?$|\b(?:was|were|went|did|had|came|said|told|got|happened|ran|forgot|met|"
    r"lost|took|spent|made|bought|slept|woke|paid|found|left|ate|drank|felt|saw|gave|sent|wrote|won|"
    r"(?!need|feed|speed|indeed)[a-z]{2,}ed)\b"
)
_TELLS_OF_HABIT = re.compile(
    r"都(?:很|会|要|有|在|是|得|不|没|想|能|好|太|迟|忙|累|来)|真(?:难|累|烦|好|忙|的)|太[难累烦忙苦]"
    r"|很[累忙难烦]|好[累烦忙难]|受不了|烦死|累死"
)
_TELLS_OF_A_DAY = re.compile(
    r"(?:天|晚|上|周[一二三四五六日末])(?:是|会|有|没|不|很|真|太)|\b(?:is|are|isn't|aren't)\b"
)
_GREETS = re.compile(
    r"(?:[天晚末]|周[一二三四五六日])(?:见|愉快|快乐)|[早晚]上好|下午好|中午好|早安|晚安"
    r"|^\W*(?:see you|happy|good (?:morning|afternoon|evening|night)|bye)\b"
)
_EXCLAIMS = re.compile(r"真[难累烦苦]|太[难累烦忙苦]|好[累烦难]|受不了|烦死|累死")
_WAS = re.compile(r"\b(?:was|were|(?:has|had|have) been|(?:was|were|has|have|had|did)n't)\b")
# Behind these words stands what is to be done, whatever it says.
_LEADS_TO_TASK = re.compile(
    r"提醒(?:我们?|一下|大家)|叫我|(?<!请)问(?:问|一下|我|他|她|大家)|通知(?:我们?|大家)"
    r"|(?:查|看|统计|列出|汇总)[^?？]{0,4}(?=哪|是否|有没有)"
    r"|记得|别忘了?|不要忘记?|\b(?:remind|tell|notify|alert|ping) (?:me|us) (?:to|that|about|of)\b"
    r"|\bremember to\b|\bask (?:me|us|him|her|them)\b"
    r"|\bdon't forget to\b"
)
# A reminder that is itself ended: 把每天提醒我喝水的闹钟停掉.
_ENDS_IT = re.compile(
    r"^\s*(?:请|帮我)?[把将].{0,60}(?:取消|停|关|删|改|换|挪|推迟|提前)"
    r"|的(?:那个)?(?:提醒|闹钟|任务|定时|通知).{0,12}(?:取消|停|关|删|改|换|挪|推迟|提前)"
)
_ASKS_AT_END = re.compile(r"^(?:[?？]|[吗呢么])")
_PERSON_ZH = re.compile(r"我们?|你们?|他们?|她们?|它们?|大家|人们|人|咱们?")
_PERSON_EN = frozenset("i he she we they you it people everyone".split())
_OTHER_PERSON = re.compile(r"^\s*(?:[他她](?:们)?|he|she|they)(?![a-z])")
_IDIOM = re.compile(
    r"日复一日|年复一年|日日夜夜|一天到晚|三天两头|每况愈下|每时每刻|\bday in,? (?:and )?day out\b|"
    r"\bday (?:after|by) day\b|\bonce upon a time\b|\bone day\b|\bthese days\b|\bnowadays\b|"
    r"\bat the end of the day\b"
)


def find_no_schedule(tokens: Sequence[Token], slots: Slots) -> str:
    """Say why a sentence sets no schedule: a refusal, a question, a statement; else nothing."""
    folded = _without_exceptions(tokens, slots)
    has_time = bool(slots.times or slots.window or slots.after)
    wants = bool(_WANTS.search(folded))
    if _IDIOM.search(folded) and not has_time:
        return "idiom"
    if _is_meant(_REFUSES, folded) or _ends_a_schedule(folded, has_time=has_time):
        return "negation"
    if _is_meant(_CHANGES, folded):
        return "change"
    if _is_meant(_ASKS, folded) and not _asks_to(folded, slots, is_told=has_time or wants):
        return "question"
    if is_ordinary(folded, slots) or (
        not wants and _is_statement(folded, tokens, slots, has_time=has_time)
    ):
        return "statement"
    return ""


def _without_exceptions(tokens: Sequence[Token], slots: Slots) -> str:
    """Give the folded text without "not on Sundays", which refuses nothing."""
    spans = [(token.start, token.end) for token in slots.read if token.code == "~"]
    kept = [one.text for one in tokens if not any(a <= one.start < b for a, b in spans)]
    return "".join(kept)


def _ends_a_schedule(folded: str, *, has_time: bool) -> bool:
    """Tell a schedule that is to end from a thing that is to be ended at its time."""
    found = _ENDS.search(folded)
    if found is None or not _is_meant(_ENDS, folded):
        return False
    rest = folded[found.end() :]
    return not has_time or bool(_A_SCHEDULE.match(rest)) or bool(_TIME_NEXT.match(rest))


def _asks_to(folded: str, slots: Slots, *, is_told: bool) -> bool:
    """Tell whether a question asks for something to be done."""
    if _ASKS_YOU.search(folded) and (slots.recurs or slots.every):
        return True
    return is_told and bool(_ASKS_TO.search(folded))


def _is_meant(pattern: re.Pattern[str], folded: str) -> bool:
    """Tell whether words are said of the schedule, not of the thing to be done at its time."""
    found = pattern.search(folded)
    if found is None:
        return False
    lead = None if _ENDS_IT.search(folded) else _LEADS_TO_TASK.search(folded)
    return lead is None or found.start() < lead.end() or bool(_ASKS_AT_END.search(found.group()))


def exclaims(folded: str) -> bool:
    """Tell whether somebody only sighs over a habit, times and all."""
    return bool(_EXCLAIMS.search(folded)) and not _WANTS.search(folded)


def _is_statement(folded: str, tokens: Sequence[Token], slots: Slots, *, has_time: bool) -> bool:
    """Tell whether it is only told what was, is or will be."""
    if _tells_of_past(folded, tokens, slots) or _OTHER_PERSON.search(folded):
        return True
    if has_time:
        return False
    if _GREETS.search(folded) or _TELLS_OF_A_DAY.search(folded):
        return True
    if _tells_of_today(tokens, slots):
        return True
    if _TELLS_OF_HABIT.search(folded) and _speaks_of_people(folded, tokens):
        return True
    # 每月1号生成上个月的报表: days are named beside what the report is of.
    names_days = slots.month_days or slots.weekdays or slots.month_end or slots.nth
    return _begins_with_person(tokens) or (not names_days and _is_attribute(tokens))


def _tells_of_past(folded: str, tokens: Sequence[Token], slots: Slots) -> bool:
    if _WAS.search(folded):
        return True
    if not _TELLS_OF_PAST.search(folded):
        return False
    past = (slots.near is not None and slots.near.by < 0) or (slots.day or 0) < 0
    if past and _has_other_words(tokens):
        return True
    return not slots.recurs and slots.every is None and _begins_with_person(tokens)


def _tells_of_today(tokens: Sequence[Token], slots: Slots) -> bool:
    recurs = slots.recurs or slots.every is not None
    return slots.day == 0 and not recurs and _has_other_words(tokens)


def _has_other_words(tokens: Sequence[Token]) -> bool:
    return any(token.code == "W" for token in tokens)


def _speaks_of_people(folded: str, tokens: Sequence[Token]) -> bool:
    """Of an event it may well be said that it happens every day, of a person it is a sigh."""
    first = next((token for token in tokens if token.code != "."), None)
    return bool(_PERSON_ZH.search(folded)) or (first is not None and first.code in "egf")


def _begins_with_person(tokens: Sequence[Token]) -> bool:
    first = next((token for token in tokens if token.code != "."), None)
    if first is None or first.code != "W":
        return False
    return first.text in _PERSON_EN or bool(_PERSON_ZH.match(first.text))


def _is_attribute(tokens: Sequence[Token]) -> bool:
    """Tell whether how often is only said of a thing: 每天的销售额, the daily report."""
    for before, token, after in zip((None, *tokens), tokens, (*tokens[1:], None), strict=False):
        if (
            token.code == "f"
            and before is not None
            and before.text.strip() == ""
            and _follows_article(tokens, token)
        ):
            return True
        if (
            token.code in "ukz"
            and after is not None
            and after.text == "的"
            and _word_after(tokens, after)
        ):
            return True
    return False


def _follows_article(tokens: Sequence[Token], token: Token) -> bool:
    words = [one for one in tokens if one.text.strip()]
    at = words.index(token)
    before = words[at - 1].text if at else ""
    after = words[at + 1].code if at + 1 < len(words) else ""
    return (
        before in ("the", "a", "my", "our", "this", "that", "your", "his", "her") and after == "W"
    )


def _word_after(tokens: Sequence[Token], token: Token) -> bool:
    at = list(tokens).index(token)
    return at + 1 < len(tokens) and tokens[at + 1].code == "W"
