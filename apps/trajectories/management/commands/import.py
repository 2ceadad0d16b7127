"""`manage.py import PATH… [--tenant SLUG] [--agent NAME] [--json]`: read finished transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from apps.errors import DomainError
from apps.tenants.find_tenant import find_tenant
from apps.trajectories.domain.sources.detect import detect_format
from apps.trajectories.import_transcripts import HEAD_BYTES, Reading

if TYPE_CHECKING:
    from argparse import ArgumentParser

MOST_PROBLEMS_SHOWN = 20


class Command(BaseCommand):
    help = "Import transcript files, or folders of them; what is known already adds nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path)
        parser.add_argument("--tenant", help="slug; not needed when there is one tenant")
        parser.add_argument("--agent", default="claude-code")
        parser.add_argument("--json", action="store_true")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
        except DomainError as error:
            raise CommandError(error.detail) from error
        files = list(_files(options["paths"]))
        reading = Reading(tenant, options["agent"])
        skipped: list[str] = []
        for number, path in enumerate(files, 1):
            self._read(path, reading, skipped)
            if not options["json"]:
                self.stdout.write(f"[{number}/{len(files)}] {path}: {_figures(reading)}")
        reading.finish()
        self._report(reading, skipped, as_json=options["json"])

    def _read(self, path: Path, reading: Reading, skipped: list[str]) -> None:
        with path.open("rb") as file:
            if detect_format(file.read(HEAD_BYTES)) == "unknown":
                skipped.append(str(path))
                return
        for events in reading.batches(path.read_bytes().splitlines(keepends=True), name=path.name):
            reading.record(events)

    def _report(self, reading: Reading, skipped: list[str], *, as_json: bool) -> None:
        problems = [
            {"line": one.line, "code": one.code, "detail": one.detail} for one in reading.problems
        ]
        if as_json:
            shown = {
                "accepted": reading.accepted,
                "duplicates": reading.duplicates,
                "sessions": len(reading.sessions),
                "problems": problems,
                "skipped": skipped,
            }
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
            return
        for problem in problems[:MOST_PROBLEMS_SHOWN]:
            self.stdout.write(f"line {problem['line']}: {problem['code']}: {problem['detail']}")
        for path in skipped:
            self.stdout.write(f"skipped, of no known format: {path}")
        self.stdout.write(f"{len(reading.sessions)} sessions: {_figures(reading)}")


def _files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise CommandError(f"There is no {path}.")
        found += sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    return found


def _figures(reading: Reading) -> str:
    return f"{reading.accepted} events new, {reading.duplicates} known"
