"""`python -m config.size_report`: names the files and functions that have grown too long."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDERS = ("apps", "config", "tests", "benchmarks", "client")
FILE_QUESTION = 300
FILE_STOP = 500
FUNCTION_STOP = 40


@dataclass(frozen=True)
class Finding:
    """A file or function beyond a limit; a stop fails the check, a question is only shown."""

    name: str
    lines: int
    is_stop: bool


def findings(root: Path) -> list[Finding]:
    """Measure every Python file but migrations, the longest first."""
    paths = (path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    found = (
        finding
        for path in paths
        if "migrations" not in path.parts
        for finding in measure(path.read_text(), str(path.relative_to(root)))
    )
    return sorted(found, key=lambda finding: (-finding.lines, finding.name))


def measure(source: str, name: str) -> Iterator[Finding]:
    """Give what in one file is too long, the file itself included."""
    lines = source.count("\n")
    if lines > FILE_QUESTION:
        yield Finding(name, lines, lines > FILE_STOP)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_STOP:
                yield Finding(f"{name}:{node.lineno} {node.name}()", length, is_stop=True)


def main() -> int:
    """Print the findings; one stop makes the exit code 1."""
    found = findings(Path(__file__).resolve().parents[1])
    for finding in found:
        verdict = "too long" if finding.is_stop else "long"
        sys.stdout.write(f"{finding.lines:5} lines, {verdict}: {finding.name}\n")
    return int(any(finding.is_stop for finding in found))


if __name__ == "__main__":
    sys.exit(main())
