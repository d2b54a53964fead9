"""Requests, executions and invocations that are repeated change nothing (idempotency)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from botocore.exceptions import ClientError
from support.machines import execution_arn, wait_for
from support.planting import Seeds
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.guest import new_id

PAGE = "tomato-galette.html"
TASKS = ["FnFetch", "FnExtract", "FnFinish", "FnPicture"]


def executions(zest: Zest, id: str) -> list[str]:
    pages = zest.client("stepfunctions").get_paginator("list_executions")
    names = [
        execution["name"]
        for page in pages.paginate(stateMachineArn=zest.outputs["ProcessingArn"])
        for execution in page["executions"]
    ]
    return [name for name in names if name.startswith(id)]


def test_repeated_request_is_one_import(zest: Zest, guest: Guest):
    id = new_id()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: guest.create(zest.demo + PAGE, id=id), range(8)))
    assert {answer["id"] for answer in answers} == {id}
    assert {answer["createdAt"] for answer in answers} == {answers[0]["createdAt"]}
    wait_for(zest, execution_arn(zest.outputs["ProcessingArn"], f"{id}-1"))
    assert executions(zest, id) == [f"{id}-1"]
    assert [card["id"] for card in guest.list()["items"]] == [id]
    settled = settle(zest, guest, id)
    assert guest.create(zest.demo + PAGE, id=id)["version"] == settled["version"]
    assert guest.get(id) == settled


def test_used_id_is_refused_for_other_addresses_and_owners(zest: Zest, guest: Guest, stranger: Guest):
    recipe = guest.import_url(zest.demo + PAGE).recipe
    for other, url in ((guest, "carrot-cake.html"), (stranger, PAGE), (stranger, "carrot-cake.html")):
        with pytest.raises(Refused, match="Unauthorized"):
            other.create(zest.demo + url, id=recipe["id"])
    assert guest.get(recipe["id"]) == recipe
    assert stranger.list()["items"] == []


def test_repeated_execution_changes_nothing(zest: Zest, guest: Guest):
    recipe = guest.import_url(zest.demo + PAGE).recipe
    states = zest.client("stepfunctions")
    for output in ("ProcessingArn", "PostProcessingArn"):
        arn, job = zest.outputs[output], f'{{"id":"{recipe["id"]}","attempt":1}}'
        try:
            states.start_execution(stateMachineArn=arn, name=f"{recipe['id']}-1", input=job)
        except ClientError as error:
            # AWS refuses the name of an execution that has ended. The local cloud may run it again.
            assert error.response["Error"]["Code"] == "ExecutionAlreadyExists"
        wait_for(zest, execution_arn(arn, f"{recipe['id']}-1"))
    assert guest.get(recipe["id"]) == recipe


@pytest.mark.parametrize("function", [*TASKS, "FnApply", "FnFail"])
def test_repeated_task_does_not_change_a_finished_recipe(zest: Zest, finished: tuple, function: str):
    guest, recipe = finished
    job = {"id": recipe["id"], "attempt": 1}
    if function == "FnApply":
        job["found"] = zest.invoke("FnPicture", job)[0]
    if function == "FnFail":
        job["error"] = {"Error": "SITE_ERROR", "Cause": "{}"}
    first, second = zest.invoke(function, job), zest.invoke(function, job)
    assert first == second
    if function == "FnFinish":
        wait_for(zest, execution_arn(zest.outputs["PostProcessingArn"], f"{recipe['id']}-1"))
    assert guest.get(recipe["id"]) == recipe


def test_each_task_run_twice_gives_the_same_result(zest: Zest, guest: Guest, seeds: Seeds):
    expected = guest.import_url(zest.demo + PAGE).recipe
    id = seeds.plant(guest, PAGE)
    job = {"id": id, "attempt": 1}
    for function, status in (("FnFetch", "PENDING"), ("FnExtract", "PENDING"), ("FnFinish", "SUCCESS")):
        for _ in range(2):
            # FnExtract also returns whether recipes remain for the next chunk, and whether the assistant reads.
            answer = {**job, "more": False, "assist": False} if function == "FnExtract" else job
            assert zest.invoke(function, job) == (answer, None)
        assert guest.get(id)["status"] == status
    recipe = settle(zest, guest, id)
    its_own = {"id", "version", "imageUrl", "createdAt", "updatedAt", "externalApiJson"}
    assert {k: v for k, v in recipe.items() if k not in its_own} == {
        k: v for k, v in expected.items() if k not in its_own
    }


@pytest.fixture(scope="module")
def finished(zest: Zest) -> tuple[Guest, dict]:
    guest = zest.guest()
    return guest, guest.import_url(zest.demo + PAGE).recipe


def settle(zest: Zest, guest: Guest, id: str) -> dict:
    wait_for(zest, execution_arn(zest.outputs["PostProcessingArn"], f"{id}-1"))
    return guest.get(id)
