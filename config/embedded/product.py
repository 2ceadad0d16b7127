"""Journeyman's own programs in a start: prepared once, then run to the end."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.embedded.commands import Commands
from config.embedded.errors import StartError
from config.embedded.program import Program
from config.embedded.supervisor import Supervisor
from config.embedded.terminal import say
from config.embedded.var_folder import VarFolder, read_json, write_private

PROJECT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Product:
    """Runs the product's programs with the start's environment."""

    supervisor: Supervisor
    environment: Mapping[str, str]

    def run(self, name: str, argv: Sequence[str], *, captures: bool = False) -> str:
        begun = time.monotonic()
        printed = self.supervisor.run(self._program(name, argv), captures=captures)
        say(f"  {name}: {time.monotonic() - begun:.1f} s")
        return printed

    def start(self, name: str, argv: Sequence[str]) -> None:
        self.supervisor.start(self._program(name, argv))

    def _program(self, name: str, argv: Sequence[str]) -> Program:
        return Program(name, argv, environment=self.environment, folder=PROJECT)


def prepare(product: Product, folder: VarFolder, commands: Commands) -> dict[str, Any]:
    """Migrate; on the first start make the tenant, keep its credentials, fill in the demo."""
    product.run("migrate", commands.migrate)
    path = folder.root / "credentials.json"
    credentials = read_json(path)
    if credentials is None:
        printed = product.run("create_tenant", commands.create_tenant, captures=True)
        credentials = json.loads(printed)
        write_private(path, json.dumps(credentials))
    _seed_once(product, folder, commands)
    return credentials


def _seed_once(product: Product, folder: VarFolder, commands: Commands) -> None:
    done = folder.root / "demo.done"
    if done.exists():
        return
    try:
        product.run("seed_demo", commands.seed_demo)
    except StartError as error:
        say(f"The demo data is not complete; everything else goes on. {error}")
    done.touch()
