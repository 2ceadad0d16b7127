"""Learns from finished transcripts and holds what is proposed to the rules."""

from __future__ import annotations

import itertools
import json
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from skills_ref.validator import validate as validate_publicly

from apps.evolution.domain.quality_gate import ALIKE_MEANING, ALIKE_TOOLS, SAME_MEANING
from apps.evolution.domain.skill_md import parse
from apps.evolution.models import Proposal
from apps.learning.learn import learn
from apps.llm.embedding import embedder
from apps.tenants.isolation import tenant_context
from apps.trajectories.domain.tool_chain import jaccard
from apps.trajectories.end_session import end_idle_sessions
from apps.trajectories.import_transcripts import accept_import, claim_import, run_import
from apps.trajectories.models import Session
from apps.trajectories.record_events import record_events
from apps.trajectories.schemas import Event
from benchmarks.table import print_table
from benchmarks.team import make_team

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.stand import Stand
    from benchmarks.team import Team

STOP = "###STOP###"
COLUMNS = ("name", "action", "trigger", "runs", "confidence", "the gate against it")
ROUNDS = 20  # of the loop, which takes 500 sessions in one


def list_path(stand: Stand, path: Path, slug: str, show: str) -> int:
    """Learn from one path and print what came of it; answers how many rules were broken."""
    team = make_team(stand, slug)
    if path.suffix == ".json":
        _record_runs(team, json.loads(path.read_text(encoding="utf-8")))
    else:
        _import_transcripts(team, path)
    _learn(team)
    with tenant_context(team.tenant.pk):
        proposals = list(Proposal.objects.for_tenant(team.tenant).order_by("created_at"))
        _print_list(path.name, proposals)
        for one in proposals:
            if show and show in one.name:
                print(f"\n{one.content}\n")
        return _print_twins(proposals) + _print_problems(proposals)


def _import_transcripts(team: Team, path: Path) -> None:
    files = sorted(path.glob("**/*.jsonl")) if path.is_dir() else [path]
    content = {file.name: file.read_bytes() for file in files}
    with tenant_context(team.tenant.pk):
        row = accept_import(team.tenant, content, agent="claude-code", by=team.owner)
    claim_import(team.tenant, row.pk)
    run_import(team.tenant, row.pk)


def _record_runs(team: Team, runs: list[dict[str, Any]]) -> None:
    for number, run in enumerate(runs):
        events = [Event.model_validate(event) for event in _events_of(number, run["traj"])]
        with tenant_context(team.tenant.pk):
            record_events(team.tenant, events, source="api", now=timezone.now())


def _events_of(number: int, messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Read a conversation as events of one session, each message in its turn, a second apart."""
    session, calls = f"run-{number}", dict[str, dict[str, Any]]()
    begun = timezone.now() - timedelta(hours=1)
    for place, message in enumerate([*messages, {"role": "end"}]):
        calls |= {one["id"]: one["function"] for one in message.get("tool_calls") or ()}
        if told := _told(message, calls):
            yield {
                "event_id": f"{session}-{place}",
                "session_id": session,
                "agent": "airline",
                "timestamp": (begun + timedelta(seconds=place)).isoformat(),
                **told,
            }


def _told(message: dict[str, Any], calls: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    """Say what one message tells; an answer of a tool that begins "Error" is one."""
    text = (message.get("content") or "").replace(STOP, "").strip()
    match message["role"]:
        case "user" if text:
            return {"type": "user_request", "text": text}
        case "assistant" if text and not message.get("tool_calls"):
            return {"type": "response", "text": text}
        case "tool":
            unnamed = {"name": message["name"], "arguments": "{}"}
            called = calls.get(message["tool_call_id"], unnamed)
            failed = text.startswith("Error")
            return {
                "type": "tool_execution",
                "tool": called["name"],
                "args": json.loads(called["arguments"] or "{}"),
                "status": "error" if failed else "completed",
                "error" if failed else "result": text,
            }
        case "end":
            return {"type": "session_end"}
    return None


def _learn(team: Team) -> None:
    end_idle_sessions(team.tenant, now=timezone.now() + timedelta(days=1))
    for _ in range(ROUNDS):
        learn(team.tenant, now=timezone.now())
        with tenant_context(team.tenant.pk):
            if not Session.objects.for_tenant(team.tenant).to_learn().exists():
                return


def _print_list(name: str, proposals: list[Proposal]) -> None:
    rows = []
    for one in proposals:
        against = [
            f"{said['check']} {said['verdict']}" for said in one.gate if said["verdict"] != "pass"
        ]
        evidence = one.evidence.count()
        rows.append(
            (one.name, one.action, one.trigger, evidence, one.confidence, ", ".join(against))
        )
    print_table(
        f"{name}: {len(proposals)} proposals",
        COLUMNS,
        rows,
    )


def _print_twins(proposals: list[Proposal]) -> int:
    skills = [one for one in proposals if one.kind == "skill" and one.content]
    if not skills:
        return 0
    documents = [parse(one.content) for one in skills]
    vectors = embedder().embed([f"{one.title}\n{one.description}" for one in documents])
    found = 0
    for (first, a, u), (second, b, v) in itertools.combinations(
        zip(skills, documents, vectors, strict=True), 2
    ):
        meaning, tools = float(u @ v), jaccard(a.tools, b.tools)
        alike = tools >= ALIKE_TOOLS and meaning >= float(ALIKE_MEANING)
        if alike or meaning >= float(SAME_MEANING):
            found += 1
            print(f"nearly the same: {first.name} and {second.name} ({tools:.2f}, {meaning:.2f})")
    print(f"near-duplicates: {found}")
    return found


def _print_problems(proposals: list[Proposal]) -> int:
    found = 0
    for one in proposals:
        if one.kind != "skill" or not one.content:
            continue
        with tempfile.TemporaryDirectory() as root:
            folder = Path(root) / one.name
            folder.mkdir()
            (folder / "SKILL.md").write_text(one.content, encoding="utf-8")
            for problem in validate_publicly(folder):
                found += 1
                print(f"not valid: {one.name}: {problem}")
    print(f"problems of the public validator: {found}")
    return found
