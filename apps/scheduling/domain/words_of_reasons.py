"""What is said to a person of each reason: a sentence, a question, and what may be answered."""

from __future__ import annotations

from typing import NamedTuple

from apps.scheduling.domain.reasons import Reason


class Words(NamedTuple):
    """A sentence, a question, and its two to four choices."""

    sentence: str
    question: str
    choices: tuple[str, ...]


_YES_NO_ZH = ("是，每天", "是，一次", "不用")
_YES_NO_EN = ("yes, every day", "yes, once", "no")
_CLOCKS = ("09:00", "12:00", "18:00", "21:00")

ZH: dict[Reason, Words] = {
    Reason.NO_TIME: Words(
        "这句话里没有时间。", "要在什么时候？", ("每天09:00", "明天09:00", "不用")
    ),
    Reason.IDIOM: Words("这是一句习语。", "要设成日程吗？", _YES_NO_ZH),
    Reason.NEGATION: Words("这句话是要取消或不要。", "要停掉已有的日程吗？", ("停掉它", "保留它")),
    Reason.CHANGE: Words("这句话是要改已有的日程。", "改哪一个？", ("改已有的日程", "另设一个")),
    Reason.QUESTION: Words("这是一个问题。", "要设成日程吗？", _YES_NO_ZH),
    Reason.STATEMENT: Words("这句话只是在陈述。", "要设成日程吗？", _YES_NO_ZH),
    Reason.DAY_MISSING: Words(
        "没有说哪一天。", "在哪些天？", ("每天", "每周一", "每周一到周五", "每月的1号")
    ),
    Reason.TIME_MISSING: Words("没有说几点。", "几点？", _CLOCKS),
    Reason.TIMES_MISSING: Words(
        "说了次数，没有说几点。", "分别在几点？", ("09:00、18:00", "08:00、12:00、18:00")
    ),
    Reason.HOURS_MISSING: Words(
        "没有说从几点到几点。", "从几点到几点？", ("09:00到17:00", "09:00到18:00", "08:00到20:00")
    ),
    Reason.ZONE_MISSING: Words("不知道你的时区。", "你在哪个时区？", ("Asia/Shanghai", "UTC")),
    Reason.INVALID_TIME: Words("钟上没有这个时间。", "是几点？", _CLOCKS),
    Reason.INVALID_DATE: Words("日历上没有这一天。", "是哪一天？", ("当月最后一天", "换一个日期")),
    Reason.INVALID_DAY: Words(
        "一个月里没有这一天。", "是哪一天？", ("每月的1号", "每月的最后一天")
    ),
    Reason.INVALID_WEEKDAY: Words(
        "一周里没有这一天。", "是星期几？", ("每周一", "每周五", "每周日")
    ),
    Reason.UNKNOWN_ZONE: Words("不认识这个时区。", "是哪个时区？", ("Asia/Shanghai", "UTC")),
    Reason.PAST: Words(
        "这个时间已经过去了。", "改到什么时候？", ("明天同一时间", "下周同一时间", "不用")
    ),
    Reason.TOO_FAR: Words("这个时间太远了。", "改到什么时候？", ("一年后", "换一个日期")),
    Reason.TOO_SHORT: Words("间隔太短。", "多久一次？", ("每分钟", "每5分钟", "每小时")),
    Reason.HALF_PERIOD: Words(
        "半个月没有一定的天数。", "在哪些天？", ("每月的1号、15号", "每2周的周一", "每15天")
    ),
    Reason.NEVER_FIRES: Words("这样永远不会触发。", "要改哪里？", ("改日期", "改例外")),
    Reason.INVALID_CRON: Words("cron 表达式有误。", "是哪一种？", ("0 9 * * *", "0 9 * * 1-5")),
    Reason.CRON_OF_FIVE_FIELDS: Words(
        "cron 表达式要有五段：分、时、日、月、周。", "是哪一种？", ("0 9 * * *", "0 9 * * 1-5")
    ),
    Reason.HOLIDAY: Words(
        "不知道节假日和农历是哪几天。", "按什么来？", ("按周一到周五", "每天", "给一个日期")
    ),
    Reason.ODD_OR_EVEN: Words("单双要看从哪一次算起。", "在哪些天？", ("每2天", "每2周的周一")),
    Reason.CONDITION: Words("日程看不到条件。", "不看条件，照样提醒吗？", ("照样提醒", "不用")),
    Reason.EVENT: Words("不知道这件事在几点。", "大约几点？", _CLOCKS),
    Reason.LEAD_TIME: Words(
        "提前多少是相对另一件事的。", "应该在几点提醒？", ("按说的时间", "提前10分钟", "提前1小时")
    ),
    Reason.DEADLINE: Words(
        "这是截止时间。", "什么时候提醒？", ("就在那时", "提前一小时", "提前一天")
    ),
    Reason.OPEN_ENDED: Words("只说了最早的时间。", "就在那时吗？", ("就在那时", "晚一小时")),
    Reason.VAGUE: Words("时间不够具体。", "具体什么时候？", ("一小时后", "今天18:00", "明天09:00")),
    Reason.INTERVAL_ON_DAYS: Words(
        "这个间隔排不进一天。", "从几点开始？", ("09:00到18:00", "改成每小时")
    ),
    Reason.NO_TIME_OF_DAY: Words("这个日程没有钟点可改。", "重新说一遍？", ("每天09:00", "每小时")),
    Reason.SEVERAL_SCHEDULES: Words(
        "这像是几个日程。", "先设哪一个？", ("先设第一个", "先设第二个", "都分开设")
    ),
    Reason.MIXED_WORDS: Words("中英文连在了一起。", "是这个意思吗？", ("每天", "换一种说法")),
    Reason.UNREAD: Words(
        "有的地方没看懂。", "能换一种说法吗？", ("每天09:00", "每周一09:00", "换一种说法")
    ),
}

