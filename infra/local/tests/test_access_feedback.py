"""Access table for feedback: the expected answer to every operation by every kind of caller."""

from typing import Any

import pytest
from support.callers import Caller, everyone
from support.zest import Zest
from test_access import OUT, schema_fields
from zest_client import feedback
from zest_client.feedback import write
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

Json = dict[str, Any]

# all    the writer's fields             mode  field not allowed in this mode or role
# part   the public fields               no    Unauthorized
# admin  all fields and admin notes      out   refused before any field
# mine   the caller's own list           404   not found
# ok     done, on the caller's own data
#
# The feedback is Ann's (a member); rows with `guest's …` use the guest's.
TABLE = """
                         timestamp guest guest/token other other/token ann/pool ann/iam ann/token bob/pool bob/iam bob/token admin/pool publisher
createFeedback           mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
createFeedback, taken    mode      no    mode        no    mode        all      all     mode      no       no      mode      no         mode
getFeedback              part      part  part        part  part        all      all     all       part     part    part      admin      mode
getFeedback, unknown     404       404   404         404   404         404      404     404       404      404     404       404        mode
listFeedbacks            mode      mine  mode        mine  mode        all      all     mode      mine     mine    mode      admin      mode
listFeedbacks, mine      mode      mine  mode        mine  mode        all      all     mode      mine     mine    mode      mine       mode
updateFeedback           no        mode  no          mode  no          all      mode    all       no       mode    no        admin      mode
updateFeedback, unknown  no        mode  no          mode  no          no       mode    no        no       mode    no        no         mode
updateFeedback, answer   no        mode  no          mode  no          no       mode    no        no       mode    no        admin      mode
updateFeedback, close    no        mode  no          mode  no          no       mode    no        no       mode    no        admin      mode
updateFeedback, note     no        mode  no          mode  no          no       mode    no        no       mode    no        admin      mode
deleteFeedback           no        mode  no          mode  no          ok       mode    ok        no       mode    no        ok         mode
guest's getFeedback      part      all   all         part  part        part     part    part      part     part    part      admin      mode
guest's listFeedbacks    mode      all   mode        mine  mode        mine     mine    mode      mine     mine    mode      admin      mode
guest's updateFeedback   no        mode  all         mode  no          no       mode    no        no       mode    no        admin      mode
guest's deleteFeedback   no        mode  ok          mode  no          no       mode    no        no       mode    no        ok         mode
"""  # noqa: E501

PUBLIC = {"id", "mine", "type", "version", "createdAt", "updatedAt"}
CHANGES = {
    "updateFeedback": {"message": "Changed"},
    "updateFeedback, unknown": {"message": "Changed"},
    "updateFeedback, answer": {"answer": "It is."},
    "updateFeedback, close": {"status": "CLOSED"},
    "updateFeedback, note": {"note": "asks often"},
}


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


def written(callers: dict[str, Caller], row: str) -> Json:
    """Creates feedback of Ann or the guest, with an admin's note, and returns it."""
    writer = callers["guest" if row.startswith("guest's") else "ann/iam"].who
    made = write(writer, email="somebody@zest.example")
    boss = callers["admin/pool"]
    noted = boss.ask(feedback.UPDATE, {"input": {"id": made["id"], "note": "known"}})
    assert isinstance(noted, dict), noted
    return made


def seen(found: Json) -> str:
    """Returns whether an answer has the fields of a stranger (`part`), the writer (`all`) or an admin (`admin`)."""
    told = {name for name, value in found.items() if value is not None}
    if found["message"] is None:
        assert told == PUBLIC
        assert not found["mine"]
        return "part"
    if found["note"] is None:
        assert not told & {"handledBy", "handledAt"}
        assert found["mine"]
        return "all"
    assert not found["mine"]
    return "admin"


def ask(caller: Caller, row: str, id: str) -> str:
    operation, _, kind = row.removeprefix("guest's ").partition(", ")
    if operation == "listFeedbacks":
        answer = caller.ask(feedback.LIST, {"limit": 1000, "mine": True if kind == "mine" else None})
        if isinstance(answer, str):
            return answer
        return next((seen(one) for one in answer[operation]["items"] if one["id"] == id), "mine")
    named = new_id() if kind == "unknown" or (operation == "createFeedback" and not kind) else id
    document, variables = {
        "createFeedback": (feedback.CREATE, {"input": {"id": named, "type": "OTHER", "message": "Mine"}}),
        "getFeedback": (feedback.GET, {"id": named}),
        "updateFeedback": (feedback.UPDATE, {"input": {"id": named} | CHANGES.get(row.removeprefix("guest's "), {})}),
        "deleteFeedback": (feedback.DELETE, {"id": named}),
    }[operation]
    answer = caller.ask(document, variables)
    if isinstance(answer, str):
        return answer
    if operation == "deleteFeedback" or (operation == "createFeedback" and not kind):
        return "ok"
    return seen(answer[operation])


def stored(zest: Zest, id: str) -> Json | None:
    key = {"PK": {"S": f"F#{id}"}, "SK": {"S": "F"}}
    row: Json | None = zest.client("dynamodb").get_item(TableName=zest.outputs["FeedbackTable"], Key=key).get("Item")
    return row


@pytest.mark.parametrize(("row", "caller", "wanted"), CELLS, ids=[f"{row}: {caller}" for row, caller, _ in CELLS])
def test_caller_gets_the_expected_answer(zest: Zest, callers: dict[str, Caller], row: str, caller: str, wanted: str):
    id = written(callers, row)["id"]
    before = stored(zest, id)
    assert ask(callers[caller], row, id) == wanted
    # Independent of the answer: only allowed changes were made.
    is_change = row.removeprefix("guest's ").startswith(("update", "delete"))
    assert (stored(zest, id) != before) == (is_change and wanted in ("all", "admin", "ok"))


def test_access_table_covers_every_feedback_operation():
    fields = {line.split("(")[0].split(":")[0].strip() for line in schema_fields()}
    mentioned = {row.removeprefix("guest's ").split(",")[0] for row in rows()}
    assert {field for field in fields if "Feedback" in field} == mentioned
