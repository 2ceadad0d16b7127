"""`make run`: servers, migrations, a first tenant with demo data, then web, worker and beat."""

import http.client
import json
import os
import shlex
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.embedded.commands import Commands
from config.embedded.errors import StartError, StopRequested
from config.embedded.lock import only_start
from config.embedded.ports import HOST, is_free
from config.embedded.postgres import start_postgres
from config.embedded.product import Product, prepare
from config.embedded.supervisor import Supervisor
from config.embedded.terminal import say
from config.embedded.valkey import start_valkey
from config.embedded.var_folder import VarFolder, write_private

READY_S = 90.0
WATCH_S = 0.2
SHARED_VARIABLES = ("DATABASE_URL", "REDIS_URL", "DJANGO_SECRET_KEY", "JOURNEYMAN_VAR")


@dataclass(frozen=True)
class Options:
    """What moves a start: its folder, its port, what it runs, and whether it ends with `make`."""

    var: Path
    port: int
    commands: Commands
    follows_parent: bool = False


def start(options: Options) -> None:
    """Run everything until a signal asks for the end; a StartError tells why it could not."""
    folder = VarFolder.open(options.var)
    with only_start(folder) as lock:
        _require_free(options.port)
        (folder.root / "run.json").unlink(missing_ok=True)
        try:
            with Supervisor(
                folder.log, held=(lock,), follows_parent=options.follows_parent
            ) as supervisor:
                _stop_on_signals(supervisor)
                _run(supervisor, folder, options)
        except StopRequested:
            say("Journeyman has stopped.")
        finally:
            (folder.root / "run.json").unlink(missing_ok=True)


def _run(supervisor: Supervisor, folder: VarFolder, options: Options) -> None:
    environment = _environment(folder, options) | _start_servers(supervisor, folder)
    _write_environment(folder, environment)
    product = Product(supervisor, environment)
    credentials = prepare(product, folder, options.commands)
    for name, argv in options.commands.lasting.items():
        product.start(name, argv)
    say(f"  {', '.join(options.commands.lasting)} start; logs in {folder.log}")
    _wait_for_ready(supervisor, options.port)
    _announce(folder, options.port, credentials)
    while True:
        supervisor.check()
        time.sleep(WATCH_S)


def _require_free(port: int) -> None:
    if not is_free(port):
        raise StartError(
            f"Port {port} is taken by another program. Choose another: PORT={port + 1} make run"
        )


def _stop_on_signals(supervisor: Supervisor) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, supervisor.request_stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup asks to outlive the terminal
        signal.signal(signal.SIGHUP, supervisor.request_stop)


def _environment(folder: VarFolder, options: Options) -> dict[str, str]:
    given = dict(os.environ)
    given.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    given.setdefault("DJANGO_SECRET_KEY", folder.secret("django"))
    given.setdefault("PYTHONUNBUFFERED", "1")
    return given | {"JOURNEYMAN_VAR": str(folder.root), "PORT": str(options.port)}


def _start_servers(supervisor: Supervisor, folder: VarFolder) -> dict[str, str]:
    """Start what the environment does not already name."""
    urls = {}
    if not os.environ.get("REDIS_URL"):
        urls["REDIS_URL"] = start_valkey(supervisor, folder, durable=True)
        say(f"  Valkey: {HOST}:{folder.last_port('valkey')}")
    if not os.environ.get("DATABASE_URL"):
        urls["DATABASE_URL"] = start_postgres(supervisor, folder, durable=True).url
        say(f"  PostgreSQL: {HOST}:{folder.last_port('postgres')}, {_place(folder)}")
    return urls


def _write_environment(folder: VarFolder, environment: dict[str, str]) -> None:
    """Let other commands reach the same servers: `set -a; . var/run.env; set +a`."""
    lines = [f"{name}={shlex.quote(environment[name])}\n" for name in SHARED_VARIABLES]
    write_private(folder.root / "run.env", "".join(lines))


def _place(folder: VarFolder) -> str:
    link = folder.root / "postgres"
    if link.is_symlink():
        return f"files in {link.resolve()} (its account cannot enter {folder.root})"
    return f"files in {link}"


def _wait_for_ready(supervisor: Supervisor, port: int) -> None:
    supervisor.wait_until(
        lambda: _is_ready(port), seconds=READY_S, what=f"http://{HOST}:{port}/readyz"
    )


def _is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _announce(folder: VarFolder, port: int, credentials: dict[str, Any]) -> None:
    keys = credentials["keys"]
    run = {
        "url": f"http://{HOST}:{port}",
        "email": credentials["owner"],
        "password": credentials["password"],
        "tenant": credentials["tenant"],
        "keys": keys,
    }
    write_private(folder.root / "run.json", json.dumps(run, indent=2))
    scope = "agent" if "agent" in keys else next(iter(keys))
    say(
        f"\nJourneyman runs at {run['url']}\n"
        f"  login    {run['email']}\n  password {run['password']}\n"
        f"  API key  {keys[scope]} ({scope}; the others: {folder.root / 'run.json'})\n"
        "Ctrl-C stops it.\n"
    )
