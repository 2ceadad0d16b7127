"""Sentences that mix Chinese and English, each with its turn and what holds of it.

The last column names every label that is true: correction, positive or negative, skill,
schedule, again. None of them means an ordinary neutral sentence.
"""

ROWS: list[tuple[str, str, str]] = [
    ("limit 太低了，要 500", "limit", "correction negative"),
    ("还是 return 429，没 work", "limit", "correction negative"),
    ("你改的 file 不对，应该在 middleware 里做", "limit", "correction negative"),
    ("revert 掉，别用 in-memory 的 counter", "limit", "correction negative"),
    ("这个 doc 太 long 了", "onboarding", "correction negative"),
    ("第二 part 写得 confusing", "onboarding", "correction negative"),
    ("漏了 VPN setup 那段", "onboarding", "correction negative"),
    ("not 每分钟，是每小时", "limit", "correction"),
    ("wrong branch，要在 dev 上改", "limit", "correction negative"),
    ("redo 一下，太 messy", "onboarding", "correction negative again"),
    ("window 改成 sliding 的", "limit", "correction"),
    ("title 用 Onboarding Guide 吧", "onboarding", "correction"),
    ("不用 redis，用 memcached", "limit", "correction"),
    ("写得 nice，把 logo 换一下就行", "onboarding", "correction positive"),
    ("perfect，一点都不用改", "onboarding", "positive"),
    ("跑通了 thx", "limit", "positive"),
    ("no problem，可以 ship", "limit", "positive"),
    ("ok 收到", "limit", ""),
    ("为什么不用 token bucket？", "limit", ""),
    ("429 和 503 有什么区别", "limit", ""),
    ("log 里的 “wrong key” 是哪里打的？", "limit", ""),
    ("顺手把 README 也 update 了", "limit", ""),
    ("commit 一下然后 push", "limit", ""),
    ("undo log 的大小怎么设", "limit", ""),
    ("/orders 也加一个", "limit", "again"),
    ("再 run 一遍 tests", "limit", "again"),
    ("my fault，我 path 写错了", "limit", ""),
    ("把这个 workflow save 成 skill", "limit", "skill"),
    ("以后加 limit 都用这个 pattern", "limit", "skill"),
    ("每天早上 8am 跑一遍 load test", "limit", "schedule"),
    ("remind 我周五 review 这个 doc", "onboarding", "schedule"),
]
