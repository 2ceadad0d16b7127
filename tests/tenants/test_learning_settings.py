"""A tenant's settings: the known keys with their defaults; a wrong one is refused by its path."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.tenants.change_settings import change_settings
from apps.tenants.explain_settings import explain_settings
from apps.tenants.learning_settings import LearningSettings, read_settings
from apps.tenants.models import AuditEvent, Tenant
from tests.cast import SETTINGS

if TYPE_CHECKING:
    from tests.cast import Team

DEFAULTS = {
    "enabled": "true",
    "trajectory.retentionDays": "90",
    "trajectory.stepRetentionDays": "30",
    "trajectory.maxToolChainLength": "50",
    "trajectory.idleMinutes": "30",
    "synthesis.minToolCount": "5",
    "synthesis.minOutcomeScore": "0.70",
    "synthesis.minSimilarTrajectories": "2",
    "synthesis.minSimilarity": "0.50",
    "synthesis.minReuseCount": "3",
    "synthesis.minConfidence": "0.70",
    "synthesis.outputLayer": '"learned"',
    "reflection.intervalMs": "86400000",
    "reflection.auxiliaryModel": "null",
    "feedback.autoScore": "true",
    "feedback.correctionDetection": "true",
    "model.dailyTokens": "null",
    "model.judgeOutcome": "false",
    "privacy.redactPersonal": "false",
    "lift.enabled": "true",
    "lift.holdoutShare": "0.10",
    "lift.leastSessions": "8",
    "evolution.askPerson": "true",
    "evolution.activateForPerson": "true",
    "evolution.autoApproveImprovements": "false",
    "evolution.pipelineDays": "7",
    "evolution.minChainRepeats": "2",
    "tools.allowedHosts": "[]",
    "scheduling.timezone": "null",
}


def test_every_setting_is_explained_with_its_default_as_json():
    explained = {one.path: one for one in explain_settings(read_settings({}))}
    assert {path: one.default for path, one in explained.items()} == DEFAULTS
    assert all(one.meaning and not one.is_set for one in explained.values())


def test_what_is_set_is_told_from_what_is_not():
    settings = read_settings({"trajectory": {"retentionDays": 30}})
    assert [one.path for one in explain_settings(settings) if one.is_set] == [
        "trajectory.retentionDays"
    ]


@pytest.mark.parametrize(
    ("stored", "path"),
    [
        ({"trajectory": {"retentionDays": 6}}, "trajectory.retentionDays"),
        ({"trajectory": {"retentionDays": "soon"}}, "trajectory.retentionDays"),
        ({"trajectory": {"retentionDays": 7.5}}, "trajectory.retentionDays"),
        ({"trajectory": {"keepForever": True}}, "trajectory.keepForever"),
        ({"trajectory": []}, "trajectory"),
        ({"synthesis": {"minOutcomeScore": 1.5}}, "synthesis.minOutcomeScore"),
        ({"synthesis": {"minSimilarity": "NaN"}}, "synthesis.minSimilarity"),
        ({"synthesis": {"outputLayer": "builtin"}}, "synthesis.outputLayer"),
        ({"synthesis": {"minSimilarTrajectories": 1}}, "synthesis.minSimilarTrajectories"),
        ({"reflection": {"intervalMs": 1}}, "reflection.intervalMs"),
        ({"feedback": {"autoScore": "perhaps"}}, "feedback.autoScore"),
        ({"enabled": None}, "enabled"),
        ({"学习": True}, "学习"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_path(stored: dict[str, Any], path: str):
    with pytest.raises(DomainError) as refused:
        read_settings(stored)
    assert refused.value.code == "invalid_settings"
    assert refused.value.detail.startswith(f"{path}: ")


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"trajectory": {}},
        {"trajectory": {"retentionDays": 7, "stepRetentionDays": 7}},
        {"synthesis": {"minOutcomeScore": "0.85", "minToolCount": 1}},
        {"reflection": {"auxiliaryModel": "small-model"}},
    ],
)
def test_a_part_may_be_set_and_the_rest_keeps_its_defaults(stored: dict[str, Any]):
    assert read_settings(stored).feedback == LearningSettings().feedback


def test_a_share_is_exact():
    settings = read_settings({"synthesis": {"minOutcomeScore": 0.8}})
    assert settings.synthesis.min_outcome_score == Decimal("0.8")


def test_an_administrator_changes_them_on_record(clinic: Team):
    wanted = {"synthesis": {"minToolCount": 3}}
    for _ in range(2):
        change_settings(clinic.members["admin"], settings=wanted)
    tenant = Tenant.objects.get(pk=clinic.tenant.pk)
    assert tenant.learning.synthesis.min_tool_count == 3
    event = AuditEvent.objects.for_tenant(clinic.tenant).get(action="change_settings")
    assert (event.actor, event.detail) == (
        "admin@clinic.example",
        {"before": SETTINGS, "after": wanted},
    )


def test_a_wrong_change_changes_nothing(clinic: Team):
    with pytest.raises(DomainError, match=r"trajectory\.retentionDays"):
        change_settings(clinic.members["admin"], settings={"trajectory": {"retentionDays": 1}})
    assert Tenant.objects.get(pk=clinic.tenant.pk).settings == SETTINGS


@pytest.mark.parametrize("role", ["reviewer", "member", "viewer"])
def test_others_change_nothing(clinic: Team, role: str):
    with pytest.raises(DomainError) as refused:
        change_settings(clinic.members[role], settings={})
    assert refused.value.code == "permission_denied"
