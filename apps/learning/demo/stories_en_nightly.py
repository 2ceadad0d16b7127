"""The factory's broken nightly builds: recurring work of its software people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from apps.learning.demo.story import Call, Story, Turn, detour, failed

NIGHTLY = "triage a failing nightly build"


@dataclass(frozen=True, slots=True)
class Breakage:
    """What a night broke: the failing run, the message, the file at fault and its test."""

    run: int
    message: str
    file: str
    test: str
    cause: str


def triage(broken: Breakage) -> tuple[Call, ...]:
    """From the list of runs to a fix that the nightly build accepts, in eight calls."""
    return (
        Call(
            "mcp__ci__list_runs", {"workflow": "nightly", "limit": 5}, f"{broken.run} failed", 640
        ),
        get_log(broken.run),
        Call("Grep", {"pattern": broken.message, "path": "src"}, broken.file, 120),
        Call("Read", {"file_path": broken.file}, broken.cause, 70),
        Call("Edit", {"file_path": broken.file}, "1 replacement", 90),
        Call("Bash", {"command": f"pytest {broken.test} -q"}, "all passed", 7400),
        Call("Bash", {"command": f"git commit -am 'Fix {broken.cause}'"}, "1 file changed", 210),
        Call("mcp__ci__rerun", {"run": broken.run}, "passed", 240000),
    )


def get_log(run: int) -> Call:
    """Fetch the end of a run's log, which is all that the build server hands out."""
    return Call("mcp__ci__get_log", {"run": run, "tail": 400}, "400 lines", 1500)


NIGHTLY_STORIES = (
    Story(
        "nightly-8121",
        NIGHTLY,
        "claude-code",
        "tomas.dev",
        days_ago=13,
        at=time(9, 40),
        turns=(
            Turn(
                "The nightly build is red, find out why and fix it.",
                detour(
                    triage(
                        Breakage(
                            8121,
                            "offset-naive",
                            "src/shifts/calendar.py",
                            "tests/shifts",
                            "shift start without a time zone",
                        )
                    ),
                    failed(
                        "mcp__ci__get_log",
                        {"run": 8121},
                        "log is larger than 5 MB: pass tail with a number of lines",
                        900,
                    ),
                    before="mcp__ci__get_log",
                ),
                "A shift start had no time zone; fixed, and the rerun passed. The whole log was "
                "too large to fetch, its last 400 lines were enough.",
            ),
            Turn("Solved, thank you.", reply="You're welcome."),
        ),
    ),
    Story(
        "nightly-8136",
        NIGHTLY,
        "claude-code",
        "amara.dev",
        days_ago=10,
        at=time(8, 55),
        turns=(
            Turn(
                "Nightly build 8136 failed, please triage.",
                triage(
                    Breakage(
                        8136,
                        "KeyError: 'scrap'",
                        "src/reports/oee.py",
                        "tests/reports",
                        "a line without scrap",
                    )
                ),
                "Lines without scrap broke the OEE report. They now count as zero; 8136 passes.",
                "positive",
            ),
        ),
    ),
    Story(
        "nightly-8150",
        NIGHTLY,
        "claude-code",
        "lena.firmware",
        days_ago=6,
        at=time(9, 15),
        turns=(
            Turn(
                "Last night's build failed again, look into it and repair it.",
                triage(
                    Breakage(
                        8150,
                        "connection refused",
                        "src/gauges/client.py",
                        "tests/gauges",
                        "a hard-coded port",
                    )
                ),
                "The gauge client had a hard-coded port, 8081. I moved it to 9090; 8150 passes.",
            ),
            Turn(
                "No, use port 8080, that's where the simulator listens.",
                (
                    Call(
                        "Edit",
                        {"file_path": "src/gauges/client.py", "new": "8080"},
                        "1 replacement",
                    ),
                    Call("Bash", {"command": "pytest tests/gauges -q"}, "12 passed", 3900),
                ),
                "The client uses port 8080 now, and its tests pass.",
            ),
        ),
    ),
    Story(
        "nightly-8163",
        NIGHTLY,
        "claude-code",
        "tomas.dev",
        days_ago=3,
        at=time(10, 5),
        turns=(
            Turn(
                "Triage the failing nightly, run 8163.",
                triage(
                    Breakage(
                        8163,
                        "unknown part 926",
                        "src/parts/import_csv.py",
                        "tests/parts",
                        "leading zeros lost on import",
                    )
                ),
                "The part import read numbers, so leading zeros were lost. It reads text now.",
                "positive",
                "Found the cause I had been hunting for a week.",
            ),
        ),
    ),
    Story(
        "nightly-8171",
        NIGHTLY,
        "claude-code",
        "amara.dev",
        days_ago=1,
        at=time(8, 30),
        turns=(
            Turn(
                "Nightly 8171 is red too. Fix it before stand-up if you can.",
                (
                    *triage(
                        Breakage(
                            8171,
                            "Timeout",
                            "src/gauges/poll.py",
                            "tests/gauges",
                            "a poll without a limit",
                        )
                    )[:-1],
                    failed("mcp__ci__rerun", {"run": 8171}, "failed: Timeout after 600 s", 240000),
                ),
                "I limited the poll and the local tests pass, but the rerun timed out once more.",
            ),
            Turn(
                "Still broken. This didn't help.",
                (
                    Call(
                        "mcp__ci__get_log", {"run": 8171, "tail": 400}, "Timeout in teardown", 1500
                    ),
                    failed("mcp__ci__rerun", {"run": 8171}, "failed: Timeout after 600 s", 240000),
                ),
                "The time-out is in the teardown on the build machine; I could not reproduce it.",
                "negative",
            ),
        ),
    ),
)
