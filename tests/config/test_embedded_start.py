import json
import signal
import socket
import stat
import time

import psutil
import pytest

from config.embedded.home import leave_home
from config.embedded.ports import free_port
from config.embedded.var_folder import VarFolder
from tests.config.stand_ins import KEYS
from tests.config.starts import family, started, still_running, wait_for

NOWHERE = {"DATABASE_URL": "postgresql://a@127.0.0.1:1/a", "REDIS_URL": "redis://127.0.0.1:1/0"}


@pytest.fixture
def var(tmp_path):
    yield tmp_path / "var"
    leave_home(VarFolder.open(tmp_path / "var"))


def ready(var):
    return wait_for((var / "run.json").exists)


def run_of(var):
    return json.loads((var / "run.json").read_text())


def test_a_start_tells_how_to_use_it_and_a_signal_ends_all_of_it(var):
    port = free_port()
    with started(var, port) as run:
        assert ready(var)
        told = run_of(var)
        assert told["url"] == f"http://127.0.0.1:{port}"
        assert set(told) == {"url", "email", "password", "tenant", "keys"}
        assert told["keys"] == KEYS
        assert stat.S_IMODE((var / "run.json").stat().st_mode) == 0o600
        children = family(run)
        begun = time.monotonic()
        run.send_signal(signal.SIGTERM)
        printed, _ = run.communicate(timeout=15)
        assert time.monotonic() - begun < 10
    assert run.returncode == 0
    assert told["password"] in printed
    assert len(children) > 5
    assert still_running(children) == []
    assert not (var / "run.json").exists()


def test_a_killed_start_leaves_nothing_behind_and_the_next_one_goes_on(var):
    port = free_port()
    with started(var, port) as run:
        assert ready(var)
        password = run_of(var)["password"]
        children = family(run)
        run.kill()
        run.wait()
        (var / "run.json").unlink()
        with started(var, port) as again:
            assert ready(var)
            assert still_running(children) == []
            assert run_of(var)["password"] == password
            again.send_signal(signal.SIGINT)
            again.communicate(timeout=15)
    assert again.returncode == 0


def test_servers_that_outlived_even_the_watchdog_are_stopped_before_the_next_ones(var):
    with started(var, free_port()) as run:
        assert ready(var)
        children = family(run)
        servers = [one for one in children if one.name() in {"postgres", "valkey-server"}]
        for one in (psutil.Process(run.pid), *(set(children) - set(servers))):
            one.kill()
        run.wait()
        (var / "run.json").unlink()
        assert len(still_running(servers)) > 2
        with started(var, free_port()) as again:
            assert ready(var)
            assert still_running(servers) == []
            again.terminate()
            again.communicate(timeout=15)


def test_a_second_start_says_where_the_first_one_runs(var):
    port = free_port()
    with started(var, port, **NOWHERE) as run:
        assert ready(var)
        with started(var, port, **NOWHERE) as second:
            printed, _ = second.communicate(timeout=15)
        assert second.returncode == 1
        assert f"already runs at http://127.0.0.1:{port}" in printed
        run.terminate()
        run.communicate(timeout=15)


def test_a_taken_port_is_named_with_another_to_try(var):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with started(var, port, **NOWHERE) as run:
            printed, _ = run.communicate(timeout=15)
    assert run.returncode == 1
    assert f"Port {port} is taken" in printed
    assert f"PORT={port + 1} make run" in printed


def test_a_program_that_dies_ends_the_start_with_the_end_of_its_log(var):
    with started(var, free_port(), "web", "fail", **NOWHERE) as run:
        printed, _ = run.communicate(timeout=20)
    assert run.returncode == 1
    assert "fail ended (exit code 1)" in printed
    assert "the stand-in fails" in printed


def test_servers_named_in_the_environment_are_not_started(var):
    with started(var, free_port(), **NOWHERE) as run:
        assert ready(var)
        run.terminate()
        printed, _ = run.communicate(timeout=15)
    assert "PostgreSQL" not in printed
    assert f"DATABASE_URL={NOWHERE['DATABASE_URL']}\n" in (var / "run.env").read_text()
    assert not (var / "postgres").exists()
