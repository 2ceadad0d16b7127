"""Small programs in place of the product's own: `python -m tests.config.stand_ins NAME`."""

import json
import os
import secrets
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEYS = {scope: f"key-{scope}" for scope in ("ingest", "agent", "read", "review", "admin")}


class ReadyAnswer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/readyz" else 404)
        self.end_headers()


def serve_ready() -> None:
    HTTPServer(("127.0.0.1", int(os.environ["PORT"])), ReadyAnswer).serve_forever()


def print_tenant() -> None:
    password = secrets.token_hex(4)
    shown = {"tenant": "demo", "owner": "o@demo.example", "password": password, "keys": KEYS}
    sys.stdout.write(json.dumps(shown))


PROGRAMS = {
    "succeed": lambda: None,
    "fail": lambda: sys.exit("the stand-in fails"),
    "sleep": lambda: time.sleep(600),
    "web": serve_ready,
    "create_tenant": print_tenant,
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]]()
