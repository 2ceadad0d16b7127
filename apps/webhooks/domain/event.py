"""The catalogue: every event that a webhook can be sent."""

from enum import StrEnum


class Event(StrEnum):
    """What happened; the name is the `type` in the body that is sent."""

    PROPOSAL_WAITING = "proposal.waiting"
    SKILL_APPROVED = "skill.approved"
    PAIN_POINT_CONFIRMED = "pain_point.confirmed"
    REFLECTION_READY = "reflection.ready"
    SCHEDULE_FIRED = "schedule.fired"
    SCHEDULE_MISSED = "schedule.missed"
    AGENT_MESSAGE = "agent.message"
    WEBHOOK_TEST = "webhook.test"


# A test is sent to one webhook on request; the others are what a webhook may ask for.
CHOICES = tuple(event.value for event in Event if event is not Event.WEBHOOK_TEST)
