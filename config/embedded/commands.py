"""The product's own programs, as a start runs them."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

PYTHON = sys.executable
TENANT = "demo"
OWNER = "owner@demo.example"


def _manage(*words: str) -> tuple[str, ...]:
    return (PYTHON, "manage.py", *words)


def _celery(*words: str) -> tuple[str, ...]:
    return (PYTHON, "-m", "celery", "-A", "config.celery", *words)


def _lasting() -> dict[str, Sequence[str]]:
    return {
        "web": (PYTHON, "-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi"),
        "worker": _celery(
            *("worker", "--concurrency", "2", "--loglevel", "INFO"),
            *("--without-gossip", "--without-mingle"),
        ),
        "beat": _celery("beat", "--loglevel", "INFO"),
    }


@dataclass(frozen=True)
class Commands:
    """What prepares the product, and what then runs until the end."""

    migrate: Sequence[str] = _manage("migrate", "--no-input", "--verbosity", "1")
    create_tenant: Sequence[str] = _manage("create_tenant", TENANT, "--owner", OWNER, "--json")
    seed_demo: Sequence[str] = _manage("seed_demo", "--tenant", TENANT)
    lasting: dict[str, Sequence[str]] = field(default_factory=_lasting)
