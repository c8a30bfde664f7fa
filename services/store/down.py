"""Where errors of Redis become `StoreDown`, each with a sentence."""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import NoPermissionError, RedisClusterException, RedisError
from redis.exceptions import TimeoutError as TimedOut

from services.matches.ports import StoreDown

P = ParamSpec("P")
T = TypeVar("T")

# What a server says that is there and takes no writes. An error inside a script has the code within its text.
_NO_WRITES: Final = (
    "OOM",
    "READONLY",
    "MISCONF",
    "NOREPLICAS",
    "CLUSTERDOWN",
    "MASTERDOWN",
    "TRYAGAIN",
    "LOADING",
    "BUSY",
    # redis-py takes the code away from these two.
    "command not allowed when used memory",
    "can't write against a read only",
)


def says_down(method: Callable[P, T]) -> Callable[P, T]:
    """The method, raising `StoreDown` where the server is away or takes no writes.

    Any other error of Redis is a mistake of ours and passes through.
    """

    @wraps(method)
    def saying(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except (RedisError, RedisClusterException) as error:
            sentence = why_down(error)
            if sentence is None:
                raise
            raise StoreDown(sentence) from error

    return saying


def why_down(error: Exception) -> str | None:
    """Why the store cannot be used, in a sentence; None when this error does not mean that."""
    if isinstance(error, (Disconnected, TimedOut, RedisClusterException)):
        return f"the event store does not answer: {error}"
    if isinstance(error, NoPermissionError) or any(code in str(error) for code in _NO_WRITES):
        return f"the event store cannot take writes: {error}"
    return None
