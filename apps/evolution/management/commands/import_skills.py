"""`manage.py import_skills PATH… [--tenant SLUG] [--override REASON] [--json]`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from apps.errors import DomainError
from apps.evolution.import_skill import Imported, import_skill
from apps.evolution.read_skill_source import find_skills, read_skill_source
from apps.tenants.find_tenant import find_tenant
from apps.tenants.isolation import tenant_context

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from apps.tenants.models import Tenant

OPERATOR = "operator"


class Command(BaseCommand):
    help = "Import skills that people wrote: SKILL.md files, their folders or zips, or many below."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path)
        parser.add_argument("--tenant", help="slug; not needed when there is one tenant")
        parser.add_argument("--override", default="", help="why to import what the scan forbids")
        parser.add_argument("--json", action="store_true", help="machine-readable output")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
            found = [skill for path in options["paths"] for skill in find_skills(path)]
        except DomainError as error:
            raise CommandError(error.detail) from error
        seen: set[str] = set()
        told = []
        for number, path in enumerate(found, 1):
            one = {"path": str(path), **self._import(tenant, path, seen, options["override"])}
            told.append(one)
            if not options["json"]:
                self.stdout.write(f"[{number}/{len(found)}] {_line(one)}")
        self._report(told, as_json=options["json"])

    def _import(self, tenant: Tenant, path: Path, seen: set[str], why: str) -> dict[str, Any]:
        """Import one skill by itself; answers what became of it, or why it was refused."""
        try:
            with tenant_context(tenant.pk):
                package = read_skill_source(path)
                imported = import_skill(tenant, package, by=OPERATOR, override=why)
                _require_fresh(imported.skill.name, seen)
        except DomainError as error:
            return {"outcome": "refused", "code": error.code, "detail": error.detail}
        seen.add(imported.skill.name)
        return _shown(imported)

    def _report(self, told: list[dict[str, Any]], *, as_json: bool) -> None:
        refused = [one["path"] for one in told if one["outcome"] == "refused"]
        if as_json:
            self.stdout.write(json.dumps({"skills": told}, ensure_ascii=False))
        else:
            self.stdout.write(f"{len(told) - len(refused)} of {len(told)} skills are there.")
        if refused:
            raise CommandError(f"Refused: {', '.join(refused)}")


def _require_fresh(name: str, seen: set[str]) -> None:
    """Refuse, and so undo, what would overwrite another skill of the same import."""
    if name in seen:
        raise DomainError("name_twice", f"Another skill of this import is called '{name}'.")


def _shown(imported: Imported) -> dict[str, Any]:
    return {
        "name": imported.skill.name,
        "version": imported.version,
        "status": imported.skill.status,
        "outcome": imported.outcome,
        "repairs": [{"code": one.code, "detail": one.detail} for one in imported.repairs],
        "notes": list(imported.notes),
        "files": imported.files,
        "left_out": list(imported.left_out),
    }


def _line(one: dict[str, Any]) -> str:
    if one["outcome"] == "refused":
        return f"{one['path']}: {one['code']}: {one['detail']}"
    counts = {
        "files": one["files"],
        "repairs": len(one["repairs"]),
        "left out": len(one["left_out"]),
        "to note": len(one["notes"]),
    }
    told = ", ".join(f"{what} {count}" for what, count in counts.items() if count)
    return f"{one['name']} {one['version']} {one['outcome']}{f' ({told})' if told else ''}"
