"""Makes StartExecution idempotent, as in AWS: ministack refuses each name that it knows, also with the same input."""

import functools

from ministack.core.responses import json_response
from ministack.services import stepfunctions


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    stepfunctions._start_execution = _idempotent(stepfunctions._start_execution)


def _idempotent(start):
    """Wraps `start`: a running execution with the same name and input is returned."""

    @functools.wraps(start)
    def started(data):
        arn = f"{data.get('stateMachineArn', '').replace(':stateMachine:', ':execution:')}:{data.get('name', '')}"
        execution = stepfunctions._executions.get(arn)
        if execution and execution["status"] == "RUNNING" and execution["input"] == data.get("input", "{}"):
            return json_response({"executionArn": arn, "startDate": execution["startDate"]})
        return start(data)

    return started
