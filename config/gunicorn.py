"""The web server's settings: threads for many quiet keep-alive connections, two processes."""

import os
from pathlib import Path

bind = f"{os.environ.get('BIND_ADDRESS', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = int(os.environ.get("WEB_THREADS", "4"))
keepalive = 65  # above the usual 60 s of a proxy in front, which must be the one to close
timeout = 60
graceful_timeout = 5  # a container's stop has 10 s
preload_app = False


def post_worker_init(worker: object) -> None:
    """Load the embedder while nobody waits for it: the first question is as quick as the next.

    What was loaded by now stays for good: the garbage collector need not look at it ever again.
    """
    import gc  # noqa: PLC0415 - as below: in the worker, not in the master
    import threading  # noqa: PLC0415

    from apps.llm.embedding import embedder  # noqa: PLC0415 - needs the loaded application

    gc.collect()
    gc.freeze()
    threading.Thread(target=embedder().embed, args=(["warm"],), daemon=True).start()


control_socket_disable = True  # it would write into the home directory
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 a heartbeat file
