"""The JSON Schema of a pipeline's YAML, for editors that check a text while it is written."""

from __future__ import annotations

import json

from apps.evolution.domain.pipeline_yaml import PipelineDocument

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def pipeline_schema() -> str:
    """Write the schema as `docs/pipeline.schema.json` holds it."""
    schema = {"$schema": DIALECT, **PipelineDocument.model_json_schema()}
    schema["required"] = ["name", "steps"]  # reading fills in the others
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
