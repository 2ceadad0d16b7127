"""What an agent hears of schedules beside its context: firings that wait for it, and the talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from apps.learning.domain.schedule_talk import say_fired
from apps.learning.speak_of_schedules import Speaker, speak_of_schedules
from apps.scheduling.agent_messages import hand_over
from apps.scheduling.ask_further import language_of
from apps.tenants.grants import Grant
from apps.tenants.models import EndUser

if TYPE_CHECKING:
    from apps.tenants.authentication import Principal


def tell_fired(asking: Principal, *, agent: str, user_id: str, session_id: str) -> str:
    """Hand over the firings that wait for this agent and person, once."""
    found = hand_over(
        asking.tenant, agent=agent, user_id=user_id, session_id=session_id, now=timezone.now()
    )
    texts = [one.text for one in found]
    return say_fired(texts, language_of("".join(texts))) if texts else ""


def talk(asking: Principal, message: str, *, user_id: str, session_id: str) -> str:
    """Speak of schedules with a person that is known, in a session, where the key may."""
    if not (user_id and session_id and message) or Grant.SCHEDULE not in asking.grants:
        return ""
    people = EndUser.objects.for_tenant(asking.tenant).select_related("membership")
    person = people.filter(external_id=user_id).first()
    if person is None:
        return ""
    maker = asking.member
    owner = person.membership or maker
    return speak_of_schedules(
        Speaker(asking.tenant, person, session_id, owner, asking.name), message
    )
