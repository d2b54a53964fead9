"""Makes StartExecution answer a known name as AWS does. ministack refuses it always.

A running STANDARD execution with the same input is returned. EXPRESS executions may have the same name.
"""

import functools
import uuid

from ministack.core.responses import json_response
from ministack.services import stepfunctions


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    stepfunctions._start_execution = _by_kind(stepfunctions._start_execution)


def _by_kind(start):
    @functools.wraps(start)
    def started(data):
        machine, name = data.get("stateMachineArn", ""), data.get("name", "")
        arn = f"{machine.replace(':stateMachine:', ':execution:')}:{name}"
        execution = stepfunctions._executions.get(arn)
        if execution is None:
            return start(data)
        if stepfunctions._state_machines.get(machine, {}).get("type") == "EXPRESS":
            return start({**data, "name": f"{name}:{uuid.uuid4()}"})
        if execution["status"] == "RUNNING" and execution["input"] == data.get("input", "{}"):
            return json_response({"executionArn": arn, "startDate": execution["startDate"]})
        return start(data)

    return started
