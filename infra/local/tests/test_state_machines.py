"""Every branch of the state machines runs on the local cloud, with one input file of statemachines/tests each."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.machines import OUTPUTS, execution_arn, run_with_faults, tasks, wait_for
from support.planting import Seeds
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.guest import new_id
from zest_local.places import DEMO, REPOSITORY

FOLDER = REPOSITORY / "statemachines"
CASES = sorted((FOLDER / "tests").glob("*.json"))
PENDING, SUCCEEDED = "PENDING", "SUCCEEDED"


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_branch_ends_as_expected(zest: Zest, guest: Guest, seeds: Seeds, file: Path):
    case = json.loads(file.read_text())
    id = prepare(zest, guest, seeds, case)
    run = execute(zest, case, {"id": id, "attempt": case.get("attempt", 1), **case.get("input", {})})
    expected = case["expected"]
    recipe = None if expected["recipe"] is None else guest.get(id)
    reason = recipe and recipe["errorCode"]
    assert (run.status, run.visited) == (expected["execution"], expected["visited"]), reason
    for state, calls in expected.get("calls", {}).items():
        assert run.calls[state] == calls
    if recipe is None:
        with pytest.raises(Refused, match="not found"):
            guest.get(id)
        return
    seen = {
        "status": recipe["status"],
        "errorCode": recipe["errorCode"],
        "nutrition": recipe["nutritionalInformation"]["status"],
        "tags": bool(recipe["tags"]),
        "picture": bool(recipe["imageUrl"]),
    }
    assert {name: seen[name] for name in expected["recipe"]} == expected["recipe"]


def prepare(zest: Zest, guest: Guest, seeds: Seeds, case: dict[str, Any]) -> str:
    """Creates the recipe with which a case starts, and returns its id."""
    match case["recipe"]:
        case "none":
            return new_id()
        case "submitted":
            return guest.create(zest.demo + case["page"])["id"]
        case "uploaded":
            submission = guest.upload("FILE", (DEMO / case["page"]).read_bytes())
            return guest.create_from("FILE", submission)["id"]
        case "planted":
            return seeds.plant(guest, case["page"], case.get("assistance"))
        case "extracted":
            return extracted(zest, guest, seeds, case)
        case "finished":
            id = extracted(zest, guest, seeds, case)
            run_with_faults(zest, "recipe-processing", {"id": id, "attempt": 1}, "Finish", [])
            # Wait for the post-processing that Finish has started before the case starts its own.
            wait_for(zest, execution_arn(zest.outputs["PostProcessingArn"], f"{id}-1"))
            forget_enrichment(zest, id)
            without(zest, id, case)
            with_picture(zest, id, case)
            return id
    raise AssertionError(f"unknown recipe in {case['name']}")


def extracted(zest: Zest, guest: Guest, seeds: Seeds, case: dict[str, Any]) -> str:
    id = seeds.plant(guest, case["page"])
    for function in ("FnFetch", "FnExtract"):
        _, error = zest.invoke(function, {"id": id, "attempt": 1})
        assert error is None
    if case["recipe"] == "extracted":
        without(zest, id, case)
    return id


def without(zest: Zest, id: str, case: dict[str, Any]) -> None:
    for name in case.get("without", []):
        zest.client("s3").delete_object(Bucket=zest.outputs["WorkBucket"], Key=f"work/{id}/1/{name}")


def with_picture(zest: Zest, id: str, case: dict[str, Any]) -> None:
    """Changes the address of the picture in the extraction."""
    if "picture" in case:
        s3, place = zest.client("s3"), {"Bucket": zest.outputs["WorkBucket"], "Key": f"work/{id}/1/extraction.json"}
        extraction = json.loads(s3.get_object(**place)["Body"].read())
        extraction["content"]["pictureUrl"] = zest.demo + case["picture"]
        s3.put_object(**place, Body=json.dumps(extraction).encode())


def forget_enrichment(zest: Zest, id: str) -> None:
    """Restores the recipe to its state after Finish: no tags, nutrition or picture."""
    zest.client("dynamodb").update_item(
        TableName=zest.outputs["RecipesTable"],
        Key={"PK": {"S": f"R#{id}"}, "SK": {"S": "R"}},
        UpdateExpression="SET content.tags = :none, imageUrl = :null, nutritionStatus = :pending",
        ExpressionAttributeValues={":none": {"L": []}, ":null": {"NULL": True}, ":pending": {"S": PENDING}},
    )


def execute(zest: Zest, case: dict[str, Any], job: dict[str, Any]):
    if case["recipe"] in ("submitted", "uploaded"):
        return wait_for(zest, execution_arn(zest.outputs[OUTPUTS[case["machine"]]], f"{job['id']}-1"))
    return run_with_faults(zest, case["machine"], job, case.get("start_at"), case.get("broken", []))


@pytest.mark.parametrize("machine", OUTPUTS)
def test_every_state_and_every_catch_has_an_input(machine: str):
    definition = json.loads((FOLDER / f"{machine}.asl.json").read_text())
    cases = [case for case in (json.loads(file.read_text()) for file in CASES) if case["machine"] == machine]
    visited = {state for case in cases for state in case["expected"]["visited"]}
    assert visited == set(definition["States"])
    # Errors that are caught inside a Parallel branch are not in the history, so a case breaks each such task.
    broken = {state for case in cases for state in case.get("broken", [])}
    assert set(tasks(definition)) - set(definition["States"]) <= broken
    reached = {
        (source, target)
        for case in cases
        for source, target in zip(case["expected"]["visited"], case["expected"]["visited"][1:], strict=False)
    }
    catches = {
        (name, catch["Next"]) for name, state in definition["States"].items() for catch in state.get("Catch", [])
    }
    assert catches <= reached


@contextmanager
def waiting(zest: Zest, kind: str) -> Iterator[Any]:
    """A state machine whose executions do not end, as a function that starts one with a constant name."""
    states = zest.client("stepfunctions")
    role = states.describe_state_machine(stateMachineArn=zest.outputs["ProcessingArn"])["roleArn"]
    definition = {"StartAt": "Wait", "States": {"Wait": {"Type": "Wait", "Seconds": 600, "End": True}}}
    arn = states.create_state_machine(
        name=f"waiting-{new_id()}", definition=json.dumps(definition), roleArn=role, type=kind
    )["stateMachineArn"]
    try:
        yield partial(states.start_execution, stateMachineArn=arn, name=new_id())
    finally:
        states.delete_state_machine(stateMachineArn=arn)


def test_start_with_a_used_name_is_idempotent_only_while_it_runs(zest: Zest):
    states = zest.client("stepfunctions")
    with waiting(zest, "STANDARD") as start:
        first = start(input='{"attempt":1}')
        again = start(input='{"attempt":1}')
        assert (again["executionArn"], again["startDate"]) == (first["executionArn"], first["startDate"])
        with pytest.raises(states.exceptions.ExecutionAlreadyExists):
            start(input='{"attempt":2}')
        states.stop_execution(executionArn=first["executionArn"])
        with pytest.raises(states.exceptions.ExecutionAlreadyExists):
            start(input='{"attempt":1}')


def test_express_execution_starts_again_with_the_same_name(zest: Zest):
    with waiting(zest, "EXPRESS") as start:
        started = {start(input='{"attempt":1}')["executionArn"] for _ in range(2)}
        assert len(started) == 2


@pytest.fixture(scope="module", autouse=True)
def deleted_import(zest: Zest) -> str:
    """An import that takes most of a minute, whose recipe is deleted while it runs: started first, checked last."""
    guest = zest.guest()
    id: str = guest.create(zest.demo + "slow")["id"]
    guest.delete(guest.issue_owner_token(), id)
    return id


@pytest.mark.last
def test_import_of_a_deleted_recipe_ends_without_error(zest: Zest, deleted_import: str):
    run = wait_for(zest, execution_arn(zest.outputs["ProcessingArn"], f"{deleted_import}-1"))
    assert (run.status, run.visited) == (SUCCEEDED, ["Source", "Fetch", "Superseded"])
