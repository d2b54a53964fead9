"""Journals Step Functions executions and resumes unfinished ones after a restart.

A resumed execution starts from its first state. As on AWS, its tasks must be idempotent: results are stored per recipe
and attempt, and a late step is superseded.
"""

import contextlib
import contextvars
import queue
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from ministack.core import responses
from ministack.services import stepfunctions

from zest_local.journal.noted import Name, Noted
from zest_local.journal.stores import GONE

# Seconds for which an ended execution is kept.
KEEP_SECONDS = 3600
# Maximum number of executions that are resumed at the same time; each step invokes a function.
AT_ONCE = 16
# Maximum number of times that an execution is resumed. After that it fails, because it may be what crashes the cloud.
GO_ON_TIMES = 10

_NAME = "execution"


class Executions:
    """The executions of all state machines."""

    names = (_NAME,)

    def __init__(self, changed: Callable[[Name], None]):
        """`changed` is called for each execution whose status changed."""
        self._entries = Noted((_NAME,), stepfunctions._executions._data, reads=False)
        stepfunctions._executions._data = self._entries
        self._interrupted: list[tuple[str, str, str]] = []
        self._changed = changed
        emit = stepfunctions._emit_execution_status_event

        def emitted(execution: dict[str, Any]) -> None:
            account, region = responses.get_account_id(), responses.get_region()
            changed((_NAME, (account, region, execution["executionArn"])))
            emit(execution)

        stepfunctions._emit_execution_status_event = emitted

    def read(self, name: Name) -> Any:
        """Implements Store. Omits the history, which is long and starts again."""
        execution = self._entries.peek(name[1])
        return GONE if execution is None else {field: value for field, value in execution.items() if field != "events"}

    def all(self) -> Iterable[Name]:
        """Implements Store."""
        return [(_NAME, key) for key in list(self._entries)]

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Implements Store."""
        self._entries.clear()
        for name, execution in entries:
            self._entries[name[1]] = taken_up = {**execution, "events": [_started(execution)]}
            if execution["status"] == "RUNNING":
                taken_up["interrupted"] = execution.get("interrupted", 0) + 1
                self._interrupted.append(name[1])

    def resume(self) -> None:
        """Resumes interrupted executions. Called when the gateway serves, because executions import its pages."""
        waiting: queue.SimpleQueue[tuple[str, str, str]] = queue.SimpleQueue()
        for key in self._interrupted:
            self._changed((_NAME, key))
            waiting.put(key)
        for _ in range(min(AT_ONCE, len(self._interrupted))):
            # Daemon threads end with the process, so a stop does not wait for executions.
            threading.Thread(target=_run_all, args=(waiting,), name="resumed-executions", daemon=True).start()
        self._interrupted = []


def forget_old() -> None:
    """Deletes executions that ended more than KEEP_SECONDS ago."""
    horizon = datetime.now(UTC) - timedelta(seconds=KEEP_SECONDS)
    for key, execution in list(stepfunctions._executions._data.items()):
        stopped = execution.get("stopDate")
        if stopped and datetime.fromisoformat(stopped) < horizon:
            del stepfunctions._executions._data[key]


def _run_all(waiting: "queue.SimpleQueue[tuple[str, str, str]]") -> None:
    with contextlib.suppress(queue.Empty):
        while True:
            contextvars.Context().run(_run, *waiting.get_nowait())


def _run(account: str, region: str, arn: str) -> None:
    responses.set_request_account_id(account)
    responses.set_request_region(region)
    execution = stepfunctions._executions[arn]
    if execution["interrupted"] > GO_ON_TIMES:
        stepfunctions._fail_execution(execution, "States.ServiceRestart", "It was interrupted too often.")
    else:
        stepfunctions._run_execution(arn)


def _started(execution: dict[str, Any]) -> dict[str, Any]:
    details = {"input": execution["input"]}
    return {
        "id": 1,
        "type": "ExecutionStarted",
        "timestamp": execution["startDate"],
        "executionStartedEventDetails": details,
    }
