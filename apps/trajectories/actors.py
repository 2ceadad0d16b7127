"""The agents and end users that events name: made when first heard of, then remembered."""

import uuid

from django.db import transaction

from apps.tenants.models import Agent, EndUser, Tenant

UNNAMED_AGENT = "unnamed"
MOST_REMEMBERED = 10_000
_Ids = dict[tuple[uuid.UUID, str], uuid.UUID]
_agents: _Ids = {}
_end_users: _Ids = {}


def agent_id(tenant: Tenant, name: str | None) -> uuid.UUID:
    """The id of the agent of this name; one that gives no name is `unnamed`."""
    key = (tenant.pk, name or UNNAMED_AGENT)
    if key not in _agents:
        agent, _ = Agent.objects.for_tenant(tenant).get_or_create(
            name=key[1], defaults={"tenant": tenant}
        )
        _remember(_agents, key, agent.pk)
        return agent.pk
    return _agents[key]


def end_user_id(tenant: Tenant, external_id: str | None) -> uuid.UUID | None:
    """The id of the end user of this external id; None where none is named."""
    if not external_id:
        return None
    key = (tenant.pk, external_id)
    if key not in _end_users:
        person, _ = EndUser.objects.for_tenant(tenant).get_or_create(
            external_id=external_id, defaults={"tenant": tenant}
        )
        _remember(_end_users, key, person.pk)
        return person.pk
    return _end_users[key]


def forget_actors() -> None:
    """Look again at the next need: one that was remembered may be gone."""
    _agents.clear()
    _end_users.clear()


def _remember(known: _Ids, key: tuple[uuid.UUID, str], row_id: uuid.UUID) -> None:
    """Keep an id once it is committed; what a rollback takes back is never kept."""

    def keep() -> None:
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        known[key] = row_id

    transaction.on_commit(keep)
