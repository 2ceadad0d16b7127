"""What skills and experiences bring, over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar

from rest_framework import generics

from apps.evolution.api.lift_serializers import MeasuredItemSerializer
from apps.evolution.domain.lift import Lift
from apps.evolution.find_recommended import find_recommended
from apps.evolution.measure_lift import measure_lift
from apps.evolution.models import Proposal, Serving, Skill
from apps.evolution.show_changed_lift import show_changed_lift
from apps.tenants.authentication import principal_of
from apps.tenants.grants import Grant
from config.api import KeysetPagination

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.querysets import ServingQuerySet

    _SkillView = generics.GenericAPIView[Skill]
    _ProposalView = generics.GenericAPIView[Proposal]
else:
    _SkillView = _ProposalView = object


class ByFirstWithheld(KeysetPagination):
    """What has been measured for the shortest time first."""

    ordering = ("-served_at", "-id")


class LiftListView(generics.ListAPIView[Serving]):
    """List what is measured, a skill or an experience a line, the latest begun first."""

    grants: ClassVar = {"GET": Grant.READ}
    queryset = Serving.objects.none()
    serializer_class = MeasuredItemSerializer
    pagination_class = ByFirstWithheld

    def get_queryset(self) -> ServingQuerySet[Serving]:
        rows = Serving.objects.for_tenant(principal_of(self.request).tenant).first_withheld()
        return rows.with_names()

    def paginate_queryset(self, queryset: Any) -> Any:
        rows = super().paginate_queryset(queryset) or []
        lifts = measure_lift(
            principal_of(self.request).tenant,
            skills=[row.skill_id for row in rows if row.skill_id],
            experiences=[row.experience_id for row in rows if row.experience_id],
        )
        return [_measured(row, lifts) for row in rows]


def _measured(row: Serving, lifts: dict[Any, Lift]) -> dict[str, Any]:
    item = row.skill_id or row.experience_id
    return {
        "kind": "skill" if row.skill_id else "experience",
        "id": item,
        "name": row.skill.name if row.skill else str(row.experience),
        **asdict(lifts.get(item, Lift(0, 0))),
    }


class WithChangedLift(_ProposalView):
    """Shows proposals with the lift of what they change: one query for all that are shown."""

    def get_serializer(self, *shown: Any, **options: Any) -> Any:
        if shown:
            show_changed_lift(
                principal_of(self.request).tenant, shown[0] if options.get("many") else shown
            )
        return super().get_serializer(*shown, **options)


class WithLift(_SkillView):
    """Shows skills with their lift: one query for all that are shown."""

    def get_serializer(self, *shown: Any, **options: Any) -> Any:
        if shown:
            self._measure(shown[0] if options.get("many") else shown)
        return super().get_serializer(*shown, **options)

    def _measure(self, skills: Sequence[Skill]) -> None:
        tenant = principal_of(self.request).tenant
        lifts = measure_lift(tenant, skills=[skill.pk for skill in skills])
        recommended = find_recommended(tenant, skills)
        for skill in skills:
            lift = lifts.get(skill.pk)
            skill.lift = lift if lift and lift.mean is not None else None
            skill.recommended = skill.pk in recommended
