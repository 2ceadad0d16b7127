"""`manage.py pipeline_schema`: print the JSON Schema of a pipeline's YAML."""

from typing import Any

from django.core.management.base import BaseCommand

from apps.evolution.domain.pipeline_schema import pipeline_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of a pipeline's YAML, as docs/pipeline.schema.json holds it."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(pipeline_schema(), ending="")
