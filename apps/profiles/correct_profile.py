"""What a person does with their profile: set a value, confirm one, forget it, switch learning."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import transaction

from apps.errors import DomainError
from apps.profiles.domain.fields import (
    PAIN_POINTS,
    FieldName,
    WrongValue,
    read_values,
    value_key,
)
from apps.profiles.learning_allowed import lock_profile
from apps.profiles.models import FieldSource, Profile, ProfileField
from apps.profiles.read_profile import known_fields
from apps.tenants.audit import record_audit
from apps.trajectories.domain.redaction import redact_personal, redact_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from apps.tenants.models import EndUser, Tenant

BY_THE_PERSON = Decimal("1.000")


class WrongFields(DomainError):
    """What a person gave for some fields is refused; `fields` says why, by name."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        name, problem = next(iter(fields.items()))
        super().__init__("invalid", f"fields.{name}: {problem}")
        self.fields = fields


@transaction.atomic
def change_profile(
    tenant: Tenant,
    end_user: EndUser,
    *,
    fields: Mapping[str, Any],
    learning_enabled: bool | None,
    by: str,
    now: datetime,
) -> Profile:
    """Make all of a person's changes, or none: raises `WrongFields` before anything is written."""
    check_fields(fields)
    profile = lock_profile(tenant, end_user)
    for name, value in fields.items():
        if value is None:
            forget_field(profile, name, by=by, now=now)
        else:
            correct_field(profile, name, value, by=by, now=now)
    if learning_enabled is not None:
        switch_learning(profile, on=learning_enabled, by=by)
    return profile


def check_fields(fields: Mapping[str, Any]) -> None:
    """Refuse unknown fields and values that a field cannot have, each by its name."""
    wrong: dict[str, str] = {}
    for name, value in fields.items():
        if problem := _problem(name, value):
            wrong[name] = problem
    if wrong:
        raise WrongFields(wrong)


def _problem(name: str, value: Any) -> str:
    if name == PAIN_POINTS:
        return "These are drawn from the open problems; solve or dismiss them there."
    if name not in set(FieldName):
        return f"There is no such field; there are {', '.join(FieldName)}."
    try:
        _ = value is None or read_values(name, value)
    except WrongValue as problem:
        return str(problem)
    return ""


@transaction.atomic
def correct_field(profile: Profile, name: str, value: Any, *, by: str, now: datetime) -> None:
    """Set a field to a person's word, which no inference beats; raises `WrongFields`."""
    check_fields({name: value})
    lock_profile(profile.tenant, profile.end_user)
    values = [_without_secrets(profile, one) for one in read_values(name, value)]
    mine = _rows(profile, name)
    kept = {value_key(name, one): one for one in values}
    mine.filter(source=FieldSource.PERSON).exclude(value_key__in=kept).delete()
    for key, one in kept.items():
        ProfileField.objects.update_or_create(
            tenant=profile.tenant,
            profile=profile,
            name=name,
            value_key=key,
            defaults={
                "value": one,
                "source": FieldSource.PERSON,
                "confidence": BY_THE_PERSON,
                "last_confirmed_at": now,
            },
        )
    _note(profile, by, "correct_profile", name)


@transaction.atomic
def confirm_field(profile: Profile, name: str, *, by: str, now: datetime) -> None:
    """Make what counts of a field the person's own word; nothing happens where nothing is known."""
    lock_profile(profile.tenant, profile.end_user)
    known = known_fields(profile, now=now).get(name)
    if known is None or name == FieldName.TOPICS:
        return
    keys = [value_key(name, one) for one in known.values]
    _rows(profile, name).filter(value_key__in=keys).update(
        source=FieldSource.PERSON, confidence=BY_THE_PERSON, last_confirmed_at=now
    )
    _note(profile, by, "confirm_profile", name)


@transaction.atomic
def forget_field(profile: Profile, name: str, *, by: str, now: datetime) -> None:
    """Remove all that is known of a field; only what is said after this brings it back."""
    check_fields({name: None})
    locked = lock_profile(profile.tenant, profile.end_user)
    _rows(profile, name).delete()
    profile.forgotten = {**locked.forgotten, str(name): now.isoformat()}
    profile.save(update_fields=["forgotten", "updated_at"])
    _note(profile, by, "forget_profile", name)


@transaction.atomic
def switch_learning(profile: Profile, *, on: bool, by: str) -> None:
    """Switch learning of a person: off, nothing more is learned, and nothing known is used."""
    lock_profile(profile.tenant, profile.end_user)
    if profile.learning_enabled == on:
        return
    profile.learning_enabled = on
    profile.save(update_fields=["learning_enabled", "updated_at"])
    record_audit(
        profile.tenant, actor=by, action="switch_learning", target=profile, learning_enabled=on
    )


def _rows(profile: Profile, name: str) -> Any:
    return ProfileField.objects.for_tenant(profile.tenant).filter(profile=profile, name=name)


def _without_secrets(profile: Profile, value: str) -> str:
    hidden = redact_secrets(value)
    if profile.tenant.learning.privacy.redact_personal:
        hidden = redact_personal(hidden)
    return hidden[:100]


def _note(profile: Profile, by: str, action: str, name: str) -> None:
    """Audit which field was changed, not its value: the log outlives what is erased."""
    record_audit(profile.tenant, actor=by, action=action, target=profile, field=str(name))
    # What was read before the change no longer holds.
    getattr(profile, "_prefetched_objects_cache", {}).clear()
