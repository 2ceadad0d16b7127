"""The factory's firmware releases: recurring work of its software people."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

from apps.learning.demo.story import Call, Story, Turn, detour, failed

FIRMWARE = "release a firmware build"


def firmware_release(board: str, version: str, *, since: str, commits: int) -> tuple[Call, ...]:
    """From the commits since the last version to a signed, published image, in eight calls."""
    return (
        Call("Bash", {"command": f"git log --oneline v{since}..HEAD"}, f"{commits} commits", 180),
        Call("Read", {"file_path": f"boards/{board}/CHANGELOG.md"}, f"## {since}", 60),
        Call(
            "Edit",
            {"file_path": f"boards/{board}/version.h", "old": since, "new": version},
            "1 replacement",
            80,
        ),
        Call("Bash", {"command": f"make image BOARD={board}"}, f"{board}.bin 412 KiB", 46000),
        Call("Bash", {"command": f"make bench-test BOARD={board}"}, "118 passed", 93000),
        Call("Write", {"file_path": f"boards/{board}/notes/{version}.md"}, "written", 90),
        sign(board, version),
        Call(
            "mcp__release__publish",
            {"board": board, "version": version, "ring": "pilot"},
            f"{board} {version} in ring pilot",
            2200,
        ),
    )


def sign(board: str, version: str) -> Call:
    """Sign an image that two builds agree on."""
    return Call("mcp__release__sign_image", {"board": board, "version": version}, "signed", 1900)


def unreproducible(calls: tuple[Call, ...], board: str, version: str) -> tuple[Call, ...]:
    """Let the signing refuse an image with the build time in it, and build it again without."""
    return detour(
        calls,
        failed(
            "mcp__release__sign_image",
            {"board": board, "version": version},
            "image is not reproducible: build time found in its header, set SOURCE_DATE_EPOCH",
            1200,
        ),
        Call(
            "Bash",
            {"command": f"SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) make image BOARD={board}"},
            f"{board}.bin 412 KiB",
            45000,
        ),
        before="mcp__release__sign_image",
    )


FIRMWARE_STORIES = (
    Story(
        "firmware-spindle",
        FIRMWARE,
        "claude-code",
        "lena.firmware",
        days_ago=11,
        at=time(10, 50),
        turns=(
            Turn(
                "Release spindle controller firmware 2.4.0 to the pilot ring.",
                unreproducible(
                    firmware_release("spindle", "2.4.0", since="2.3.1", commits=14),
                    "spindle",
                    "2.4.0",
                ),
                "Spindle 2.4.0 is signed and in the pilot ring. Signing refused the first image "
                "because of its build time; building with SOURCE_DATE_EPOCH fixed that.",
            ),
            Turn("Works now, thanks.", reply="The pilot machines update at the next idle minute."),
        ),
    ),
    Story(
        "firmware-coolant",
        FIRMWARE,
        "claude-code",
        "tomas.dev",
        days_ago=7,
        at=time(16, 5),
        turns=(
            Turn(
                "Cut a release of the coolant monitor firmware, version 1.8.2, pilot ring first.",
                firmware_release("coolant", "1.8.2", since="1.8.1", commits=5),
                "Coolant monitor 1.8.2 passed 118 bench tests and is in the pilot ring.",
                "positive",
            ),
        ),
    ),
    Story(
        "firmware-feeder",
        FIRMWARE,
        "claude-code",
        "amara.dev",
        days_ago=4,
        at=time(11, 35),
        turns=(
            Turn(
                "Please release bar feeder firmware 3.0.1.",
                firmware_release("feeder", "3.0.1", since="3.0.0", commits=3),
                "Bar feeder 3.0.1 is signed and published to the pilot ring.",
            ),
            Turn(
                "You left the rollback step out of the release notes, add it.",
                (
                    Call(
                        "Edit",
                        {"file_path": "boards/feeder/notes/3.0.1.md", "new": "## Rolling back"},
                        "1 insertion",
                        90,
                    ),
                ),
                "The notes now say how to roll back to 3.0.0.",
                Decimal("0.8"),
            ),
        ),
    ),
    Story(
        "firmware-gauge",
        FIRMWARE,
        "claude-code",
        "lena.firmware",
        days_ago=0,
        at=time(9, 5),
        turns=(
            Turn(
                "Release gauge firmware 0.9.4 the way we did the spindle one.",
                firmware_release("gauge", "0.9.4", since="0.9.3", commits=8),
                "Gauge 0.9.4 is in the pilot ring; the image was reproducible at the first build.",
            ),
            Turn("Nice. Save this as a skill for the team.", reply="I have asked for its review."),
        ),
    ),
)
