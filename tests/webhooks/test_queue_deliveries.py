"""An event is written down once for each webhook that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.errors import DomainError
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.queue_deliveries import queue_deliveries
from apps.webhooks.signals import deliveries_queued
from tests.loopback import dead_address
from tests.webhooks.receivers import make_webhook, queue

if TYPE_CHECKING:
    from tests.cast import Team


@pytest.fixture
def three(clinic: Team) -> Team:
    """A team whose webhooks ask for all, for one event, and for nothing as it is off."""
    make_webhook(clinic, dead_address(), name="all")
    make_webhook(clinic, dead_address(), name="skills", events=["skill.approved"])
    make_webhook(clinic, dead_address(), name="off", is_active=False)
    return clinic


def queued(team: Team) -> set[tuple[str, str]]:
    rows = WebhookDelivery.objects.for_tenant(team.tenant)
    return set(rows.values_list("webhook__name", "event"))


def test_those_who_ask_for_an_event_take_it(three: Team):
    assert queue(three, event="proposal.waiting", key="a") == 1
    assert queue(three, event="skill.approved", key="b") == 2
    assert queued(three) == {
        ("all", "proposal.waiting"),
        ("all", "skill.approved"),
        ("skills", "skill.approved"),
    }


@pytest.mark.parametrize(("only", "takes"), [("skills", 1), ("off", 0), ("nobody", 0)])
def test_a_named_webhook_takes_what_it_did_not_ask_for(three: Team, only: str, takes: int):
    assert queue(three, event="schedule.fired", only=only) == takes
    assert queued(three) == ({(only, "schedule.fired")} if takes else set())


def test_the_same_key_makes_no_second_delivery(three: Team):
    assert [queue(three), queue(three)] == [1, 1]
    assert len(queued(three)) == WebhookDelivery.objects.for_tenant(three.tenant).count() == 1


def test_workers_are_told_of_each(three: Team):
    told: list[int] = []

    def listen(*, delivery_ids: list[object], **_: object) -> None:
        told.append(len(delivery_ids))

    deliveries_queued.connect(listen)
    queue(three, event="skill.approved")
    assert told == [2]


@pytest.mark.parametrize(
    ("event", "key", "payload", "code"),
    [
        ("proposal.vanished", "k", {}, "unknown_event"),
        ("skill.approved", "", {}, "invalid_key"),
        ("skill.approved", "k" * 201, {}, "invalid_key"),
        ("skill.approved", "k", {"x": "x" * 70_000}, "payload_too_large"),
    ],
)
def test_what_cannot_be_sent_is_refused(
    clinic: Team, event: str, key: str, payload: dict[str, str], code: str
):
    with pytest.raises(DomainError) as refused:
        queue_deliveries(clinic.tenant, event, payload, key=key)
    assert refused.value.code == code


def test_another_tenants_webhooks_take_nothing(three: Team, factory: Team):
    with factory.inside():
        assert queue(factory) == 0
        assert not Webhook.objects.exists()
    assert queued(three) == set()
