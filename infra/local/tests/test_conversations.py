"""Conversations with the assistant are stored and protected, through the front door."""

import json
from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest, Member, Refused, conversations, sign_up
from zest_client.conversations import begin, listed, send
from zest_client.guest import new_id

Json = dict[str, Any]


@pytest.fixture
def member(zest: Zest) -> Member:
    return sign_up(zest.origin)


def rows_of(zest: Zest, id: str) -> int:
    table = zest.outputs["ConversationsTable"]
    found = zest.client("dynamodb").query(
        TableName=table, KeyConditionExpression="PK = :pk", ExpressionAttributeValues={":pk": {"S": f"C#{id}"}}
    )
    return int(found["Count"])


def test_conversation_is_created_once_renamed_and_deleted(zest: Zest, guest: Guest):
    id = new_id()
    begun = begin(guest, id=id, name=" Soup\u0000 ", metadata=json.dumps({"recipeId": "r-1"}))
    assert (begun["id"], begun["name"], begun["owner"]) == (id, "Soup", guest.identity)
    assert json.loads(begun["metadata"]) == {"recipeId": "r-1"}
    assert (begun["credit"], begun["turnsLeft"]) == (None, 20)
    assert begin(guest, id=id, name="Another") == begun, "the same id again answers what is kept"
    token = guest.issue_owner_token()
    change = {"input": {"id": id, "name": None}}
    changed = guest.graphql(conversations.UPDATE, change, token=token)["updateConversation"]
    assert (changed["name"], changed["metadata"]) == (None, begun["metadata"])
    assert guest.graphql(conversations.GET, {"id": id}, token=token)["getConversation"] == changed
    assert [one["id"] for one in listed(guest)] == [id]
    page = guest.graphql(conversations.MESSAGES, {"id": id})["listConversationMessages"]
    assert page == {"items": [], "nextToken": None}
    for _ in range(2):
        assert guest.graphql(conversations.DELETE, {"id": id}, token=token)["deleteConversation"] == {"id": id}
    assert listed(guest) == []
    assert rows_of(zest, id) == 0
    with pytest.raises(Refused, match=r"^AGENT_NOT_FOUND: "):
        guest.graphql(conversations.GET, {"id": id})


def test_conversation_without_id_gets_one(guest: Guest):
    made = guest.graphql(conversations.CREATE, {"input": {}})["createConversation"]
    assert len(made["id"]) == 32
    assert [one["id"] for one in listed(guest)] == [made["id"]]


def test_conversation_list_pages_are_ordered_by_last_change(member: Member):
    made = [begin(member, name=name)["id"] for name in ("one", "two", "three")]
    member.graphql(conversations.UPDATE, {"input": {"id": made[0], "name": "changed"}})
    expected = [made[0], made[2], made[1]]
    found, after = [], None
    while True:
        variables: Json = {"limit": 2, "nextToken": after}
        page = member.graphql(conversations.LIST, variables, token=member.access_token)["listConversations"]
        found += [one["id"] for one in page["items"]]
        after = page["nextToken"]
        if after is None:
            break
    assert found == expected
    oldest_first = listed(member, sortDirection="ASC")
    assert [one["id"] for one in oldest_first] == expected[::-1]
    assert [one["id"] for one in listed(member, filter={"name": {"eq": "two"}})] == [made[1]]


def test_recipe_shows_its_conversations_to_the_owner_only(guest: Guest, zest: Zest):
    recipe = guest.create_blank()["id"]
    about = [begin(guest, metadata=json.dumps({"recipeId": recipe}))["id"] for _ in range(2)]
    begin(guest, metadata=json.dumps({"recipeId": new_id()}))

    def history(reader: Guest, token: str | None = None) -> Json:
        told: Json = reader.graphql(conversations.HISTORY, {"id": recipe}, token=token)["getRecipe"]
        return told

    own = {"mine": True, "agentConversationHistory": about[::-1]}
    assert history(guest) == own
    assert history(guest, guest.issue_owner_token()) == own
    other = zest.guest()
    begin(other, metadata=json.dumps({"recipeId": recipe}))
    assert history(other) == {"mine": False, "agentConversationHistory": None}


def test_guest_conversations_move_to_the_member(zest: Zest):
    guest = zest.guest()
    id = begin(guest)["id"]
    claim = guest.issue_claim_token()
    member = sign_up(zest.origin)
    member.claim(claim)
    assert [one["id"] for one in listed(member)] == [id]
    assert listed(member)[0]["owner"] == member.user
    with pytest.raises(Refused, match="Unauthorized"):
        listed(guest)


def test_account_deletion_removes_conversations(zest: Zest, member: Member):
    member.claim()
    ids = [begin(member)["id"] for _ in range(2)]
    member.delete_account()
    assert [rows_of(zest, id) for id in ids] == [0, 0]


@pytest.mark.attack
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"id": "a b"}, "AGENT_BAD_INPUT: an id is"),
        ({"id": "é"}, "AGENT_BAD_INPUT: an id is"),
        ({"id": "x" * 65}, "AGENT_BAD_INPUT: an id is"),
        ({"name": "x" * 201}, "AGENT_BAD_INPUT: name must"),
        ({"metadata": "[1]"}, "AGENT_BAD_INPUT: metadata must"),
        ({"metadata": json.dumps({"x": "y" * 2_000})}, "AGENT_BAD_INPUT: metadata must"),
    ],
)
def test_invalid_conversation_is_refused_with_a_message(guest: Guest, given: Json, told: str):
    with pytest.raises(Refused) as refused:
        begin(guest, **given)
    assert str(refused.value).startswith(told)
    assert listed(guest) == []


@pytest.mark.attack
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"id": "q.a"}, "AGENT_BAD_INPUT: an id is"),
        ({"content": []}, "AGENT_EMPTY: "),
        ({"content": [{}]}, "AGENT_BAD_INPUT: each block"),
        ({"content": [{"text": "a", "image": {"format": "png", "source": {"bytes": ""}}}]}, "AGENT_BAD_INPUT: each"),
        ({"content": [{"text": "x" * 20_001}]}, "AGENT_TEXT_TOO_LONG: "),
        ({"content": [{"image": {"format": "png", "source": {"bytes": "aGVsbG8="}}}]}, "AGENT_BAD_ATTACHMENT: "),
        ({"content": [{"toolUse": {"toolUseId": "t", "name": "n", "input": "{}"}}]}, "AGENT_BAD_TOOLS: "),
        ({"conversationId": "nothing"}, "AGENT_NOT_FOUND: "),
    ],
)
def test_invalid_question_is_refused_with_a_message(zest: Zest, guest: Guest, more: Json, told: str):
    id = begin(guest)["id"]
    with pytest.raises(Refused) as refused:
        send(guest, id, "Hi", **more)
    assert str(refused.value).startswith(told)
    assert rows_of(zest, id) == 1, "nothing is stored"
