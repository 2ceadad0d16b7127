"""Servings: what was given to which session, and what was withheld."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.evolution.models.skill import Skill
from apps.evolution.querysets import ServingQuerySet
from apps.experiences.models import Experience
from apps.tenants.models import TenantOwned


class Serving(TenantOwned):
    """One item offered to one session, or withheld from it to see what difference it makes.

    `request_id` joins the items of one answer. `followed` tells whether the session's runs then
    did what the item says; None until that is known.
    """

    request_id = models.UUIDField()
    session_id = models.CharField(max_length=200)
    experience = models.ForeignKey(Experience, models.CASCADE, null=True, related_name="servings")
    skill = models.ForeignKey(Skill, models.CASCADE, null=True, related_name="servings")
    similarity = models.DecimalField(max_digits=4, decimal_places=3)
    withheld = models.BooleanField(default=False)
    followed = models.BooleanField(null=True)
    served_at = models.DateTimeField(default=timezone.now)

    objects = ServingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(experience=None) ^ models.Q(skill=None),
                name="serving_of_one_item",
            ),
            models.UniqueConstraint(
                fields=["tenant", "session_id", "experience"], name="serving_once_an_experience"
            ),
            models.UniqueConstraint(
                fields=["tenant", "session_id", "skill"], name="serving_once_a_skill"
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "skill", "experience", "served_at", "id"],
                name="serving_withheld",
                condition=models.Q(withheld=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.skill_id or self.experience_id} to {self.session_id}"
