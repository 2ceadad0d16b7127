"""Members are told by role or address, once for each source, and read what is theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apps.errors import DomainError
from apps.tenants.models import Notice
from apps.tenants.notify_members import notify_members

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.cast import Team


def tell(team: Team, to: str | Iterable[str], key: str = "k") -> int:
    return notify_members(team.tenant, to=to, title="Ready", text="All.", source=("run", key))


@pytest.mark.parametrize(
    ("to", "told"),
    [
        ("reviewer", {"reviewer"}),
        (["owner", "admin"], {"owner", "admin"}),
        ("Reviewer@Clinic.example", {"reviewer"}),
        (["reviewer", "reviewer@clinic.example"], {"reviewer"}),
        ("everyone", {"owner", "admin", "reviewer", "member", "viewer"}),
    ],
)
def test_members_are_told_by_role_or_address(clinic: Team, to: str, told: set[str]):
    assert tell(clinic, to) == len(told)
    rows = Notice.objects.for_tenant(clinic.tenant).select_related("recipient")
    assert {row.recipient.role for row in rows} == told


def test_the_same_source_tells_nobody_twice(clinic: Team):
    tell(clinic, "reviewer")
    tell(clinic, ["reviewer", "owner"])
    tell(clinic, "reviewer", key="other")
    assert Notice.objects.for_tenant(clinic.tenant).count() == 3


def test_who_is_no_member_is_named(clinic: Team, factory: Team):
    with pytest.raises(DomainError, match=r"owner@factory\.example"):
        tell(clinic, "owner@factory.example")


def test_one_sees_and_reads_ones_own(clinic: Team, django_assert_num_queries: object):
    tell(clinic, "reviewer")
    seen = clinic.browser("reviewer").get("/api/v1/notices").json()["results"]
    assert [(one["title"], one["read_at"]) for one in seen] == [("Ready", None)]
    assert clinic.browser("owner").get("/api/v1/notices").json()["results"] == []
    path = f"/api/v1/notices/{seen[0]['id']}/read"
    assert clinic.client("read").post(path).status_code == 404  # the owner's key
    assert clinic.members["reviewer"].notices.get().read_at is None


def test_reading_a_notice_is_noted_once(clinic: Team):
    tell(clinic, "owner")
    notice = Notice.objects.for_tenant(clinic.tenant).get()
    key, path = clinic.client("read"), f"/api/v1/notices/{notice.pk}/read"
    first, again = key.post(path).json()["read_at"], key.post(path).json()["read_at"]
    assert first is not None
    assert first == again
