"""What an erasure leaves of a pipeline still reads, runs, and sends nothing false."""

from __future__ import annotations

import pytest

from apps.evolution.domain.pipeline_check import check_references
from apps.evolution.domain.pipeline_yaml import parse_pipeline
from apps.learning.domain.scrub_pipeline import is_pipeline_husk, scrub_pipeline
from apps.learning.domain.scrub_skill import Renaming
from apps.learning.domain.shared_words import SharedWords, words_of

TEXT = """\
# for Quillfeather
name: ward-briefing
title: Ward briefing
description: Mails the figures of Quillfeather.
triggers: [ward briefing, briefing of Quillfeather]
inputs:
  ward: {type: string, description: Named in the request., example: 琥珀鲸}
  day: {type: string, default: Quillfeather}
steps:
  - {id: figures, action: tool, tool: get_figures, params: {ward: "${inputs.ward}", top: 10}}
  - id: mail
    action: tool
    tool: send_mail
    params: {to: Quillfeather, copy: [a, 琥珀鲸], body: "${steps.figures.output.text}"}
  - id: warn
    action: notify
    when: ${steps.figures.output.ward} == "Quillfeather"
    params: {message: now}
  - {id: log, action: tool, tool: write_log, params: {text: "${steps.warn.output} and more"}}
output: ${steps.warn.output}
"""
THEIRS = SharedWords(frozenset({"quillfeather", "琥珀", "珀鲸"}), words_of)
SAME = Renaming("ward-briefing", "Ward briefing")


def test_no_word_is_left_and_every_reference_leads_somewhere():
    text = scrub_pipeline(TEXT, THEIRS, SAME)
    assert not THEIRS.occur_in(text)
    assert check_references(parse_pipeline(text)) == []
    assert not is_pipeline_husk(text)


def test_what_was_theirs_is_asked_for_anew():
    document = parse_pipeline(scrub_pipeline(TEXT, THEIRS, SAME))
    figures, mail, log = document.steps
    assert figures.params == {"ward": "${inputs.ward}", "top": 10}
    assert mail.params == {
        "to": "${inputs.to}",
        "copy": "${inputs.copy}",
        "body": "${steps.figures.output.text}",
    }
    assert log.params == {"text": "${inputs.text}"}
    assert (document.inputs["copy"].type, document.inputs["day"].required) == ("array", True)
    assert document.inputs["ward"].example is None
    assert (document.triggers, document.output) == (("ward briefing",), None)
    assert document.description == "Ward briefing"


def test_a_new_name_is_written_where_nothing_else_changes():
    renamed = parse_pipeline(scrub_pipeline(TEXT, SharedWords(), Renaming("other", "Other")))
    assert (renamed.name, renamed.title, len(renamed.steps)) == ("other", "Other", 4)


@pytest.mark.parametrize("text", [TEXT.replace("steps:", "steps"), "Quillfeather: ["])
def test_what_no_longer_reads_is_taken_line_by_line(text: str):
    left = scrub_pipeline(text, THEIRS, SAME)
    assert not THEIRS.occur_in(left)
    assert "[erased]" in left


def test_nothing_left_to_do_is_a_husk():
    theirs = SharedWords(frozenset({"get_figures", "send_mail", "notify", "warn", "log"}), words_of)
    left = scrub_pipeline(TEXT, theirs, SAME)
    assert is_pipeline_husk(left)
    assert parse_pipeline(left).inputs == {}
