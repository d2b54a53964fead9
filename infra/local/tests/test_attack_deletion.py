"""A completed deletion leaves nothing, even while an archive is imported and other clients write."""

import threading
from typing import Any

import pytest
from support.uploads import a_paprika_archive
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, NotRunning, Refused, sign_up
from zest_client.guest import new_id
from zest_client.rest import call

pytestmark = pytest.mark.attack

Json = dict[str, Any]
MANY = 400


def rows_of(zest: Zest, *owners: str) -> list[Json]:
    table, found = zest.client("dynamodb"), []
    for owner in owners:
        pages = table.get_paginator("query").paginate(
            TableName=zest.outputs["RecipesTable"],
            KeyConditionExpression="PK = :owner",
            ExpressionAttributeValues={":owner": {"S": f"O#{owner}"}},
        )
        found += [row for page in pages for row in page["Items"]]
    return found


def bring_in(zest: Zest, guest: Guest, count: int = MANY) -> str:
    """Starts the import of an archive, waits for its first recipes, and returns the id of the first one."""
    archive = a_paprika_archive([f"Soup {number:03}" for number in range(count)])
    id = new_id()
    guest.create_from("FILE", guest.upload("FILE", archive), id=id)
    eventually(lambda: len(rows_of(zest, guest.owner)) > 20, "the archive comes in", 60)
    return id


def has_ended(zest: Zest, id: str) -> bool:
    """Returns whether no execution of the import is running."""
    running = zest.client("stepfunctions").list_executions(
        stateMachineArn=zest.outputs["ProcessingArn"], statusFilter="RUNNING"
    )["executions"]
    return all(not execution["name"].startswith(id) for execution in running)


def delete_all(guest: Guest) -> None:
    token = guest.issue_owner_token()
    while not guest.delete_all(token)["done"]:
        pass


class Writers:
    """Threads that create blank recipes inside a `with` block."""

    def __init__(self, guest: Guest, count: int):
        self._guest, self._stop = guest, threading.Event()
        self._threads = [threading.Thread(target=self._write) for _ in range(count)]

    def _write(self) -> None:
        while not self._stop.is_set():
            try:
                self._guest.create_blank()
            except Refused as refused:
                # Like an app, try a write again if the deletion refused it.
                assert "busy" in str(refused) or "Unauthorized" in str(refused)
            except NotRunning:
                return

    def __enter__(self) -> "Writers":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


@pytest.mark.parametrize("attempt", range(2))
def test_delete_all_during_an_archive_import_leaves_nothing(zest: Zest, attempt: int):
    guest = zest.guest()
    id = bring_in(zest, guest)
    delete_all(guest)
    assert rows_of(zest, guest.identity) == []
    eventually(lambda: has_ended(zest, id), "the import has ended", 60)
    assert rows_of(zest, guest.identity) == []
    assert guest.uploads() == []
    # An import that starts later succeeds.
    guest.import_files("FILE", a_paprika_archive(["Pie", "Stew"]), seconds=60)
    assert sorted(card["title"] for card in guest.list()["items"]) == ["Pie", "Stew"]


def test_delete_all_finishes_despite_constant_writes(zest: Zest):
    guest = zest.guest()
    id = bring_in(zest, guest, 200)
    with Writers(guest, 2):
        delete_all(guest)
    eventually(lambda: has_ended(zest, id), "the import has ended", 60)
    assert [row for row in rows_of(zest, guest.identity) if row["title"]["S"].startswith("Soup")] == []


@pytest.mark.parametrize("attempt", range(2))
def test_account_deletion_during_an_archive_import_leaves_nothing(zest: Zest, attempt: int):
    guest = zest.guest()
    id = bring_in(zest, guest)
    member = sign_up(zest.origin, keep=guest)
    member.claim()
    with Writers(member, 1):
        member.delete_account()
    names = (guest.identity, member.user)
    assert rows_of(zest, *names) == []
    eventually(lambda: has_ended(zest, id), "the import has ended", 60)
    assert rows_of(zest, *names) == []


def test_delete_all_finishes_despite_an_unreadable_row(zest: Zest):
    guest = zest.guest()
    ids = [guest.create_blank()["id"] for _ in range(3)]
    table, name = zest.client("dynamodb"), zest.outputs["RecipesTable"]
    for key in ({"PK": {"S": f"R#{ids[0]}"}, "SK": {"S": "R"}}, _card(zest, guest, ids[1])):
        table.update_item(
            TableName=name,
            Key=key,
            UpdateExpression="SET createdAt = :broken",
            ExpressionAttributeValues={":broken": {"S": "yesterday"}},
        )
    assert guest.delete_all(guest.issue_owner_token()) == {"deleted": 3, "done": True}
    assert rows_of(zest, guest.identity) == []
    for id in ids:
        assert "Item" not in table.get_item(TableName=name, Key={"PK": {"S": f"R#{id}"}, "SK": {"S": "R"}})


def _card(zest: Zest, guest: Guest, id: str) -> Json:
    [row] = [row for row in rows_of(zest, guest.identity) if row["id"]["S"] == id]
    return {"PK": row["PK"], "SK": row["SK"]}


def test_deleted_account_leaves_no_row_of_what_its_answers_cost(zest: Zest):
    member = sign_up(zest.origin)
    body = {"recipeId": member.create_blank()["id"], "wish": "in Spanish", "language": "en"}
    assert call(zest.origin, "POST", "/agent/propose", member.issue_owner_token(), body).status == 200

    def days() -> int:
        table, rows = zest.outputs["ConversationsTable"], 0
        for owner in (member.user, member.identity):
            found = zest.client("dynamodb").query(
                TableName=table,
                KeyConditionExpression="PK = :owner",
                ExpressionAttributeValues={":owner": {"S": f"D#{owner}"}},
            )
            rows += found["Count"]
        return rows

    assert days() == 1
    member.delete_account()
    assert days() == 0
