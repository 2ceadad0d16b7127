"""Post every case of a labelled corpus to a running stand and print what its scorer says.

    JOURNEYMAN_KEY=jm_admin_… python -m benchmarks.score_schedules_run ANSWERS.json
        --corpus CORPUS.json --scorer SCORER.py [--url http://127.0.0.1:8000] [--show]

The answers are written to ANSWERS.json, each with its round trip in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PATH = "/api/v1/schedules/parse"


def main() -> int:
    parser = argparse.ArgumentParser(description="Score schedules read over HTTP.")
    parser.add_argument("answers", type=Path)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--show", action="store_true", help="list every case that is not right")
    arguments = parser.parse_args()
    key = os.environ.get("JOURNEYMAN_KEY", "")
    corpus = json.loads(arguments.corpus.read_text("utf-8"))
    answers = ask_all(arguments.url, key, corpus)
    arguments.answers.write_text(json.dumps(answers, ensure_ascii=False), "utf-8")
    shown = ["--show"] if arguments.show else []
    command = [sys.executable, arguments.scorer, arguments.corpus, arguments.answers, *shown]
    outcome = subprocess.run(command, check=False).returncode
    times = sorted(one["ms"] for one in answers.values())
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f"median {statistics.median(times):.2f} ms, p99 {p99:.2f} ms over HTTP")
    return outcome


def ask_all(url: str, key: str, corpus: dict[str, Any]) -> dict[str, Any]:
    """Ask case by case over one connection; the first is asked twice, to warm up."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.netloc, timeout=30)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    answers: dict[str, Any] = {}
    for case in [corpus["cases"][0], *corpus["cases"]]:
        body = {
            "text": case["text"],
            "now": case["ref"],
            "timezone": case.get("tz") or corpus["tz"],
            "user_id": "benchmark",
        }
        began = time.perf_counter()
        connection.request("POST", PATH, json.dumps(body), headers)
        answer = connection.getresponse()
        read = json.loads(answer.read())
        took_ms = (time.perf_counter() - began) * 1000
        if answer.status != 200:
            raise SystemExit(f"{case['id']}: {answer.status} {read}")
        answers[case["id"]] = {**read, "ms": round(took_ms, 3)}
    return answers


if __name__ == "__main__":
    sys.exit(main())
