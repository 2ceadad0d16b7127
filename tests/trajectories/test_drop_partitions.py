"""A partition is dropped when nobody looks at it; whoever writes does not wait for that."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event as Signal
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from apps.trajectories.models import Step
from apps.trajectories.partitions import (
    drop_partitions_before,
    ensure_partitions,
    list_partitions,
    partition_name,
    week_of,
)
from tests.cast import make_team
from tests.make import make_trajectory

if TYPE_CHECKING:
    from tests.cast import Team

pytestmark = pytest.mark.django_db(transaction=True)


def read_until(team: Team, reading: Signal, over: Signal) -> None:
    """Look at all steps, and keep the transaction open until told that it is over."""
    try:
        with team.inside():
            Step.objects.for_tenant(team.tenant).count()
            reading.set()
            over.wait(timeout=20)
    finally:
        connection.close()


def test_a_partition_that_is_read_is_left_for_the_next_time():
    team, now = make_team("clinic"), timezone.now()
    ensure_partitions({now - timedelta(days=60)})
    old = partition_name(week_of(now - timedelta(days=60)))
    reading, over = Signal(), Signal()
    with ThreadPoolExecutor(1) as thread:
        reader = thread.submit(read_until, team, reading, over)
        try:
            assert reading.wait(timeout=20)
            assert old not in drop_partitions_before(now - timedelta(days=30))
            with team.inside():
                make_trajectory(team.tenant)
        finally:
            over.set()
        reader.result()
    assert old in drop_partitions_before(now - timedelta(days=30))
    assert old not in dict(list_partitions())
    ensure_partitions({now - timedelta(days=60)})
    assert old in dict(list_partitions())
    assert old in drop_partitions_before(now - timedelta(days=30))
