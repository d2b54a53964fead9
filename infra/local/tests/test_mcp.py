"""The MCP server, through the official Python client."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from support.zest import Zest
from zest_client import Member, programs, sign_up
from zest_client.programs import discard, new_token, proposals
from zest_client.rest import call

pytestmark = pytest.mark.attack

Json = dict[str, Any]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture(scope="module")
def ann(zest: Zest) -> Member:
    return sign_up(zest.origin)


def session(zest: Zest, token: str, act: Callable[[Client], Awaitable[Any]], mode: str = "auto") -> Any:
    """Connects as a program with this token, and returns the result of `act`."""

    async def run() -> Any:
        headers = {"authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30, trust_env=False) as http:
            transport = streamable_http_client(f"{zest.origin}/api/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await act(client)

    return asyncio.run(run())


async def use(client: Client, tool: str, **arguments: Any) -> tuple[bool, Any]:
    """Returns whether a tool succeeded, and its answer or error."""
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        return False, result.content[0].text
    return True, result.structured_content


def imported(zest: Zest, member: Member, page: str = "carrot-cake.html") -> str:
    id: str = member.import_url(f"{zest.demo}{page}").recipe["id"]
    return id


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_client_connects_and_lists_the_tools(zest: Zest, ann: Member, mode: str):
    async def act(client: Client) -> list[str]:
        return sorted(tool.name for tool in (await client.list_tools()).tools)

    tools = session(zest, new_token(ann), act, mode)
    assert tools == ["import_recipe", "propose_change", "read_recipe", "search_recipes"]


def test_program_imports_finds_reads_and_proposes(zest: Zest):
    member = sign_up(zest.origin)

    async def act(client: Client) -> None:
        done, started = await use(client, "import_recipe", url=f"{zest.demo}carrot-cake.html")
        assert done and started["status"] == "PENDING"
        for _ in range(600):
            done, read = await use(client, "read_recipe", id=started["id"])
            assert done
            if read["status"] != "PENDING":
                break
            await asyncio.sleep(0.1)
        assert read["status"] == "SUCCESS"
        assert read["recipe"]["ingredients"] and read["jsonLd"]["@type"] == "Recipe"
        assert member.user not in str(read) and member.identity not in str(read)
        word = read["recipe"]["title"].split()[0]
        done, found = await use(client, "search_recipes", words=word)
        assert done and found["recipes"] == [{"id": started["id"], "title": read["recipe"]["title"]}]
        done, proposed = await use(client, "propose_change", id=started["id"], wish="metric")
        assert done and "patch" in proposed
        _, after = await use(client, "read_recipe", id=started["id"])
        texts = [[line["text"] for line in one["recipe"]["ingredients"]] for one in (read, after)]
        assert texts[0] == texts[1], "a proposal changes nothing"

    session(zest, new_token(member), act)
    assert [card["status"] for card in member.list()["items"]] == ["SUCCESS"]


def proposes(zest: Zest, token: str, id: str, *wishes: str) -> list[Json]:
    async def act(client: Client) -> list[Json]:
        answers = [await use(client, "propose_change", id=id, wish=wish) for wish in wishes]
        assert all(done for done, _ in answers)
        return [answer for _, answer in answers]

    answers: list[Json] = session(zest, token, act)
    return answers


def test_proposal_waits_for_its_member_until_discarded(zest: Zest, ann: Member):
    member = sign_up(zest.origin)
    id = imported(zest, member)
    [answer] = proposes(zest, new_token(member), id, "vegan")
    [waiting] = proposals(member)
    assert waiting == {
        "id": waiting["id"],
        "recipeId": id,
        "program": "A script",
        "wish": "vegan",
        "createdAt": waiting["createdAt"],
        "expiresAt": answer["expiresAt"],
    }
    life = datetime.fromisoformat(waiting["expiresAt"]) - datetime.fromisoformat(waiting["createdAt"])
    assert life == timedelta(days=30)
    assert proposals(ann) == []
    assert discard(ann, waiting["id"]).status == 404
    assert proposals(member) == [waiting]
    assert discard(member, waiting["id"]).status == 200
    assert discard(member, waiting["id"]).status == 404
    assert proposals(member) == []


def test_proposals_are_limited_and_empty_ones_are_not_stored(zest: Zest):
    member = sign_up(zest.origin)
    id = imported(zest, member, "chickpea-curry.html")
    wishes = [f"for {people}" for people in range(20, 42)]
    proposes(zest, new_token(member), id, *wishes, wishes[-1])
    assert [proposal["wish"] for proposal in proposals(member)] == wishes[2:]
    servings = member.get(id)["servings"]
    [answer] = proposes(zest, new_token(member), id, f"for {servings}")
    assert answer == {"patch": None, "expiresAt": None}
    assert len(proposals(member)) == 20


def test_deleted_account_leaves_no_proposal(zest: Zest):
    member = sign_up(zest.origin)
    member.claim()
    proposes(zest, new_token(member), imported(zest, member), "vegan")
    table, key = zest.outputs["RecipesTable"], {"PK": {"S": f"U#{member.user}"}, "SK": {"S": "W"}}
    dynamodb = zest.client("dynamodb")
    assert "Item" in dynamodb.get_item(TableName=table, Key=key)
    member.delete_account()
    assert "Item" not in dynamodb.get_item(TableName=table, Key=key)


def test_recipes_of_others_do_not_exist(zest: Zest, ann: Member):
    bob = sign_up(zest.origin)
    of_bob = imported(zest, bob)

    async def act(client: Client) -> None:
        assert await use(client, "read_recipe", id=of_bob) == (False, f"NOT_FOUND: Recipe with id {of_bob} not found")
        assert await use(client, "propose_change", id=of_bob, wish="metric") == (
            False,
            "NO_RECIPE: You have no such recipe.",
        )
        done, found = await use(client, "search_recipes", words="carrot")
        assert done and of_bob not in str(found)

    session(zest, new_token(ann), act)


TOOLS: dict[str, tuple[str, Json]] = {
    "import_recipe": ("import", {"url": "https://example.com/"}),
    "read_recipe": ("read", {"id": "0" * 32}),
    "search_recipes": ("read", {"words": "soup"}),
    "propose_change": ("propose", {"id": "0" * 32, "wish": "vegan"}),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_tool_needs_its_scope(zest: Zest, ann: Member, tool: str):
    scope, arguments = TOOLS[tool]
    others = [other for other in programs.SCOPES if other != scope]

    async def act(client: Client) -> None:
        done, error = await use(client, tool, **arguments)
        assert not done and error.startswith("SCOPE_MISSING:") and f'"{scope}"' in error

    created = programs.create(ann, others).json()
    session(zest, created["secret"], act)
    programs.revoke(ann, created["token"]["id"])


def test_private_address_and_bad_arguments_are_refused(zest: Zest, ann: Member):
    async def act(client: Client) -> None:
        for url in ("http://169.254.169.254/", "http://localhost/", "ftp://example.com/"):
            done, error = await use(client, "import_recipe", url=url)
            assert not done and error.split(":")[0] in ("ADDRESS_NOT_ALLOWED", "INVALID_URL")
        for tool, arguments in (
            ("search_recipes", {"words": " "}),
            ("search_recipes", {"words": "a" * 501}),
            ("read_recipe", {"id": "1"}),
            ("propose_change", {"id": "0" * 32, "wish": ""}),
        ):
            done, error = await use(client, tool, **arguments)
            assert not done and error.split(":")[0] in ("INVALID_INPUT", "NO_RECIPE")
        for tool, arguments in (("delete_recipe", {"id": "0" * 32}), ("read_recipe", {}), ("read_recipe", {"id": 1})):
            with pytest.raises(MCPError):
                await client.call_tool(tool, arguments)

    session(zest, new_token(ann), act)


def test_request_without_a_valid_token_gets_401(zest: Zest, ann: Member):
    created = programs.create(ann).json()
    programs.revoke(ann, created["token"]["id"])
    for token in (None, "zest_", created["secret"], ann.id_token, ann.issue_owner_token()):
        assert call(zest.origin, "POST", "/mcp", token and f"Bearer {token}", INITIALIZE).status == 401


def test_server_has_no_streams_and_no_sessions(zest: Zest, ann: Member):
    token = f"Bearer {new_token(ann)}"
    for method in ("GET", "DELETE"):
        assert call(zest.origin, method, "/mcp", token).status == 405
