"""Words of how often, from when and until when, and of what joins times."""

from __future__ import annotations

from apps.scheduling.domain.numerals import number_of
from apps.scheduling.domain.vocabulary import (
    DOUBTFUL,
    FREQUENCIES,
    MONTHS_EN,
    NUMBER,
    NUMBER_EN,
    Word,
    en,
)

RECURRENCE_WORDS: tuple[Word, ...] = (
    # how often
    (
        "O",
        en("every other|every alternate|alternate")
        + r"|every second(?= (?:day|week|month|year)(?![a-z]))",
        lambda _: 2,
    ),
    ("s", r"每?隔|每间隔", lambda _: None),
    ("e", r"每逢|每个?|逢", lambda _: "zh"),
    ("e", en("every single|every|each"), lambda _: "en"),
    (
        "f",
        r"天天|" + en("|".join(word for word in FREQUENCIES if word.isascii())),
        lambda m: FREQUENCIES[m.group()],
    ),
    ("b", en("|".join(DOUBTFUL)), lambda m: DOUBTFUL[m.group()]),
    (
        "#",
        rf"(?:一共|总共|共|最多)(?P<tz>{NUMBER})[次回]"
        rf"|(?<![a-z\d])(?P<te>{NUMBER_EN}) (?:times|runs|occurrences) in (?:total|all)(?![a-z])",
        lambda m: number_of(m["tz"] or m["te"]),
    ),
    ("C", en(r"once|twice"), lambda m: 1 if m.group() == "once" else 2),
    ("C", rf"(?P<cz>{NUMBER})[次回遍趟]", lambda m: number_of(m["cz"])),
    ("C", rf"(?<![a-z\d])(?P<ce>{NUMBER_EN}) times?(?![a-z])", lambda m: number_of(m["ce"])),
    ("/", en("per"), lambda _: None),
    # months and days of a month
    ("m", rf"(?P<mz>{NUMBER})月份?(?!\d)", lambda m: number_of(m["mz"])),
    (
        "m",
        en(
            r"(?P<me>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
            r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
        )
        + r"\.?",
        lambda m: MONTHS_EN.index(m["me"][:3]) + 1,
    ),
    ("j", rf"(?P<jz>{NUMBER})[号日](?!常|用|本|志)", lambda m: (number_of(m["jz"]),)),
    # bounds and joints
    (
        "H",
        r"(?:法定|国家)?节?假日|国定假日?|公休日?|" + en(r"(?:public |bank |national )?holidays?"),
        lambda _: "any",
    ),
    (
        "H",
        r"假期|节日|(?:春|中秋|国庆|元旦|清明|端午|元宵|重阳|劳动|除夕|七夕)节?(?:假期)?|农历|阴历|"
        + en(r"christmas(?: eve| day)?|easter|thanksgiving|new year's(?: eve| day)?"),
        lambda _: "feast",
    ),
    (
        "v",
        r"一会儿?|待会儿?|等会儿?|过(?:两|几)天|改天|回头|稍后|晚点|晚些时候|有空|不久|过阵子|尽快|"
        + en(
            r"later(?! than)|soon|sometime|some time|asap|in a (?:bit|while|moment)|at some point|"
            r"eventually|now and (?:then|again)|occasionally|from time to time|every so often|"
            r"regularly|often|frequently|first thing"
        ),
        lambda _: None,
    ),
    ("v", r"经常|偶尔|时不时|定期|不定期", lambda _: None),
    (
        "x",
        r"除了|除去|除开|除(?=周|星期|礼拜|节|法定|工作日|双休)|不包括|不含|排除"
        r"|(?:但是?|不过|可是)(?=(?:周|星期|礼拜|双休|节假|工作日))|"
        + en(
            r"except(?: for)?(?: on)?|(?:but )?not on|but not|excluding|other than|apart from|"
            r"skip(?:ping)?|"
            r"but(?= (?:on )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)(?![a-z]))"
        ),
        lambda _: None,
    ),
    (
        "K",
        r"除外|例外|(?<=[一二三四五六日天末])都?(?:休息|放假|不(?:用|要|需要|必|提醒|叫|喊|响|发|跑|"
        r"执行|通知|算|去|上班|打卡|推送)(?:我|了)*)",
        lambda _: None,
    ),
    ("y", r"以外|之外|(?<=[日天末一二三四五六号])外", lambda _: None),
    (
        "a",
        r"(?:以|之|过)?后(?!续|面|台|端|来|果|缀)|" + en(r"from now|hence|from today"),
        lambda _: None,
    ),
    (
        "i",
        r"再?过(?=[\d零一二两三四五六七八九十半])|" + en(r"in|after|within"),
        lambda m: m.group(),
    ),
    (
        "T",
        r"直到|一直到|截止到?|截至|为止|" + en(r"until|till?|up to|ending(?: on)?|ends?(?: on)"),
        lambda m: m.group(),
    ),
    ("B", r"开始|起(?![床来草诉动])", lambda _: None),
    (
        "S",
        r"从|自(?=[\d下明后今本周])|"
        + en(r"starting(?: from| on| in| at)?|beginning(?: on| in| from)?|effective|as of|from"),
        lambda m: m.group(),
    ),
    ("(", en("between"), lambda _: None),
    (")", r"之?间", lambda _: None),
    (
        "F",
        r"接下来的?|未来的?|今后的?|往后的?|连续|持续|" + en(r"for(?: the)?(?: next)?"),
        lambda m: m.group(),
    ),
    (
        "-",
        r"到|至(?!少|今|于)|~|–|—|-(?=\s*[\da-z周星礼])|" + en(r"to|through|thru"),
        lambda _: None,
    ),
    (
        "&",
        r"[、,和及与跟或&+]|以及|还有|" + en(r"and|as well as|or|plus") + r"|/(?=\s*[a-z周\d])",
        lambda m: m.group(),
    ),
    (
        "Z",
        r"(?<![\w/.])(?P<iana>(?:africa|america|antarctica|arctic|asia|atlantic|australia|canada|etc"
        r"|europe|indian|pacific|us)/[a-z_]+(?:/[a-z_]+)?)(?![a-z])|"
        # No zone of this earth, where one is named: refused, never read as something else.
        r"(?:(?<=[\dm] )|(?<=[\dm] in ))[a-z]{3,}/[a-z_]{3,}(?![a-z/.])|"
        r"(?:北京|上海|东京|纽约|伦敦|巴黎|柏林|洛杉矶|新加坡|香港|悉尼)时间|"
        r"(?<=[点半分])[\u4e00-\u9fff]{2,5}时间|"
        r"(?![天日周月年个的])[\u4e00-\u9fff]{2,5}时间(?=\s*(?:早|上午|中午|下午|晚|凌晨|\d))|"
        + en(
            r"(?:new york|london|tokyo|beijing|shanghai|paris|berlin|los angeles|chicago|denver|"
            r"singapore|hong kong|sydney|eastern|central|mountain|pacific|china|india|uk|"
            r"us eastern|us pacific) (?:standard |daylight )?time|"
            r"utc|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|"
            r"cet|cest|bst|jst|ist"
        )
        + r"|(?<=[\dm] )[a-z]+ time(?![a-z])",
        lambda m: m.group(),
    ),
)
