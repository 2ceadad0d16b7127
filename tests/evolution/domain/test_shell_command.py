import pytest

from apps.evolution.domain.shell_command import command_head, command_parts, purpose_of


@pytest.mark.parametrize(
    ("command", "parts"),
    [
        ("cd /srv/app && go test ./... 2>&1 | tail -50", ["go test ./..."]),
        ("npm ci && npm run build; echo done", ["npm ci", "npm run build"]),
        ("make \\\n  check", ["make check"]),
        ("git -C /srv/app status", ["git status"]),
        ("pytest -q || true", ["pytest -q"]),
        ("grep 'a && b' file", ["grep 'a && b' file"]),
        ('git commit -m "fix: a; b"', ["git commit -m {message}"]),
        ("git commit -m \"$(cat <<'EOF'\nfix\n\nbody\nEOF\n)\"", ["git commit -m {message}"]),
        ("for f in *.py; do wc $f; done", ["for f in *.py; do wc $f; done"]),
        ("cat x | wc -l", ["cat x | wc -l"]),
        ("python - <<'PY'\nprint(1)\nPY", ["python -"]),
        ("echo hello", []),
        ("", []),
        ('unbalanced "quote', ['unbalanced "quote']),
    ],
)
def test_a_command_line_is_told_by_the_parts_that_matter(command: str, parts: list[str]) -> None:
    assert command_parts(command) == parts


@pytest.mark.parametrize(
    ("part", "head"),
    [
        ("go test ./...", "go test"),
        ("git --no-pager commit --amend", "git commit"),
        ("npm run build --silent", "npm run build"),
        ("python -m pytest -q", "python -m pytest"),
        ("python scripts/load.py x", "python scripts/load.py"),
        ("CI=1 sudo make check", "make check"),
        ("./gradlew test", "gradlew test"),
        ("gh pr view 12", "gh pr view"),
        ("rm -rf build", "rm"),
        ("", ""),
    ],
)
def test_the_head_names_program_and_subcommand(part: str, head: str) -> None:
    assert command_head(part) == head


@pytest.mark.parametrize(
    ("part", "purpose"),
    [
        ("go test ./...", "check"),
        ("npm run lint", "check"),
        ("python -m mypy app", "check"),
        ("ruff check .", "check"),
        ("cargo build --release", "check"),
        ("git status", "look"),
        ("kubectl get pods", "look"),
        ("curl http://localhost:8000/healthz", "look"),
        ("cat report.txt", "look"),
        ("curl -X POST http://localhost/run", "change"),
        ("cat a > b", "change"),
        ("git commit -m {message}", "change"),
        ("git checkout test", "change"),
        ("rm -rf build", "change"),
        ("mkdir tests", "change"),
        ("npm install", "change"),
    ],
)
def test_a_command_checks_looks_or_changes(part: str, purpose: str) -> None:
    assert purpose_of(part) == purpose
