"""Execution environments of functions: a few of each, kept warm. What Lambda would scale for waits here for its turn.

ministack starts another process for each call that finds none idle: 417 of them, for one request, on two cores. No
function calls itself, and those that call others form no circle, so whoever waits here is let in by somebody who does
not.
"""

import functools
import os
import threading

from ministack.services import lambda_svc

# What runs at once of one function: one for each core, and one more while another waits for a service.
AT_ONCE = (os.cpu_count() or 1) + 1


def mend():
    """Once, before anything is served."""
    lambda_svc._execute_function_provided_warm = in_turn(lambda_svc._execute_function_provided_warm, AT_ONCE)


def in_turn(execute, at_once):
    """Lets at most so many calls of each function run at once; the others wait."""
    turns: dict[str, threading.Semaphore] = {}
    guard = threading.Lock()

    @functools.wraps(execute)
    def executed(func, event, request_id):
        name = (func.get("config") or func).get("FunctionName", "")
        with guard:
            turn = turns.setdefault(name, threading.Semaphore(at_once))
        # A function's time-out is counted from where its process is given the call: waiting costs nothing of it.
        with turn:
            return execute(func, event, request_id)

    return executed
