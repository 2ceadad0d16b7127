"""Whatever is said, nothing raises, nothing hangs, and what is read fires later than now."""

from __future__ import annotations

import os
import random
import time
from datetime import UTC, datetime

import pytest

from apps.scheduling.domain.recurrence import next_run
from apps.scheduling.domain.render import describe
from apps.scheduling.domain.understand import understand
from tests.scheduling.domain.meaning import cases_of

NOW = datetime(2026, 3, 4, 10)  # noqa: DTZ001 – a wall clock
INPUTS = int(os.environ.get("SCHEDULE_FUZZ_INPUTS", "3000"))
MOST_SECONDS = 0.05
SENTENCES: list[str] = [case["text"] for case in cases_of("corpus_zh.json", "corpus_en.json")]
WORDS = sorted({word for one in SENTENCES for word in one.split()} | set("".join(SENTENCES)))
LONG = (
    *("每", "1", "点", "第", "和", "every ", "9:", "at ", "a ", "1 and ", "周一", "mon-", "除了"),
    *(
        "十",
        "、",
        " ",
        "每天9点",
        "in ",
        "twenty-",
        "from ",
        "明天的",
        "last ",
        "-",
        "1/",
        "remind ",
    ),
)


def _made(rnd: random.Random) -> str:
    kind = rnd.random()
    if kind < 0.4:
        text = rnd.choice(SENTENCES)
        start = rnd.randrange(len(text) + 1)
        return text[:start] + rnd.choice(WORDS) + text[start + rnd.randrange(3) :]
    if kind < 0.7:
        return " ".join(
            rnd.choice(SENTENCES)[: rnd.randrange(1, 20)] for _ in range(rnd.randrange(1, 4))
        )
    if kind < 0.95:
        return "".join(
            rnd.choice(WORDS) + rnd.choice(["", " "]) for _ in range(rnd.randrange(1, 12))
        )
    ranges = ((32, 127), (0x4E00, 0x9FFF), (0, 0x3000), (0x1F300, 0x1F600))
    return "".join(chr(rnd.randrange(*rnd.choice(ranges))) for _ in range(rnd.randrange(60)))


def _seconds(text: str) -> float:
    """Give the shortest of three readings: the machine may be at something else."""
    shortest = MOST_SECONDS
    for _ in range(3):
        start = time.perf_counter()
        understand(text, now=NOW, timezone="Europe/Berlin")
        shortest = min(shortest, time.perf_counter() - start)
        if shortest < MOST_SECONDS:
            break
    return shortest


def test_no_input_raises_or_takes_long() -> None:
    rnd = random.Random(20260304)  # noqa: S311 – inputs, not secrets
    for _ in range(INPUTS):
        text = _made(rnd)
        assert _seconds(text) < MOST_SECONDS, text
        got = understand(text, now=NOW, timezone="Europe/Berlin")
        assert bool(got.readings) == (got.verdict in ("exact", "ambiguous")), text
        for reading in got.readings:
            found = next_run(reading.spec, NOW.replace(tzinfo=UTC))
            assert found is None or found > NOW.replace(tzinfo=UTC)
            assert describe(reading.spec, "zh")
            assert describe(reading.spec, "en")


@pytest.mark.parametrize("piece", LONG)
def test_two_thousand_characters_take_no_longer_than_they_must(piece: str) -> None:
    for text in ((piece * 2000)[:2000], "每天9点" + (piece * 2000)[:1990] + "!", piece * 3000):
        start = time.perf_counter()
        understand(text, now=NOW, timezone="Europe/Berlin")
        assert time.perf_counter() - start < 1
