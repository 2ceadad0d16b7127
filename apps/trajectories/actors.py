"""The agents and end users that events name: made when first heard of."""

import uuid

from apps.tenants.models import Agent, EndUser, Tenant

UNNAMED_AGENT = "unnamed"


def agent_id(tenant: Tenant, name: str | None) -> uuid.UUID:
    """The id of the agent of this name; one that gives no name is `unnamed`."""
    agent, _ = Agent.objects.for_tenant(tenant).get_or_create(
        name=name or UNNAMED_AGENT, defaults={"tenant": tenant}
    )
    return agent.pk


def end_user_id(tenant: Tenant, external_id: str | None) -> uuid.UUID | None:
    """The id of the end user of this external id; None where none is named."""
    if not external_id:
        return None
    person, _ = EndUser.objects.for_tenant(tenant).get_or_create(
        external_id=external_id, defaults={"tenant": tenant}
    )
    return person.pk
