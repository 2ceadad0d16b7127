"""Hand work to a worker after the commit; a lost message costs time, never work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog
from django.db import transaction
from kombu.exceptions import OperationalError

if TYPE_CHECKING:
    from celery import Task

log = structlog.get_logger(__name__)


def enqueue(task: Task[Any, Any], *arguments: Any, wait_s: float = 0) -> None:
    """Send a task once the transaction has committed, to be begun after `wait_s` seconds.

    Without a broker nothing fails: the rows say what is to be done, and a sweep finds them.
    """

    def send() -> None:
        try:
            task.apply_async(arguments, retry=False, countdown=wait_s)
        except OperationalError as error:
            log.warning("broker_unreachable", task=task.name, error=str(error))

    transaction.on_commit(send)
