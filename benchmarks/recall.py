"""Recall of a labelled corpus over HTTP: what comes first, what among five, and how fast."""

from __future__ import annotations

import json
from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from benchmarks.client import Client
from benchmarks.one_event import percentiles
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.timing import Timings

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.stand import Stand

TOLD = ("pain_pattern", "context", "solution_steps", "tools")


def run(stand: Stand, corpus: dict[str, Any], answers_path: Path) -> None:
    """Write the experiences, ask the questions, store the answers and print what they are worth."""
    team = make_team(stand, "recall")
    ranking, context = Timings(), Timings()
    answers = {}
    with Client(team, key=team.keys["admin"]) as client:
        names = {_write(client, one): one["id"] for one in corpus["experiences"]}
        for query in corpus["queries"]:
            with ranking.measure():
                ranked = _ranked(client, query["message"])
            with context.measure():
                given = client.ask("/api/v1/context", {"message": query["message"]})
            answers[query["id"]] = {
                "ranked": [names[one] for one in ranked],
                "returned": [names[one["id"]] for one in given["experiences"]],
            }
    answers_path.write_text(json.dumps(answers), encoding="utf-8")
    print_table(
        f"Recall: {len(names)} experiences, {len(answers)} questions over HTTP",
        ["ms", "p50", "p95", "p99"],
        [
            ["GET /experiences?q=", *percentiles(ranking)],
            ["POST /context", *percentiles(context)],
        ],
    )
    _print_recall(corpus["queries"], answers)


def _write(client: Client, one: dict[str, Any]) -> str:
    made = client.ask("/api/v1/experiences", {name: one[name] for name in TOLD})
    return str(made["id"])


def _ranked(client: Client, message: str) -> list[str]:
    answer = json.loads(client.get(f"/api/v1/experiences?q={quote(message)}"))
    return [one["id"] for one in answer["results"]]


def _print_recall(queries: list[dict[str, Any]], answers: dict[str, Any]) -> None:
    """By kind of question: the right one first, among five; and answers to what has none."""
    first, five = defaultdict(list), defaultdict(list)
    off_topic = []
    for query in queries:
        got, right = answers[query["id"]], set(query["relevant"])
        if not right:
            off_topic.append(bool(got["returned"]))
            continue
        for kind in (query["kind"], "all"):
            first[kind].append(bool(right & set(got["ranked"][:1])))
            five[kind].append(len(right & set(got["ranked"][:5])) / min(5, len(right)))
    print_table(
        "Recall by kind of question",
        ["kind", "questions", "R@1", "R@5"],
        [
            [kind, len(first[kind]), f"{fmean(first[kind]):.3f}", f"{fmean(five[kind]):.3f}"]
            for kind in sorted(first)
        ],
    )
    print(f"off-topic answered: {fmean(off_topic):.3f} of {len(off_topic)}")
