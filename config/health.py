"""Whether the process lives, and whether it can do its work."""

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from redis.exceptions import RedisError

_migrated: list[bool] = []


def healthz(request: HttpRequest) -> JsonResponse:
    """Answer as long as the process lives."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and is migrated; a missing broker is said, not fatal."""
    checks = {"database": _database(), "broker": _broker()}
    ready = checks["database"] == "ok"
    degraded = "degraded" if checks["broker"] != "ok" else "ok"
    body = {"status": degraded if ready else "unavailable", "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        behind = _migrations_behind()
    except DatabaseError as error:
        return f"unreachable: {type(error).__name__}"
    return f"{behind} migrations behind" if behind else "ok"


def _migrations_behind() -> int:
    """Count what is not applied; once nothing is, that stays so for this process's code."""
    if not _migrated:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if behind:
            return len(behind)
        _migrated.append(True)
    return 0


def _broker() -> str:
    try:
        cache.get("readyz")
    except RedisError as error:
        return f"unreachable at {settings.ENV.redis_url.rpartition('@')[2]}: {type(error).__name__}"
    return "ok"
