"""gunicorn as `tiledraft web` runs it.

gevent workers, because each spectator holds a stream of events open: a thread for each would end at a few.
A worker is given up when its loop hangs, not when a stream lasts.
"""

import os
from typing import Any

from prometheus_client import multiprocess

_host, _port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
# A socket that a launcher holds stays open while this process is started again: callers wait for it.
_inherited = os.environ.get("TILEDRAFT_WEB_FD")
bind = f"fd://{_inherited}" if _inherited else f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"

workers = int(os.environ.get("WEB_WORKERS") or 2)
worker_class = "gevent"
worker_connections = 4000
timeout = 30
# Requests take milliseconds; streams and long polls are cut here and resume elsewhere.
graceful_timeout = 5
keepalive = 15
# Paths name matches; what is worth knowing is counted in /metrics, and errors are logged by the service.
accesslog = None
errorlog = "-"
loglevel = os.environ.get("GUNICORN_LOG_LEVEL", "info")
control_socket_disable = True


def child_exit(server: Any, worker: Any) -> None:  # noqa: ARG001 - gunicorn calls it so
    """What a worker counted stays in the sums; that it watched streams does not."""
    multiprocess.mark_process_dead(worker.pid)
