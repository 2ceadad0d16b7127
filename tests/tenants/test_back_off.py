"""Tries get rarer, and end."""

from apps.tenants.back_off import MOST_ATTEMPTS, wait_after


def test_a_delivery_waits_longer_each_time_and_is_given_up():
    waits = [wait_after(attempts) for attempts in range(1, MOST_ATTEMPTS + 1)]
    seconds = [wait.total_seconds() if wait else None for wait in waits]
    assert seconds == [30, 120, 600, 3600, 21600, None]
