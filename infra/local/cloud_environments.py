"""Limits warm execution environments per function; further calls wait.

Waiting cannot deadlock, because functions do not call each other in a cycle.
"""

import functools
import os
import threading

from ministack.services import lambda_svc

# Maximum concurrent calls per function: one waits for a service.
AT_ONCE = (os.cpu_count() or 1) + 1


def mend():
    """Patches ministack before serving."""
    lambda_svc._execute_function_provided_warm = in_turn(lambda_svc._execute_function_provided_warm, AT_ONCE)


def in_turn(execute, at_once):
    """Limits concurrent calls of each function."""
    turns: dict[str, threading.Semaphore] = {}
    guard = threading.Lock()

    @functools.wraps(execute)
    def executed(func, event, request_id):
        name = (func.get("config") or func).get("FunctionName", "")
        with guard:
            turn = turns.setdefault(name, threading.Semaphore(at_once))
        # The function's timeout starts after the wait.
        with turn:
            return execute(func, event, request_id)

    return executed
