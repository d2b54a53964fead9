"""Runs the state machines on the local cloud, as deployed or with faults."""

import json
from dataclasses import dataclass
from typing import Any

from zest_client.guest import new_id

from support.waiting import eventually
from support.zest import Zest

OUTPUTS = {"recipe-processing": "ProcessingArn", "recipe-post-processing": "PostProcessingArn"}


@dataclass(frozen=True)
class Run:
    """A finished execution: status, visited states, and number of calls per function."""

    status: str
    visited: list[str]
    calls: dict[str, int]


def execution_arn(machine_arn: str, name: str) -> str:
    return f"{machine_arn.replace(':stateMachine:', ':execution:')}:{name}"


def wait_for(zest: Zest, arn: str, seconds: float = 120) -> Run:
    states = zest.client("stepfunctions")

    def ended() -> str | None:
        status: str = states.describe_execution(executionArn=arn)["status"]
        return None if status == "RUNNING" else status

    status = eventually(ended, "the execution ends", seconds)
    visited: list[str] = []
    calls: dict[str, int] = {}
    for page in states.get_paginator("get_execution_history").paginate(executionArn=arn):
        for event in page["events"]:
            if event["type"].endswith("StateEntered"):
                visited.append(event["stateEnteredEventDetails"]["name"])
            elif event["type"] == "TaskScheduled":
                calls[visited[-1]] = calls.get(visited[-1], 0) + 1
    return Run(status, visited, calls)


def run_with_faults(zest: Zest, machine: str, job: Any, start_at: str | None, broken: list[str]) -> Run:
    """Runs the deployed definition from another start state, or with unreachable functions for some tasks."""
    states = zest.client("stepfunctions")
    deployed = states.describe_state_machine(stateMachineArn=zest.outputs[OUTPUTS[machine]])
    definition = json.loads(deployed["definition"])
    if start_at:
        definition["StartAt"] = start_at
    for name, task in tasks(definition).items():
        if name in broken:
            task["Parameters"]["FunctionName"] += "-out-of-reach"
    arn = states.create_state_machine(
        name=f"faulty-{new_id()}", definition=json.dumps(definition), roleArn=deployed["roleArn"]
    )["stateMachineArn"]
    try:
        execution = states.start_execution(stateMachineArn=arn, name=new_id(), input=json.dumps(job))
        return wait_for(zest, execution["executionArn"])
    finally:
        states.delete_state_machine(stateMachineArn=arn)


def tasks(definition: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Returns all Task states by name, including those in parallel branches."""
    found: dict[str, dict[str, Any]] = {}
    for name, state in definition["States"].items():
        if state["Type"] == "Task":
            found[name] = state
        for branch in state.get("Branches", []):
            found |= tasks(branch)
    return found
