"""What a session goes without: not told, noted, listed, and counted nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.evolution.domain.holdout import is_withheld
from apps.evolution.models import Proposal, Serving, Skill
from apps.experiences.models import Experience
from apps.feedback.models import Signal
from apps.learning.build_context import build_context
from apps.learning.learn_signals import learn_signals
from tests.experiences.drafts import write
from tests.learning.sessions import REPORT, hold, run_of, teach_each
from tests.learning.test_build_context import PRINTER, approve_all

if TYPE_CHECKING:
    from tests.cast import Team

ALL = {"lift": {"holdoutShare": "1"}}
HALF = {"lift": {"holdoutShare": "0.5"}}


def teach_skill(team: Team, language: str) -> Skill:
    teach_each(team, *(run_of(intent) for intent in REPORT[language]))
    approve_all(team)
    assert not Proposal.objects.for_tenant(team.tenant).pending().exists()
    return Skill.objects.for_tenant(team.tenant).get()


def session_without(team: Team, item: Any) -> str:
    """A session that half of the sessions' share withholds an item from."""
    share = team.tenant.learning.lift.holdout_share
    names = (f"session-{number}" for number in range(100))
    return next(name for name in names if is_withheld(item.pk, name, share))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_withheld_skill_is_listed_and_noted_but_neither_told_nor_counted(
    clinic: Team, language: str
):
    skill = teach_skill(clinic, language)
    clinic.tenant.settings = ALL
    context = build_context(clinic.tenant, REPORT[language][1], session_id="s-9")
    assert (context.text, context.skills, context.experiences) == ("", [], [])
    assert context.withheld == [skill.pk]
    row = Serving.objects.for_tenant(clinic.tenant).get(session_id="s-9")
    assert (row.skill_id, row.withheld, row.request_id) == (skill.pk, True, context.request_id)
    skill.refresh_from_db()
    assert skill.uses == 0


def test_a_withheld_experience_counts_no_reuse(clinic: Team):
    known = write(clinic, *PRINTER)
    clinic.tenant.settings = ALL
    context = build_context(clinic.tenant, PRINTER[0], session_id="s-9")
    assert (context.text, context.withheld) == ("", [known.pk])
    known.refresh_from_db()
    assert known.reuse_count == 0
    assert Serving.objects.for_tenant(clinic.tenant).get().withheld


def test_a_session_is_asked_the_same_way_every_time(clinic: Team):
    known = write(clinic, *PRINTER)
    clinic.tenant.settings = HALF
    session = session_without(clinic, known)
    for _ in range(3):
        assert build_context(clinic.tenant, PRINTER[0], session_id=session).withheld == [known.pk]
    assert Serving.objects.for_tenant(clinic.tenant).get().withheld


def test_without_a_session_everything_is_told(clinic: Team):
    known = write(clinic, *PRINTER)
    clinic.tenant.settings = ALL
    context = build_context(clinic.tenant, PRINTER[0], session_id=None)
    assert ([one.experience for one in context.experiences], context.withheld) == ([known], [])


def test_a_pinned_skill_is_told_to_everybody(clinic: Team):
    skill = teach_skill(clinic, "en")
    Skill.objects.for_tenant(clinic.tenant).update(pinned=True)
    clinic.tenant.settings = ALL
    context = build_context(clinic.tenant, REPORT["en"][1], session_id="s-9")
    assert [one.skill for one in context.skills] == [skill]
    assert context.withheld == []


def test_nothing_takes_the_place_of_what_is_withheld(clinic: Team):
    items = [write(clinic, f"{PRINTER[0]}, case {number}", "wait") for number in range(5)]
    message = PRINTER[0]
    everybody = build_context(clinic.tenant, message, session_id=None)
    told = [one.experience.pk for one in everybody.experiences]
    assert len(told) == 3
    clinic.tenant.settings = HALF
    best = next(item for item in items if item.pk == told[0])
    context = build_context(clinic.tenant, message, session_id=session_without(clinic, best))
    assert told[0] in context.withheld
    given = [one.experience.pk for one in context.experiences]
    assert sorted([*given, *context.withheld]) == sorted(told)


def test_what_would_not_have_been_told_is_not_withheld(clinic: Team):
    write(clinic, *PRINTER)
    clinic.tenant.settings = ALL
    context = build_context(clinic.tenant, PRINTER[0], session_id="s-9", max_tokens=50)
    assert context.withheld == []
    assert not Serving.objects.for_tenant(clinic.tenant).exists()


def test_the_experience_a_withheld_skill_was_drawn_from_is_not_told_instead(clinic: Team):
    skill = teach_skill(clinic, "en")
    drawn = Experience.objects.for_tenant(clinic.tenant).get(synthesized_skill=skill.name)
    clinic.tenant.settings = ALL
    context = build_context(clinic.tenant, REPORT["en"][1], session_id="s-9")
    assert drawn.pain_pattern not in context.text
    assert drawn.pk not in context.withheld


def test_the_api_lists_what_is_withheld(clinic: Team):
    known = write(clinic, *PRINTER)
    clinic.tenant.settings = ALL
    clinic.tenant.save(update_fields=["settings"])
    asked = {"message": PRINTER[0], "session_id": "s-9"}
    shown = clinic.client("agent").post("/api/v1/context", asked).json()
    assert (shown["withheld"], shown["experiences"], shown["text"]) == ([str(known.pk)], [], "")


def test_what_was_withheld_earns_no_signals(clinic: Team):
    teach_skill(clinic, "en")
    clinic.tenant.settings = ALL
    build_context(clinic.tenant, REPORT["en"][1], session_id="s-9")
    hold(clinic, run_of(REPORT["en"][1]), session="s-9")
    assert learn_signals(clinic.tenant, ["s-9"]) == 0
    assert not Signal.objects.for_tenant(clinic.tenant).exists()
