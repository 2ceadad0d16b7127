"""Reads shell commands the way a person retells them: the parts that matter, what each is for."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Literal

Purpose = Literal["check", "look", "change"]

MOST_PARTS = 6
LONGEST_COMMAND = 200

_MESSAGE = re.compile(
    r"""(?P<flag>-[a-z]*m|--message|--title|--body)(?P<gap>[ =])"""
    r"""(?:"\$\(cat <<.*?\n\s*\)"|"(?:[^"\\]|\\.)*"|'[^']*')""",
    re.DOTALL,
)
_REDIRECTION = re.compile(r"\s*(?:[12&]?>+\s*/dev/null|2>&1)")
_TAIL = re.compile(r"\s*(?:\|\s*(?:head|tail|less|more|cat)\b[^|&;]*|\|\|\s*(?:true|echo\b.*))$")
_ELSEWHERE = re.compile(r"^(git|make)\s+-C\s+\S+")
_PREFIX = re.compile(r"(?:sudo|time|nohup|env|[A-Za-z_]\w*=\S*)\s+")
_BLOCK = re.compile(r"(?:for|while|until|if|case|function)\b")
_SILENT = re.compile(r"(?:cd|echo|export|set|source|true|pwd|sleep|wait|exit|pushd|popd)\b|\.\s")
_SEPARATOR = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*')|(&&|;|\n)""")
TOKEN = re.compile(r"""(?:[^\s"']|"(?:[^"\\]|\\.)*"|'[^']*')+|\S+""")

_WITH_SUBCOMMAND = re.compile(
    r"git|go|npm|npx|pnpm|yarn|bun|cargo|make|just|mise|uv|poetry|pipenv|docker|podman|kubectl|"
    r"helm|terraform|gh|glab|mvn|gradlew?|dotnet|pip3?|apt|apt-get|brew|systemctl|aws|gcloud|az|"
    r"bundle|rails|mix|composer|flutter|dart|deno|conda"
)
_WITH_SECOND_SUBCOMMAND = ("run", "exec", "compose", "pr", "issue", "repo", "rollout", "release")
_INTERPRETERS = ("python", "python3", "node", "bash", "sh", "zsh", "ruby", "perl", "php")

_CHECKS = re.compile(
    r"(?:^|[\s:_./-])(?:tests?|pytest|vitest|jest|mocha|rspec|phpunit|tox|nox|ctest|check|checks|"
    r"lint|build|compile|typecheck|tsc|mypy|pyright|ruff|eslint|clippy|vet|verify|validate)"
    r"(?:$|[\s:_./-])"
)
_LOOKERS = re.compile(
    r"ls|cat|head|tail|stat|wc|diff|grep|rg|find|fd|tree|which|file|du|df|ps|curl|dig|ping|jq|"
    r"journalctl|env"
)
_LOOKS = re.compile(
    r"(?:git (?:status|diff|log|show|branch|rev-parse)|kubectl (?:get|describe|logs|rollout status)"
    r"|docker (?:ps|logs|images|inspect)|systemctl status|gh (?:pr|issue|run|release) (?:view|list|"
    r"checks|status)|terraform plan|helm (?:status|list))(?:$|\s)"
)
_CURL_SENDS = re.compile(r"\s(?:-X\s*(?!GET)\w|-d\b|--data|-F\b|--form|-T\b|--upload)")


def command_parts(command: str) -> list[str]:
    """Split a command line at `&&`, `;` and line ends; what only sets the stage is left out."""
    text = _MESSAGE.sub(r"\g<flag>\g<gap>{message}", command.replace("\\\n", " ")).strip()
    if "<<" in text:
        text = text.split("\n", 1)[0].split("<<", 1)[0]
    pieces = [text] if _BLOCK.match(text) else _split(text)
    parts = [part for piece in pieces if (part := _trimmed(piece))]
    return [part for part in parts if not _SILENT.match(part)][:MOST_PARTS]


def command_head(part: str) -> str:
    """Name the program and its sub-command: `git commit`, `npm run build`, `python -m pytest`."""
    words = TOKEN.findall(_without_prefix(part))
    if not words:
        return ""
    program = PurePosixPath(words[0]).name
    rest = words[1:]
    if program in _INTERPRETERS:
        return " ".join([program, *(rest[:2] if rest[:1] == ["-m"] else rest[:1])])
    if not _WITH_SUBCOMMAND.fullmatch(program):
        return program
    subcommands = [word for word in rest if not word.startswith("-")]
    depth = 2 if subcommands[:1] and subcommands[0] in _WITH_SECOND_SUBCOMMAND else 1
    return " ".join([program, *subcommands[:depth]])


def purpose_of(part: str) -> Purpose:
    """Say whether a command checks something, only looks, or changes something."""
    head = command_head(part)
    program = head.split(" ", 1)[0]
    if re.search(r"(?<![<>=&-])>(?!&)", part) or _CURL_SENDS.search(part):
        return "change"
    if _LOOKERS.fullmatch(program) or _LOOKS.match(head):
        return "look"
    may_check = _WITH_SUBCOMMAND.fullmatch(program) or program in _INTERPRETERS
    words = head if may_check and program != "git" else program
    return "check" if _CHECKS.search(words) else "change"


def _split(text: str) -> list[str]:
    """Split outside quotes."""
    pieces = [""]
    place = 0
    for found in _SEPARATOR.finditer(text):
        if found[2]:
            pieces[-1] += text[place : found.start()]
            pieces.append("")
        else:
            pieces[-1] += text[place : found.end()]
        place = found.end()
    pieces[-1] += text[place:]
    return pieces


def _trimmed(part: str) -> str:
    part = _ELSEWHERE.sub(r"\1", _REDIRECTION.sub("", part).strip())
    while (shorter := _TAIL.sub("", part)) != part:
        part = shorter
    return " ".join(part.split())[:LONGEST_COMMAND]


def _without_prefix(part: str) -> str:
    while found := _PREFIX.match(part):
        part = part[found.end() :]
    return part
