"""Finished transcripts come in once, with progress, and with what could not be read by line."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.errors import DomainError
from apps.trajectories import import_transcripts
from apps.trajectories.import_transcripts import (
    accept_import,
    claim_import,
    run_import,
    unfinished_imports,
)
from apps.trajectories.models import Import, Session, Step, Trajectory
from tests.trajectories.domain.sources.claude_code_builders import (
    answer,
    call,
    result,
    spell,
    text,
    user,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cast import Team


def transcript(session: str = "t-1", asked: str = "生成七病区的护理质量周报") -> bytes:
    """A request, a call, its result and the reply, as Claude Code writes them."""
    lines = [
        user(asked, uuid=f"{session}-u1", at=0),
        answer(call(f"{session}-c1", "Bash", command="make report"), message_id=f"{session}-m1"),
        result(f"{session}-c1", "ok", at=2),
        answer(text("周报已生成。"), message_id=f"{session}-m2", at=3),
    ]
    return b"".join(spell(*({**line, "sessionId": session} for line in lines)))


def take(team: Team, *files: bytes) -> Import:
    """Accept and read files; answers the finished import."""
    named = {f"file-{number}.jsonl": content for number, content in enumerate(files)}
    row = accept_import(team.tenant, named, agent="coder", by=team.members["owner"])
    assert claim_import(team.tenant, row.pk)
    run_import(team.tenant, row.pk)
    row.refresh_from_db()
    return row


def test_a_transcript_becomes_an_ended_session(clinic: Team):
    row = take(clinic, transcript())
    assert (row.status, row.error_count, row.duplicates, row.content) == ("done", 0, 0, None)
    assert row.accepted == Step.objects.for_tenant(clinic.tenant).count() > 0
    run = Trajectory.objects.for_tenant(clinic.tenant).get()
    assert (run.intent, run.tools, run.final_response) == (
        "生成七病区的护理质量周报",
        ["Bash"],
        "周报已生成。",
    )
    session = Session.objects.for_tenant(clinic.tenant).get()
    assert (session.status, session.source, session.agent.name) == ("ended", "transcript", "coder")


def test_the_same_transcript_again_adds_nothing(clinic: Team):
    first, second = take(clinic, transcript()), take(clinic, transcript())
    assert (second.accepted, second.duplicates) == (0, first.accepted)
    assert Trajectory.objects.for_tenant(clinic.tenant).count() == 1


def test_lines_that_cannot_be_read_are_named_and_harm_no_others(clinic: Team):
    broken = transcript() + b"{oops\n" + b'{"type": "user"'
    row = take(clinic, broken)
    assert Trajectory.objects.for_tenant(clinic.tenant).count() == 1
    assert row.error_count == len(row.errors) >= 1
    assert {"line", "code", "detail"} == set(row.errors[0])
    assert row.errors[0]["line"] == 5


def test_two_objects_on_a_line_and_unknown_kinds_are_read(clinic: Team):
    first, *rest = transcript().splitlines(keepends=True)
    glued = first.rstrip() + rest[0] + b'{"type": "hologram"}\n' + b"".join(rest[1:])
    row = take(clinic, glued)
    assert (row.status, Trajectory.objects.for_tenant(clinic.tenant).get().tools) == (
        "done",
        ["Bash"],
    )


def test_several_files_are_several_sessions(clinic: Team):
    row = take(clinic, transcript("a"), transcript("b", "Count the beds of ward two"))
    assert Session.objects.for_tenant(clinic.tenant).filter(status="ended").count() == 2
    assert row.read_bytes == row.total_bytes


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({}, "nothing_to_import"),
        ({"a.jsonl": b" \n"}, "nothing_to_import"),
        ({"a.csv": b"bed,ward\n1,7\n"}, "unknown_format"),
        ({"a.bin": bytes(range(256))}, "unknown_format"),
    ],
)
def test_what_is_no_transcript_is_refused_at_once(clinic: Team, files: dict[str, bytes], code: str):
    with pytest.raises(DomainError) as refused:
        accept_import(clinic.tenant, files, agent="a", by=None)
    assert refused.value.code == code
    assert not Import.objects.for_tenant(clinic.tenant).exists()


def test_one_reader_at_a_time_until_it_goes_silent(clinic: Team):
    row = accept_import(clinic.tenant, {"a.jsonl": transcript()}, agent="a", by=None)
    assert unfinished_imports(clinic.tenant) == [row.pk]
    assert [claim_import(clinic.tenant, row.pk) for _ in range(2)] == [True, False]
    assert unfinished_imports(clinic.tenant) == []
    silent = timezone.now() - timedelta(minutes=3)
    Import.objects.for_tenant(clinic.tenant).update(heartbeat_at=silent)
    assert unfinished_imports(clinic.tenant) == [row.pk]
    assert claim_import(clinic.tenant, row.pk)
    run_import(clinic.tenant, row.pk)
    assert not claim_import(clinic.tenant, row.pk)


def test_a_reader_that_died_halfway_costs_nothing(clinic: Team, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(import_transcripts, "BATCH", 2)
    row = accept_import(clinic.tenant, {"a.jsonl": transcript()}, agent="a", by=None)
    noted: list[int] = []

    def die(row: Import, reading: Any) -> None:
        noted.append(reading.accepted)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(import_transcripts, "_note_progress", die)
        run_import(clinic.tenant, row.pk)
    assert noted == [2]
    run_import(clinic.tenant, row.pk)
    row.refresh_from_db()
    assert (row.status, row.duplicates) == ("done", 2)
    assert row.accepted + row.duplicates == Step.objects.for_tenant(clinic.tenant).count()


def test_what_silences_every_reader_fails_after_three_of_them(clinic: Team):
    row = accept_import(clinic.tenant, {"a.jsonl": transcript()}, agent="a", by=None)
    claimed = []
    for _ in range(5):
        claimed.append(claim_import(clinic.tenant, row.pk))
        silent = timezone.now() - timedelta(minutes=3)
        Import.objects.for_tenant(clinic.tenant).update(heartbeat_at=silent)
    assert claimed == [True, True, True, False, False]
    row.refresh_from_db()
    assert (row.status, row.detail) == ("failed", import_transcripts.GONE_SILENT)
    assert row.finished_at
    assert unfinished_imports(clinic.tenant) == []


def test_a_reading_that_breaks_says_so_on_its_row_and_is_tried_three_times(
    clinic: Team, monkeypatch: pytest.MonkeyPatch
):
    row = accept_import(clinic.tenant, {"a.jsonl": transcript()}, agent="a", by=None)
    monkeypatch.setattr(import_transcripts, "read_transcript", lambda *_, **__: 1 / 0)
    states = []
    while claim_import(clinic.tenant, row.pk):
        run_import(clinic.tenant, row.pk)
        row.refresh_from_db()
        states.append(row.status)
    assert states == ["pending", "pending", "failed"]
    assert "ZeroDivisionError" in row.detail
    assert unfinished_imports(clinic.tenant) == []


def test_over_http_a_body_is_accepted_and_its_progress_shown(clinic: Team):
    key = clinic.client("ingest")
    accepted = key.post_raw("/api/v1/imports?agent=coder", transcript(), "application/x-ndjson")
    assert (accepted.status_code, accepted.json()["status"]) == (202, "pending")
    path = f"/api/v1/imports/{accepted.json()['id']}"
    assert clinic.client("read").get(path).json()["progress"] == 0
    row = Import.objects.for_tenant(clinic.tenant).get()
    claim_import(clinic.tenant, row.pk)
    run_import(clinic.tenant, row.pk)
    shown = clinic.client("read").get(path).json()
    assert (shown["status"], shown["progress"], shown["agent"]) == ("done", 1.0, "coder")


def test_over_http_several_files_of_a_form_are_accepted(clinic: Team):
    files = [SimpleUploadedFile("a.jsonl", transcript(name)) for name in ("a", "b")]
    answered = clinic.client("ingest").http.post("/api/v1/imports", {"files": files})
    assert answered.status_code == 202
    row = Import.objects.for_tenant(clinic.tenant).get()
    claim_import(clinic.tenant, row.pk)
    run_import(clinic.tenant, row.pk)
    assert Session.objects.for_tenant(clinic.tenant).count() == 2


def command(*arguments: str) -> str:
    written = StringIO()
    call_command("import", *arguments, stdout=written)
    return written.getvalue()


@pytest.fixture
def folder(clinic: Team, tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.jsonl").write_bytes(transcript("a"))
    (tmp_path / "b.jsonl").write_bytes(transcript("b", "Count the beds of ward two"))
    (tmp_path / "c.jsonl").write_bytes(b"bed,ward\n")
    return tmp_path


def test_the_command_reads_a_folder_and_a_second_time_adds_nothing(clinic: Team, folder: Path):
    first, second = (json.loads(command(str(folder), "--json")) for _ in range(2))
    assert (first["sessions"], first["duplicates"], first["problems"]) == (2, 0, [])
    assert (second["accepted"], second["duplicates"]) == (0, first["accepted"])
    assert [name.rpartition("/")[2] for name in first["skipped"]] == ["c.jsonl"]
    assert Trajectory.objects.for_tenant(clinic.tenant).count() == 2


def test_the_command_tells_people_how_far_it_is(clinic: Team, folder: Path):
    lines = command(str(folder)).splitlines()
    assert lines[0].startswith("[1/3] ")
    assert lines[-1].startswith("2 sessions: ")
    assert any(line.startswith("skipped, of no known format: ") for line in lines)


def test_the_command_says_why_not(clinic: Team, factory: Team, folder: Path):
    for arguments, reason in (
        ([str(folder)], "Name one of the tenants"),
        ([str(folder), "--tenant", "nobody"], "no such tenant"),
        ([str(folder / "none"), "--tenant", "clinic"], "There is no"),
    ):
        with pytest.raises(CommandError, match=reason):
            command(*arguments)
