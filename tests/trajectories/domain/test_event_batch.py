"""A batch is read item by item: good ones are taken, bad ones are named."""

from datetime import datetime

import orjson
import pytest

from apps.errors import DomainError, TooLarge
from apps.trajectories.domain.cleaning import DEEPER
from apps.trajectories.domain.event_batch import MOST_EVENTS, read_batch
from apps.trajectories.schemas import EARLIEST, LATEST

GOOD = {
    "event_id": "e",
    "session_id": "s",
    "type": "user_request",
    "timestamp": "2026-03-02T08:00:00Z",
    "text": "生成护理周报",
}


def reads(*items: object) -> tuple[int, list[tuple[int, str]]]:
    batch = read_batch(orjson.dumps({"events": items}), lines=False)
    return len(batch.events), [(one.index, one.detail.split(":")[0]) for one in batch.rejected]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"type": "shrug"}, "type"),
        ({"timestamp": "gestern"}, "timestamp"),
        ({"event_id": ""}, "event_id"),
        ({"session_id": "x" * 201}, "session_id"),
        ({"duration_ms": -1}, "duration_ms"),
        ({"args": "no object"}, "args"),
        ({"status": "fine"}, "status"),
        ({"author": "robot"}, "author"),
    ],
)
def test_a_bad_item_is_named_by_place_and_field(change: dict[str, object], field: str):
    assert reads(GOOD, {**GOOD, **change}, GOOD) == (2, [(1, field)])


@pytest.mark.parametrize("word", ["neutral", "ok", 1.01, -0.1, "NaN", "中性", True, [], {}])
def test_feedback_that_is_none_is_refused_by_its_field(word: object):
    taken, refused = reads({**GOOD, "feedback": word})
    assert taken == 0
    assert refused[0][1].startswith("feedback")


@pytest.mark.parametrize("word", ["positive", "negative", 0, 1, 0.1, 0.8])
def test_feedback_that_is_a_word_or_a_share_is_taken(word: object):
    assert reads({**GOOD, "feedback": word}) == (1, [])


def test_a_tenth_stays_a_tenth():
    batch = read_batch(orjson.dumps({"events": [{**GOOD, "feedback": 0.1}]}), lines=False)
    assert str(batch.events[0].feedback) == "0.1"


@pytest.mark.parametrize("item", [None, 7, "text", [], {}])
def test_what_is_no_event_at_all_is_refused_alone(item: object):
    taken, refused = reads(GOOD, item)
    assert (taken, [index for index, _ in refused]) == (1, [1])


def test_a_time_without_a_zone_is_read_as_utc():
    batch = read_batch(
        orjson.dumps({"events": [{**GOOD, "timestamp": "2026-03-02T08:00:00"}]}), lines=False
    )
    assert batch.events[0].timestamp.isoformat() == "2026-03-02T08:00:00+00:00"


def test_lines_are_counted_without_the_empty_ones():
    good = orjson.dumps(GOOD)
    batch = read_batch(good + b"\n\n{oops\r\n" + good, lines=True)
    assert len(batch.events) == 2
    assert [(one.index, one.code) for one in batch.rejected] == [(1, "invalid_json")]


@pytest.mark.parametrize("lines", [True, False])
def test_the_thousand_and_first_event_refuses_the_batch(lines: bool):
    items = [GOOD] * (MOST_EVENTS + 1)
    body = b"\n".join(map(orjson.dumps, items)) if lines else orjson.dumps({"events": items})
    with pytest.raises(TooLarge) as refused:
        read_batch(body, lines=lines)
    assert refused.value.code == "too_many_events"


@pytest.mark.parametrize("lines", [True, False])
def test_a_deep_field_is_cut_and_the_event_taken(lines: bool):
    event = orjson.dumps({**GOOD, "result": "@@"}).replace(b'"@@"', b"[" * 300 + b"]" * 300)
    batch = read_batch(event if lines else b"[" + event + b"]", lines=lines)
    stored = orjson.dumps(batch.events[0].result)
    assert DEEPER.encode() in stored
    assert 90 < stored.count(b"[[") * 2 <= 100


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize("body", [b"", b" \r\n"])
def test_an_empty_body_holds_no_events(body: bytes, lines: bool):
    with pytest.raises(DomainError) as refused:
        read_batch(body, lines=lines)
    assert refused.value.code == "no_events"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("0001-01-01T00:00:00+23:00", EARLIEST),
        ("1999-12-31T23:59:59Z", EARLIEST),
        ("9999-12-31T23:59:59-23:00", LATEST),
        ("2100-01-01T00:00:01Z", LATEST),
    ],
)
def test_a_time_out_of_reach_is_moved_to_the_nearest(sent: str, kept: datetime):
    batch = read_batch(orjson.dumps([{**GOOD, "timestamp": sent}]), lines=False)
    assert batch.events[0].timestamp == kept


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"{oops", "invalid_json"), (b"7", "no_events"), (b'{"events": 7}', "no_events")],
)
def test_what_is_no_batch_says_so(body: bytes, code: str):
    with pytest.raises(DomainError) as refused:
        read_batch(body, lines=False)
    assert refused.value.code == code
