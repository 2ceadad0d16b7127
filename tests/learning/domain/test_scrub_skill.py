"""A skill that loses words is still a skill that every reader takes."""

from __future__ import annotations

import pytest

from apps.evolution.domain.sections import Section
from apps.evolution.domain.skill_md import SkillDocument, parse, render
from apps.evolution.domain.skill_rules import validate
from apps.learning.domain.scrub_skill import Renaming, is_husk, scrub_skill
from apps.learning.domain.shared_words import MARK, SharedWords

SHARED = SharedWords(frozenset({"quillfeather", "琥珀", "珀鲸"}))


def skill(**fields: object) -> str:
    text = "1. Open it.\n2. Ask Quillfeather.\n\n```\nrun 琥珀鲸\n```"
    document = {
        "name": "ward-report",
        "title": "Report of Quillfeather",
        "description": "Reports for Quillfeather: weekly.",
        "lead": "Drawn from 2 runs.",
        "sections": (Section(heading="Procedure", text=text),),
        "triggers": ("report quillfeather", "weekly report"),
        "tools": ("open", "quillfeather_post"),
        "metadata": {"owner": "Quillfeather", "team": "ward"},
        "version": "1.2.0",
    }
    return render(SkillDocument.model_validate(document | fields))


def test_lines_and_fields_with_the_words_go_and_the_rest_stays():
    text = scrub_skill(skill(), SHARED, Renaming("ward-report", "Weekly report"))
    document = parse(text)
    assert validate(text, directory="ward-report") == []
    described = "Weekly report (“weekly report”)"
    assert (document.title, document.description) == ("Weekly report", described)
    assert (document.triggers, document.tools) == (("weekly report",), ("open",))
    assert document.metadata == {"team": "ward"}
    assert (document.lead, document.version) == ("Drawn from 2 runs.", "1.2.0")
    assert document.section("Procedure") == f"1. Open it.\n2. {MARK}\n\n```\n{MARK}\n```"


def test_a_text_that_reads_as_no_skill_is_taken_line_by_line():
    text = "no front matter\nQuillfeather\n"
    assert scrub_skill(text, SHARED, Renaming("a", "A")) == f"no front matter\n{MARK}\n"


@pytest.mark.parametrize(
    ("procedure", "husk"),
    [(f"1. {MARK}\n2. {MARK}", True), (f"1. {MARK}\n2. Open it.", False), ("", False)],
)
def test_a_skill_without_any_step_left_is_a_husk(procedure: str, husk: bool):
    sections = (Section(heading="Procedure", text=procedure),)
    assert is_husk(skill(sections=sections)) is husk
