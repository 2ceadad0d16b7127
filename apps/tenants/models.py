"""Tenants, the people and agents in them, their keys, and the log of what was decided."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone

from apps.tenants.ids import new_id
from apps.tenants.learning_settings import LearningSettings, read_settings
from apps.tenants.querysets import TenantQuerySet

if TYPE_CHECKING:
    from datetime import datetime


class Accounts(BaseUserManager["User"]):
    """Makes accounts that log in by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A person who logs in. What they may do in a tenant stands on their Membership."""

    email = models.EmailField(unique=True, help_text="Stored in lower case.")
    name = models.CharField(max_length=150, blank=True)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Accounts] = Accounts()
    USERNAME_FIELD = "email"

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def is_staff(self) -> bool:
        """True for the admin's sake: which of its pages open is decided by the role in a tenant."""
        return self.is_active


class Tenant(models.Model):
    """An isolated team: the registry of who exists; everything a tenant owns points here."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.SlugField(max_length=63, unique=True)
    name = models.CharField(max_length=200)
    settings = models.JSONField(default=dict, blank=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name

    @property
    def learning(self) -> LearningSettings:
        """The learning settings with defaults filled in."""
        return read_settings(self.settings)


class TenantOwned(models.Model):
    """What every row of a tenant has; its indexes and unique keys start with `tenant`."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+", db_index=False)

    class Meta:
        abstract = True


class Role(models.TextChoices):
    """What a member is in a tenant."""

    OWNER = "owner"
    ADMIN = "admin"
    REVIEWER = "reviewer"
    MEMBER = "member"
    VIEWER = "viewer"


class Membership(TenantOwned):
    """A person in a tenant, with a role."""

    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=Role)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "user"], name="membership_once_a_tenant"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="membership_role_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Scope(models.TextChoices):
    """What a key is for."""

    INGEST = "ingest"
    AGENT = "agent"
    READ = "read"
    REVIEW = "review"
    ADMIN = "admin"


class ApiKey(TenantOwned):
    """A key for programs: `jm_<scope>_<id>_<secret>`, of which only a digest is stored."""

    name = models.CharField(max_length=100)
    scope = models.CharField(max_length=16, choices=Scope)
    secret_digest = models.CharField(max_length=64, editable=False)
    created_by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["tenant", "-created_at"], name="apikey_by_age"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(scope__in=Scope.values), name="apikey_scope_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"

    @staticmethod
    def digest(secret: str) -> str:
        """SHA-256 in hex: enough for 192 random bits, and quick on every request."""
        return hashlib.sha256(secret.encode()).hexdigest()

    def is_usable(self, now: datetime) -> bool:
        """Tell whether the key is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)


class Agent(TenantOwned):
    """A reporting AI agent of a tenant, known by the name it reports under."""

    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["tenant", "name"], name="agent_one_a_name"),)

    def __str__(self) -> str:
        return self.name


class EndUser(TenantOwned):
    """The human an agent works for, by the id the agent uses; may be a member too."""

    external_id = models.CharField(max_length=200)
    membership = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tenant", "external_id"], name="enduser_one_an_id"),
        )

    def __str__(self) -> str:
        return self.external_id


class AuditEvent(TenantOwned):
    """One decision: who did what to what, when, with the values before and after."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.CharField(max_length=200)
    action = models.CharField(max_length=64)
    target_kind = models.CharField(max_length=32)
    target_id = models.CharField(max_length=64)
    detail = models.JSONField(default=dict)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=["tenant", "-at"], name="auditevent_by_time"),
            models.Index(
                fields=["tenant", "target_kind", "target_id"], name="auditevent_by_target"
            ),
        )

    def __str__(self) -> str:
        return f"{self.actor} {self.action} {self.target_kind} {self.target_id}"


class Notice(TenantOwned):
    """What a member is told; a second one with the same source adds none."""

    recipient = models.ForeignKey(Membership, models.CASCADE, related_name="notices")
    title = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    link = models.CharField(max_length=2000, blank=True)
    source_kind = models.CharField(max_length=32)
    source_key = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tenant", "recipient", "source_kind", "source_key"],
                name="notice_once_a_source",
            ),
        )
        indexes = (
            models.Index(
                fields=["tenant", "recipient", "-created_at", "-id"], name="notice_by_age"
            ),
        )

    def __str__(self) -> str:
        return self.title
