"""Packed transcripts come out as they went in, save the lines of sessions that are cut."""

from __future__ import annotations

import json

import pytest

from apps.trajectories.domain.packed import cut_transcripts, pack, unpack


def line(session: str) -> bytes:
    return json.dumps({"sessionId": session, "text": "hi"}).encode() + b"\n"


def test_files_keep_their_names_and_order():
    files = {"b.jsonl": b"1\n", "a/b.jsonl": b"", "a.jsonl": b"2"}
    assert list(unpack(pack(files))) == list(files.items())


def test_lines_of_a_session_and_files_named_after_it_are_left_out():
    packed = pack(
        {"x.jsonl": line("s-1") + line("s-10"), "s-1.jsonl": b"old\n", "s-10.jsonl": b"1"}
    )
    cut = cut_transcripts(packed, {"s-1"})
    assert cut
    assert list(unpack(cut)) == [("x.jsonl", line("s-10")), ("s-10.jsonl", b"1")]


@pytest.mark.parametrize("spelled", [True, False])
def test_a_name_is_found_however_json_spells_it(spelled: bool):
    told = json.dumps({"sessionId": "琥珀"}, ensure_ascii=spelled).encode()
    cut = cut_transcripts(pack({"x.jsonl": told + b"\n{}\n"}), {"琥珀"})
    assert cut
    assert list(unpack(cut)) == [("x.jsonl", b"{}\n")]


def test_nothing_to_cut_is_said():
    assert cut_transcripts(pack({"x.jsonl": line("s-10")}), {"s-1"}) is None
