"""Ask a labelled corpus of experiences and questions over HTTP; writes the answers to be scored.

`python -m benchmarks.score_recall CORPUS.json ANSWERS.json`: the corpus holds `experiences` and
`queries`; they are written by `POST /experiences`, ranked by `GET /experiences?q=` and returned by
`POST /context`, on servers of its own.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from benchmarks.stand import open_stand

if __name__ == "__main__":
    corpus = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    with open_stand() as stand:
        importlib.import_module("benchmarks.recall").run(stand, corpus, Path(sys.argv[2]))
