"""Access table of shared lists: every operation, every kind of caller, expected answer."""

from typing import Any

import pytest
from support.callers import Caller, everyone
from support.zest import Zest
from test_access import OUT, schema_fields
from zest_client import shared_lists
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

Json = dict[str, Any]

# own    the list, marked as the caller's    mode  field not allowed in this mode or role
# read   the list, marked as another's       no    Unauthorized
# mine   the caller's own lists              404   not found
# ok     done                                out   refused before any field
#
# The list is Ann's (a member); rows with `guest's …` use the guest's. All callers know its id.
TABLE = """
                             timestamp guest guest/token other other/token ann/pool ann/iam ann/token bob/pool bob/iam bob/token admin/pool publisher
createSharedList             mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
createSharedList, taken      mode      no    mode        no    mode        own      own     mode      no       no      mode      no         mode
getSharedList                mode      read  mode        read  mode        own      own     mode      read     read    mode      read       mode
getSharedList, unknown       mode      404   mode        404   mode        404      404     mode      404      404     mode      404        mode
listSharedLists              mode      mine  mode        mine  mode        own      own     mode      mine     mine    mode      mine       mode
changeSharedList             mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
changeSharedList, unknown    mode      404   mode        404   mode        404      404     mode      404      404     mode      404        mode
endSharedList                mode      no    mode        no    mode        ok       ok      mode      no       no      mode      no         mode
onSharedListChange           mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
onSharedListChange, unknown  mode      404   mode        404   mode        404      404     mode      404      404     mode      404        mode
guest's getSharedList        mode      own   mode        read  mode        read     read    mode      read     read    mode      read       mode
guest's listSharedLists      mode      own   mode        mine  mode        mine     mine    mode      mine     mine    mode      mine       mode
guest's changeSharedList     mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
guest's endSharedList        mode      ok    mode        no    mode        no       no      mode      no       no      mode      no         mode
"""  # noqa: E501


def rows() -> dict[str, dict[str, str]]:
    """Returns the parsed table, with `out` for callers that are refused before any field."""
    head, *lines = [line for line in TABLE.splitlines() if line]
    width = head.index("timestamp")
    names = head.split()
    cells = {line[:width].strip(): dict(zip(names, line[width:].split(), strict=True)) for line in lines}
    return {row: callers | dict.fromkeys(OUT, "out") for row, callers in cells.items()}


CELLS = [(row, caller, wanted) for row, cells in rows().items() for caller, wanted in cells.items()]


@pytest.fixture(scope="module")
def callers(zest: Zest) -> dict[str, Caller]:
    return everyone(zest)


def ask(caller: Caller, row: str, id: str) -> str:
    operation, _, kind = row.removeprefix("guest's ").partition(", ")
    named = new_id() if kind == "unknown" or (operation == "createSharedList" and not kind) else id
    if operation == "onSharedListChange":
        heard = caller.listen(named, shared_lists.ON_CHANGE)
        return "ok" if isinstance(heard, dict) else heard
    document, variables = {
        "createSharedList": (shared_lists.CREATE, {"input": {"id": named, "items": []}}),
        "getSharedList": (shared_lists.GET, {"id": named}),
        "listSharedLists": (shared_lists.LIST, {}),
        "changeSharedList": (shared_lists.CHANGE, {"input": {"id": named, "items": [{"id": "0", "done": True}]}}),
        "endSharedList": (shared_lists.END, {"id": named}),
    }[operation]
    answer = caller.ask(document, variables)
    if isinstance(answer, str):
        return answer
    found = answer[operation]
    if operation == "listSharedLists":
        assert all(one["mine"] for one in found)
        return "own" if any(one["id"] == id for one in found) else "mine"
    if "ended" in found or named != id:
        return "ok"
    return "own" if found["mine"] else "read"


def stored(zest: Zest, id: str) -> Json | None:
    key = {"PK": {"S": f"S#{id}"}, "SK": {"S": "S"}}
    table = zest.outputs["SharedListsTable"]
    row: Json | None = zest.client("dynamodb").get_item(TableName=table, Key=key).get("Item")
    return row


@pytest.mark.parametrize(("row", "caller", "wanted"), CELLS, ids=[f"{row}: {caller}" for row, caller, _ in CELLS])
def test_caller_gets_the_expected_answer(zest: Zest, callers: dict[str, Caller], row: str, caller: str, wanted: str):
    owner = callers["guest" if row.startswith("guest's") else "ann/iam"].who
    id = shared_lists.share(owner, "flour")["id"]
    before = stored(zest, id)
    assert before is not None
    assert ask(callers[caller], row, id) == wanted
    # Independent of the answer: only allowed changes were made.
    is_change = row.removeprefix("guest's ") in ("changeSharedList", "endSharedList")
    assert (stored(zest, id) != before) == (is_change and wanted == "ok")
    # An owner has a maximum number of lists.
    for who in (owner, callers[caller].who) if wanted == "ok" else (owner,):
        for one in who.graphql(shared_lists.LIST)["listSharedLists"]:
            shared_lists.end(who, one["id"])


def test_access_table_covers_every_operation_of_shared_lists():
    fields = {line.split("(")[0].split(":")[0].strip() for line in schema_fields()}
    mentioned = {row.removeprefix("guest's ").split(",")[0] for row in rows()}
    assert {field for field in fields if "SharedList" in field} == mentioned
