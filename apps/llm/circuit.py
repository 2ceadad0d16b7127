"""Leave a model alone for some minutes once it failed repeatedly: a dead server holds no worker.

The count is shared by all workers through the cache. Without a cache nothing is paused.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from apps.llm.server import ModelServer

log = structlog.get_logger(__name__)
MOST_FAILURES = 3
PAUSE_SECONDS = 300
MEMORY_SECONDS = 3600


def is_paused(server: ModelServer) -> bool:
    """Tell whether this model failed so often that it is not asked now."""
    with suppress(RedisError):
        return cache.get(_key("pause", server)) is not None
    return False


def note_failure(server: ModelServer) -> None:
    """Count a failure; the third in a row, and each after it, starts a pause."""
    with suppress(RedisError):
        key = _key("failures", server)
        cache.add(key, 0, MEMORY_SECONDS)
        try:
            failures = cache.incr(key)
        except ValueError:  # it expired in between
            return
        if failures >= MOST_FAILURES:
            cache.set(_key("pause", server), failures, PAUSE_SECONDS)
            log.warning("model_paused", model=server.model, seconds=PAUSE_SECONDS)


def note_success(server: ModelServer) -> None:
    """Forget the failures of a model that answers."""
    with suppress(RedisError):
        cache.delete(_key("failures", server))


def _key(kind: str, server: ModelServer) -> str:
    named = hashlib.blake2b(f"{server.address} {server.model}".encode(), digest_size=12)
    return f"model-{kind}-{named.hexdigest()}"
