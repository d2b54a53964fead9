"""Access table of conversations: every operation, every kind of caller, expected answer."""

from typing import Any

import pytest
from support.callers import Caller, everyone
from support.zest import Zest
from test_access import OUT, schema_fields
from zest_client import conversations
from zest_client.conversations import begin, listed
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

Json = dict[str, Any]

# all   all fields                       mode  field not allowed in this mode or role
# mine  the caller's own list            no    Unauthorized
# ok    done                             404   not found, or not the caller's (indistinguishable)
# open  done, or refused only because    out   refused before any field
#       the model is off or no credit is left
#
# AGENT_EMPTY: refused because the message is empty.
# The conversation is Ann's (a member); rows with `guest's …` use the guest's.
TABLE = """
                                  timestamp guest guest/token other other/token ann/pool ann/iam ann/token bob/pool bob/iam bob/token admin/pool publisher
createConversation                no        ok    ok          ok    ok          ok       ok      ok        ok       ok      ok        ok         mode
createConversation, taken         no        no    no          no    no          all      all     all       no       no      no        no         mode
getConversation                   no        404   404         404   404         all      all     all       404      404     404       404        mode
listConversations                 no        mine  mine        mine  mine        all      all     all       mine     mine    mine      mine       mode
listConversationMessages          no        404   404         404   404         ok       ok      ok        404      404     404       404        mode
updateConversation                no        404   404         404   404         all      all     all       404      404     404       404        mode
deleteConversation                no        404   404         404   404         ok       ok      ok        404      404     404       404        mode
sendMessage, empty                no        AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY AGENT_EMPTY mode
sendMessage                       no        404   404         404   404         open     open    open      404      404     404       404        mode
stopMessage                       no        404   404         404   404         404      404     404       404      404     404       404        mode
publishConversationPart           mode      mode  mode        mode  mode        mode     mode    mode      mode     mode    mode      mode       mode
onConversationPart                mode      no    mode        no    mode        ok       ok      mode      no       no      mode      no         mode
guest's getConversation           no        all   all         404   404         404      404     404       404      404     404       404        mode
guest's listConversations         no        all   all         mine  mine        mine     mine    mine      mine     mine    mine      mine       mode
guest's updateConversation        no        all   all         404   404         404      404     404       404      404     404       404        mode
guest's deleteConversation        no        ok    ok          404   404         404      404     404       404      404     404       404        mode
guest's onConversationPart        mode      ok    mode        no    mode        no       no      mode      no       no      mode      no         mode
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
    if operation == "onConversationPart":
        heard = caller.listen(id, conversations.ON_PART)
        return "ok" if isinstance(heard, dict) else heard
    part = {"id": "p", "conversationId": id, "associatedUserMessageId": "q"}
    document, variables = {
        "createConversation": (conversations.CREATE, {"input": {"id": id if kind else new_id()}}),
        "getConversation": (conversations.GET, {"id": id}),
        "listConversations": (conversations.LIST, {"limit": 1000}),
        "listConversationMessages": (conversations.MESSAGES, {"id": id}),
        "updateConversation": (conversations.UPDATE, {"input": {"id": id, "name": "Changed"}}),
        "deleteConversation": (conversations.DELETE, {"id": id}),
        "sendMessage": (conversations.SEND, {"conversationId": id, "content": [] if kind else [{"text": "Hi"}]}),
        "stopMessage": (conversations.STOP, {"conversationId": id, "id": "q"}),
        "publishConversationPart": (conversations.PUBLISH, {"part": part}),
    }[operation]
    answer = caller.ask(document, variables)
    if isinstance(answer, str):
        kind_of_error = answer.split(":")[0]
        # Payment and model availability do not matter here.
        open_to_all = {"AGENT_OFF": "open", "NoCredits": "open", "AGENT_NOT_FOUND": "404"}
        return open_to_all.get(kind_of_error, kind_of_error)
    found = answer[operation]
    if operation == "listConversations":
        return "all" if any(one["id"] == id for one in found["items"]) else "mine"
    if operation == "sendMessage":
        return "open"
    return "all" if found.get("id") == id and "turnsLeft" in found else "ok"


def stored(zest: Zest, id: str) -> Json | None:
    key = {"PK": {"S": f"C#{id}"}, "SK": {"S": "C"}}
    table = zest.outputs["ConversationsTable"]
    row: Json | None = zest.client("dynamodb").get_item(TableName=table, Key=key).get("Item")
    return row


@pytest.mark.parametrize(("row", "caller", "wanted"), CELLS, ids=[f"{row}: {caller}" for row, caller, _ in CELLS])
def test_caller_gets_the_expected_answer(zest: Zest, callers: dict[str, Caller], row: str, caller: str, wanted: str):
    owner = callers["guest" if row.startswith("guest's") else "ann/iam"].who
    id = begin(owner)["id"]
    before = stored(zest, id)
    answer = ask(callers[caller], row, id)
    assert answer == wanted
    # Independent of the answer: only allowed changes were made.
    if row.removeprefix("guest's ").startswith(("update", "delete")):
        assert (stored(zest, id) != before) == (wanted in ("all", "ok"))
    elif wanted != "open":
        assert stored(zest, id) == before
    # An owner has a maximum number of conversations.
    for made in listed(owner):
        owner.graphql(conversations.DELETE, {"id": made["id"]})


def test_access_table_covers_every_conversation_operation():
    fields = {line.split("(")[0].split(":")[0].strip() for line in schema_fields()}
    mentioned = {row.removeprefix("guest's ").split(",")[0] for row in rows()}
    assert {field for field in fields if "Conversation" in field or "Message" in field} == mentioned
