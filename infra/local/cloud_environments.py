"""Limits the warm execution environments of each function. Further calls wait.

Waiting cannot deadlock: functions do not call each other in a cycle.
"""

import functools
import os
import threading

from ministack.services import lambda_svc

# Maximum number of concurrent calls per function: one more than cores, because one waits for a service.
AT_ONCE = (os.cpu_count() or 1) + 1


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    lambda_svc._execute_function_provided_warm = in_turn(lambda_svc._execute_function_provided_warm, AT_ONCE)


def in_turn(execute, at_once):
    """Wraps `execute`: at most `at_once` calls of each function run concurrently."""
    turns: dict[str, threading.Semaphore] = {}
    guard = threading.Lock()

    @functools.wraps(execute)
    def executed(func, event, request_id):
        name = (func.get("config") or func).get("FunctionName", "")
        with guard:
            turn = turns.setdefault(name, threading.Semaphore(at_once))
        # The timeout of the function starts after the wait.
        with turn:
            return execute(func, event, request_id)

    return executed
