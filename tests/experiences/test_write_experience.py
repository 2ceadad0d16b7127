"""What a person knows is taken at their word, without its secrets, once."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from apps.errors import Conflict
from apps.tenants.models import AuditEvent
from tests.experiences.drafts import write

if TYPE_CHECKING:
    from tests.cast import Team

SECRET = "ghp_" + "a1B2" * 10


@pytest.mark.parametrize(
    ("pattern", "language", "kind"),
    [
        ("Fix the crash of the label printer", "en", "bug_fix"),
        ("修复标签打印机的报错", "zh", "bug_fix"),
    ],
)
def test_it_is_stored_as_written_and_audited(clinic: Team, pattern: str, language: str, kind: str):
    made = write(clinic, pattern, "Clean the head", "Print a test page", tools=["printer"])
    assert made.solution_steps == ["Clean the head", "Print a test page"]
    assert (made.language, made.request_type, made.tools) == (language, kind, ["printer"])
    assert (made.confidence, made.written_by) == (Decimal("0.90"), clinic.members["owner"])
    audit = AuditEvent.objects.for_tenant(clinic.tenant).get(action="write_experience")
    assert audit.target_id == str(made.pk)


def test_a_pattern_that_is_known_is_refused_in_any_spelling(clinic: Team):
    write(clinic, "Fix the label printer")
    with pytest.raises(Conflict) as refused:
        write(clinic, "fix  the LABEL printer!")
    assert refused.value.code == "experience_exists"


def test_secrets_are_hidden_everywhere_in_it(clinic: Team):
    made = write(
        clinic,
        f"Log in with {SECRET}",
        f"Use {SECRET}",
        context=f"The key is {SECRET}",
        industry_context=f"{SECRET}",
        pitfalls=[{"error": f"{SECRET} expired", "remedy": f"ask for {SECRET}", "tool": ""}],
    )
    made.refresh_from_db()
    assert SECRET not in str([getattr(made, field.name) for field in made._meta.fields])
    assert not any("ghp_" in word for word in made.words)


@pytest.mark.parametrize(("settings", "is_hidden"), [({}, False), ({"redactPersonal": True}, True)])
def test_personal_details_are_hidden_where_a_tenant_asks_for_it(
    clinic: Team, settings: dict[str, bool], is_hidden: bool
):
    clinic.tenant.settings = {"privacy": settings}
    made = write(clinic, "Call the ward", "Call 13812345678", "Write to li@example.org")
    assert ("13812345678" not in str(made.solution_steps)) is is_hidden
    assert ("li@example.org" not in str(made.solution_steps)) is is_hidden
