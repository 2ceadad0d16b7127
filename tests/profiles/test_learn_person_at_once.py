"""Several workers learn of one person at the same moment, over connections of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from apps.profiles.models import Memory, MemoryEvidence, Profile, ProfileField
from tests.cast import make_team
from tests.profiles.people import learn, run_of

if TYPE_CHECKING:
    from apps.trajectories.models import Trajectory

WORKERS = 3


@pytest.mark.django_db(transaction=True)
def test_nothing_is_stored_twice():
    team = make_team("clinic")
    with team.inside():
        runs = [
            run_of(team, "I'm a nurse", session=f"s-{number}", day=number)
            for number in range(WORKERS)
        ]
    start = Barrier(WORKERS)

    def work(run: Trajectory) -> None:
        try:
            start.wait(timeout=20)
            with team.inside():
                learn(run)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(work, runs))
    with team.inside():
        (memory,) = Memory.objects.for_tenant(team.tenant)
        assert (memory.text, memory.times_confirmed) == ("I'm a nurse", WORKERS - 1)
        assert MemoryEvidence.objects.for_tenant(team.tenant).count() == WORKERS
        assert Profile.objects.for_tenant(team.tenant).count() == 1
        assert ProfileField.objects.for_tenant(team.tenant).filter(name="role").count() == 1
