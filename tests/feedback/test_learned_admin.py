"""The admin's pages of preferences, capabilities and signals: to look at, in both languages."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.feedback.domain.signals import SignalDraft
from apps.feedback.models import Capability, Preference, Signal
from apps.feedback.record_signals import record_signal
from tests.feedback.teaching import make_scored, teach

if TYPE_CHECKING:
    from tests.cast import Team

MODELS = [Preference, Capability, Signal]
ATTACK = "<script>alert(1)</script>"


def fill(team: Team, *names: str) -> None:
    for name in names:
        failed = [(f"edit_{name}", {}, "error")]
        teach(team, make_scored(team, "0.200", session=name, tools=failed))
        said = SignalDraft(
            "skill", uuid.UUID(int=7), "explicit", "negative", name, name, timezone.now()
        )
        record_signal(team.tenant, said)


def path_of(model: Any, row: Any = None) -> str:
    way = f"admin:feedback_{model._meta.model_name}"
    return reverse(f"{way}_change", args=[row.pk]) if row else reverse(f"{way}_changelist")


def read(team: Team, path: str, language: str = "en") -> str:
    answer = team.browser("reviewer").get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["edit_a failed on invalid input", "pattern to avoid", "success rate", "said so"]),
        ("zh-hans", ["edit_a 因参数或格式无效而失败", "应避免的做法", "成功率", "明确表态"]),
    ],
)
def test_lists_and_pages_speak_the_readers_language(clinic: Team, language: str, words: list[str]):
    fill(clinic, "a")
    pages = [read(clinic, path_of(model), language) for model in MODELS]
    rows = [model.objects.for_tenant(clinic.tenant).get() for model in MODELS]
    pages += [read(clinic, path_of(type(row), row), language) for row in rows]
    assert [word for word in words if not any(word in page.lower() for page in pages)] == []


@pytest.mark.parametrize("model", MODELS)
def test_a_list_costs_the_same_queries_however_long(clinic: Team, model: Any):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            read(clinic, path_of(model))
        return len(queries)

    fill(clinic, "a")
    cost()
    short = cost()
    fill(clinic, "b", "c")
    assert cost() <= short


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_only_looked_at(clinic: Team, model: Any):
    fill(clinic, "a")
    row = model.objects.for_tenant(clinic.tenant).get()
    browser = clinic.browser("owner")
    for way in ("add", "delete"):
        ids = [row.pk] if way == "delete" else []
        path = reverse(f"admin:feedback_{model._meta.model_name}_{way}", args=ids)
        assert browser.post(path, {"post": "yes"}).status_code in {302, 403, 404}
    assert model.objects.for_tenant(clinic.tenant).count() == 1


def test_words_of_people_are_never_live(clinic: Team):
    said = SignalDraft(
        "skill", uuid.UUID(int=7), "explicit", "negative", "s", "m", timezone.now(), quote=ATTACK
    )
    record_signal(clinic.tenant, said)
    row = Signal.objects.for_tenant(clinic.tenant).get()
    for path in (path_of(Signal), path_of(Signal, row)):
        page = read(clinic, path)
        assert ATTACK not in page
        assert "&lt;script&gt;" in page
