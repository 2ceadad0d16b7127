"""Runs and notices end with their time, and secrets are sealed anew by a command."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.evolution.decide_run import cancel_run
from apps.evolution.forget_runs import forget_runs
from apps.evolution.models import PipelineRun, PipelineStep
from apps.evolution.register_tool import secrets_of
from apps.evolution.start_run import start_run
from apps.tenants.models import Notice
from apps.tenants.notify_members import notify_members
from tests.evolution.runs import make_pipeline, make_tool, tool_step
from tests.loopback import dead_address

if TYPE_CHECKING:
    from tests.cast import Team


def test_what_is_over_is_kept_as_long_as_trajectories(clinic: Team):
    make_tool(clinic.members["owner"], "t", dead_address())
    pipeline = make_pipeline(clinic.tenant, [tool_step("a", "t")])
    over, open_run = (start_run(pipeline, inputs={}, by="tester") for _ in range(2))
    cancel_run(over, by="tester")
    notify_members(clinic.tenant, to="owner", title="t", text="", source=("run", "k"))
    assert forget_runs(clinic.tenant, now=timezone.now() + timedelta(days=89)) == 0
    assert forget_runs(clinic.tenant, now=timezone.now() + timedelta(days=91)) == 2
    assert PipelineRun.objects.for_tenant(clinic.tenant).get().pk == open_run.pk
    assert PipelineStep.objects.for_tenant(clinic.tenant).count() == 1
    assert not Notice.objects.for_tenant(clinic.tenant).exists()


def test_a_command_seals_anew_and_names_what_it_cannot_open(factory: Team, settings: Any):
    with factory.inside():
        tool = make_tool(factory.members["owner"], "t", dead_address(), secrets={"X-Key": "k-1"})
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the-next-key", [settings.SECRET_KEY]
    call_command("reseal_tools")
    settings.SECRET_KEY_FALLBACKS = []
    with factory.inside():
        tool.refresh_from_db()
        assert secrets_of(tool) == {"X-Key": "k-1"}
    settings.SECRET_KEY = "a-third-key"
    with pytest.raises(CommandError, match="factory"):
        call_command("reseal_tools")
