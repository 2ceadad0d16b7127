"""The house rules that import-linter cannot say."""

import ast
import importlib
import pkgutil
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
EDGES = ("api", "admin", "tasks", "receivers", "management")


def edge(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[2] in EDGES else None


def test_operations_never_import_edges():
    graph = grimp.build_graph("apps")
    bad = [
        (module, imported)
        for module in graph.modules
        if not edge(module) and not module.endswith(".apps")
        for imported in graph.find_modules_directly_imported_by(module)
        if edge(imported)
    ]
    assert bad == []


def unscoped_reads(source: str) -> list[int]:
    """Lines that read `X.objects.all()` or `X.objects.get(pk=…)` without a tenant."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner = node.func.value
        on_objects = isinstance(owner, ast.Attribute) and owner.attr == "objects"
        if on_objects and (
            node.func.attr == "all"
            or (node.func.attr == "get" and any(word.arg == "pk" for word in node.keywords))
        ):
            model = owner.value.id if isinstance(owner.value, ast.Name) else ""
            if model not in {"Tenant", "User"}:
                lines.append(node.lineno)
    return lines


def test_reads_begin_with_a_tenant():
    bad = {
        str(path.relative_to(ROOT)): found
        for path in (ROOT / "apps").rglob("*.py")
        if "migrations" not in path.parts and "tenants" not in path.parts
        if (found := unscoped_reads(path.read_text()))
    }
    assert bad == {}


def test_no_drawer_modules():
    banned = {"common", "core", "utils", "helpers", "base", "misc", "services", "managers"}
    found = [path for path in (ROOT / "apps").rglob("*") if path.stem in banned]
    assert found == []


def test_every_app_says_what_it_is():
    for app in (ROOT / "apps").iterdir():
        if app.is_dir() and (app / "models.py").exists():
            readme = (app / "README.md").read_text()
            assert len(readme.splitlines()) <= 60, f"{app.name}: a README is one screen"


BENCHMARKS = sorted(one.name for one in pkgutil.iter_modules([str(ROOT / "benchmarks")]))
RUN_BY_OTHERS = {"__main__", "settings", "urls"}


@pytest.mark.parametrize("name", [one for one in BENCHMARKS if one not in RUN_BY_OTHERS])
def test_every_benchmark_can_be_started(name: str):
    importlib.import_module(f"benchmarks.{name}")
