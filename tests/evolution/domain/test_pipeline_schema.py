"""The schema in the docs is that of the models, and says the same as they do."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from apps.evolution.domain.pipeline_check import check_references
from apps.evolution.domain.pipeline_schema import pipeline_schema
from apps.evolution.domain.pipeline_yaml import parse_pipeline
from apps.evolution.domain.yaml_values import read_yaml, typed
from tests.evolution.test_review_pipeline import TEXT

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_the_schema_in_the_docs_is_fresh():
    written = (DOCS / "pipeline.schema.json").read_text()
    assert written == pipeline_schema(), "manage.py pipeline_schema > docs/pipeline.schema.json"


def test_the_example_in_the_docs_is_a_pipeline():
    text = (DOCS / "pipelines.md").read_text().split("```yaml\n")[1].split("```")[0]
    assert check_references(parse_pipeline(text)) == []


@pytest.mark.parametrize(
    ("old", "new", "is_right"),
    [
        ("", "", True),
        ("title:", "titel:", False),
        ("action: tool", "action: dance", False),
        ("{type: string}", "{type: text}", False),
    ],
)
def test_the_schema_says_what_reading_says(old: str, new: str, is_right: bool):
    text = TEXT.replace(old, new) if old else TEXT
    validator = jsonschema.Draft202012Validator(json.loads(pipeline_schema()))
    assert validator.is_valid(typed(read_yaml(text))) == is_right
    if is_right:
        assert parse_pipeline(text).name == "ward-briefing"
