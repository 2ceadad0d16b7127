"""The one lock and the one answer to whether anything may be learned of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.profiles.models import Profile

if TYPE_CHECKING:
    from apps.tenants.models import EndUser, Tenant
    from apps.trajectories.models import Trajectory


def profile_of(tenant: Tenant, end_user: EndUser) -> Profile:
    """Give the person's profile, made empty at the first need."""
    profile, _made = Profile.objects.for_tenant(tenant).get_or_create(
        tenant=tenant, end_user=end_user
    )
    return profile


def lock_profile(tenant: Tenant, end_user: EndUser) -> Profile:
    """Give the person's profile to one learner at a time, until it commits."""
    made = profile_of(tenant, end_user)
    rows = Profile.objects.for_tenant(tenant).select_for_update(no_key=True)
    return rows.get(end_user_id=made.end_user_id)


def open_profile(run: Trajectory) -> Profile | None:
    """Lock the profile that a run may teach something; None where nothing may be learned.

    Only what a person asked for teaches: scheduled prompts and those of other agents do not.
    """
    if run.end_user is None or run.author != "person" or not run.tenant.learning.enabled:
        return None
    profile = lock_profile(run.tenant, run.end_user)
    return profile if profile.learning_enabled else None
