"""How long what failed outside waits for its next try, and when it is given up."""

from datetime import timedelta

WAITS = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
)
MOST_ATTEMPTS = len(WAITS) + 1


def wait_after(attempts: int) -> timedelta | None:
    """Give the time to wait after that many tries; None when there is no further one."""
    return WAITS[attempts - 1] if attempts < MOST_ATTEMPTS else None