EN: dict[Reason, Words] = {
    Reason.NO_TIME: Words(
        "It names no time.", "When should it be?", ("every day at 09:00", "tomorrow at 09:00", "no")
    ),
    Reason.IDIOM: Words("This is a figure of speech.", "Should it be scheduled?", _YES_NO_EN),
    Reason.NEGATION: Words(
        "This refuses or ends something.", "Stop a schedule of yours?", ("stop it", "keep it")
    ),
    Reason.CHANGE: Words(
        "This changes something.", "Which schedule?", ("change the one I have", "make another")
    ),
    Reason.QUESTION: Words("This is a question.", "Should it be scheduled?", _YES_NO_EN),
    Reason.STATEMENT: Words("This only tells of something.", "Should it be scheduled?", _YES_NO_EN),
    Reason.DAY_MISSING: Words(
        "It does not say which day.",
        "On which days?",
        ("every day", "every Monday", "every weekday", "the 1st of every month"),
    ),
    Reason.TIME_MISSING: Words("It does not say at what time.", "At what time?", _CLOCKS),
    Reason.TIMES_MISSING: Words(
        "It says how often, not when.",
        "At which times?",
        ("at 09:00 and 18:00", "at 08:00, 12:00 and 18:00"),
    ),
    Reason.HOURS_MISSING: Words(
        "It does not say from when until when.",
        "Between which hours?",
        ("between 09:00 and 17:00", "between 09:00 and 18:00", "between 08:00 and 20:00"),
    ),
    Reason.ZONE_MISSING: Words(
        "Your time zone is not known.", "Which is it?", ("Europe/London", "America/New_York", "UTC")
    ),
    Reason.INVALID_TIME: Words("No clock shows that time.", "At what time?", _CLOCKS),
    Reason.INVALID_DATE: Words(
        "No calendar has that day.", "Which day?", ("the last day of that month", "another date")
    ),
    Reason.INVALID_DAY: Words(
        "No month has that day.",
        "Which day?",
        ("the 1st of every month", "the last day of every month"),
    ),
    Reason.INVALID_WEEKDAY: Words(
        "No week has that day.", "Which day?", ("every Monday", "every Friday", "every Sunday")
    ),
    Reason.UNKNOWN_ZONE: Words(
        "That time zone is not known, or means several.",
        "Which is it?",
        ("Europe/London", "America/New_York", "UTC"),
    ),
    Reason.PAST: Words(
        "That time is over.",
        "When instead?",
        ("tomorrow at that time", "next week at that time", "not at all"),
    ),
    Reason.TOO_FAR: Words("That is too far ahead.", "When instead?", ("in a year", "another date")),
    Reason.TOO_SHORT: Words(
        "That is too often.", "How often?", ("every minute", "every 5 minutes", "every hour")
    ),
    Reason.HALF_PERIOD: Words(
        "Half a month has no fixed number of days.",
        "On which days?",
        ("the 1st and 15th of every month", "every 2 weeks on Monday", "every 15 days"),
    ),
    Reason.NEVER_FIRES: Words(
        "That never comes.", "What should change?", ("the date", "the exception")
    ),
    Reason.INVALID_CRON: Words(
        "The cron expression is wrong.", "Which is meant?", ("0 9 * * *", "0 9 * * 1-5")
    ),
    Reason.CRON_OF_FIVE_FIELDS: Words(
        "A cron expression has five fields: minute, hour, day, month, weekday.",
        "Which is meant?",
        ("0 9 * * *", "0 9 * * 1-5"),
    ),
    Reason.HOLIDAY: Words(
        "Holidays and lunar dates are not known here.",
        "Which days instead?",
        ("Monday to Friday", "every day", "a date"),
    ),
    Reason.ODD_OR_EVEN: Words(
        "Odd and even depend on where one counts from.",
        "On which days?",
        ("every 2 days", "every 2 weeks on Monday"),
    ),
    Reason.CONDITION: Words(
        "A schedule cannot see a condition.",
        "Run it whatever happens?",
        ("yes, always", "no"),
    ),
    Reason.EVENT: Words("The hour of that is not known.", "At what time, about?", _CLOCKS),
    Reason.LEAD_TIME: Words(
        "That is told from something else.",
        "At what time?",
        ("at the time itself", "10 minutes before", "an hour before"),
    ),
    Reason.DEADLINE: Words(
        "That is a deadline.", "When should it be?", ("just then", "an hour before", "a day before")
    ),
    Reason.OPEN_ENDED: Words(
        "Only the earliest time is said.", "Just then?", ("just then", "an hour later")
    ),
    Reason.VAGUE: Words(
        "That is not a fixed time.",
        "When, exactly?",
        ("in an hour", "today at 18:00", "tomorrow at 09:00"),
    ),
    Reason.INTERVAL_ON_DAYS: Words(
        "That interval does not fit into a day.",
        "Between which hours?",
        ("between 09:00 and 18:00", "every hour instead"),
    ),
    Reason.NO_TIME_OF_DAY: Words(
        "This schedule has no time of day to change.",
        "How should it be?",
        ("every day at 09:00", "every hour"),
    ),
    Reason.SEVERAL_SCHEDULES: Words(
        "These seem to be several schedules.",
        "Which one first?",
        ("the first", "the second", "each on its own"),
    ),
    Reason.MIXED_WORDS: Words(
        "Two languages run into one another.", "Is this meant?", ("every day", "say it otherwise")
    ),
    Reason.UNREAD: Words(
        "Some of it was not understood.",
        "Can you say it otherwise?",
        ("every day at 09:00", "every Monday at 09:00", "say it otherwise"),
    ),
}

ASSUMPTIONS: dict[str, tuple[str, str]] = {
    "every_two": (
        "按每两个周期一次理解，而不是每个周期两次。",
        "Read as every two, not as twice in one.",
    ),
    "recurs": ("按每周重复理解，而不是只有一次。", "Read as every week, not as once."),
    "counted_from_now": ("从现在起算，只有一次。", "Counted from now, and only once."),
}
