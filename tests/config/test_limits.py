"""How many requests a minute: counted over processes, against the real cache."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from config.limits import Uses, _uses
from tests.cast import KeyClient, make_team

WINDOW = 7


@pytest.fixture
def processes() -> list[Uses]:
    """Two processes' counters over one cache."""
    return [Uses(Redis.from_url(settings.ENV.redis_url)) for _ in range(2)]


def test_a_small_limit_is_exact_over_processes(processes: list[Uses]):
    who = uuid.uuid4().hex
    used = [processes[n % 2].add(who, WINDOW, limit=10) for n in range(12)]
    assert used == list(range(1, 13))


def test_a_large_limit_is_kept_within_a_part_for_each_process(processes: list[Uses]):
    who, limit = uuid.uuid4().hex, 1_000
    passed = sum(processes[n % 2].add(who, WINDOW, limit=limit) <= limit for n in range(1_200))
    assert limit <= passed <= limit + 2 * limit // 100


def test_no_use_is_lost_between_threads(processes: list[Uses]):
    who, limit = uuid.uuid4().hex, 400
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: processes[0].add(who, WINDOW, limit=limit), range(403)))
    assert processes[0].add(who, WINDOW, limit=limit) == 404


def test_the_next_minute_starts_anew(processes: list[Uses]):
    who = uuid.uuid4().hex
    assert [processes[0].add(who, WINDOW + n, limit=3) for n in (0, 0, 1)] == [1, 2, 1]


@pytest.mark.django_db
def test_one_request_too_many_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        settings, "ENV", settings.ENV.model_copy(update={"rate_limit_per_minute": 2})
    )
    http = KeyClient(make_team("clinic").keys["read"])
    codes = [http.get("/api/v1/stats") for _ in range(5)]
    refused = [answer for answer in codes if answer.status_code == 429]
    assert refused  # a minute may have begun between two of them
    assert 0 < int(refused[0]["Retry-After"]) <= 60


@pytest.mark.django_db
def test_without_the_cache_nobody_is_held_up(monkeypatch: pytest.MonkeyPatch):
    def away(*_: object) -> int:
        raise RedisError("away")

    monkeypatch.setattr(
        settings, "ENV", settings.ENV.model_copy(update={"rate_limit_per_minute": 1})
    )
    monkeypatch.setattr(_uses()._counter, "incrby", away)
    http = KeyClient(make_team("clinic").keys["read"])
    assert [http.get("/api/v1/stats").status_code for _ in range(3)] == [200, 200, 200]
