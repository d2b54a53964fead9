"""The assistant reads an import on request, after the readers found no recipe. The model is the stand-in."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from support import runtime_api
from support.credits import balance_of, give, holds_of
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Member, Refused, operations, sign_up
from zest_client.bedrock import Bedrock
from zest_client.guest import has_ended, new_id
from zest_local import sam_local
from zest_local.build import binary
from zest_local.forwarding import Forwarder
from zest_local.places import DEMO, REPOSITORY

Json = dict[str, Any]
PAGE = "guest-book.html"
ADDRESS = "https://guests.example/book"
LINES = [
    "250 g pearl barley",
    "1 onion",
    "60 g butter",
    "900 ml vegetable stock",
    "2 tbsp cider vinegar",
    "1 bunch chives",
]


@pytest.fixture(scope="module")
def model(zest: Zest) -> Bedrock:
    return Bedrock.of(zest.state)


@pytest.fixture
def member(zest: Zest) -> Member:
    member = sign_up(zest.origin)
    give(zest, member, 2)
    return member


def failed(guest: Guest, mark: str) -> str:
    """Returns an import that found no recipe: a page of a guest book with `mark`, sent by a browser."""
    page = (
        (DEMO / PAGE).read_text().replace("What our guests wrote:</h1>", f"What our guests wrote:</h1><p>{mark}.</p>")
    )
    submission = guest.upload("PAGE", page.encode(), contentType="text/html")
    recipe = guest.import_page(ADDRESS, submission).recipe
    assert (recipe["status"], recipe["errorCode"], recipe["credit"]) == ("FAILED", "NOT_A_RECIPE", None)
    return str(recipe["id"])


def ask(guest: Guest, id: str, token: str | None = None) -> Json:
    variables = {"id": id, "assistant": True}
    answer: Json = guest.graphql(operations.RETRY, variables, token=token or guest.issue_owner_token())["retryRecipe"]
    return answer


def read_by_assistant(guest: Guest, id: str) -> Json:
    """Requests the assistant and returns the finished recipe."""
    started = ask(guest, id)
    assert started["status"] == "PENDING"
    eventually(lambda: has_ended(guest.get(id)), "the import ends", 90)
    return guest.get(id)


def test_a_member_pays_a_credit_for_what_the_assistant_reads(zest: Zest, member: Member):
    first = member.import_url(zest.demo + PAGE).recipe
    assert (first["status"], first["errorCode"], first["credit"]) == ("FAILED", "NOT_A_RECIPE", None)
    recipe = read_by_assistant(member, first["id"])
    assert (recipe["status"], recipe["credit"]) == ("SUCCESS", "USED"), recipe["errorDetails"]
    assert [line["text"] for line in recipe["ingredients"]] == LINES
    assert (len(recipe["instructions"]), recipe["servings"]) == (4, 4)
    assert "barley" in recipe["title"]
    assert recipe["warnings"] == ["READ_BY_ASSISTANT"]
    text = json.loads(recipe["externalApiJson"])
    origins = [entry for entry in text["provenance"] if entry["field"] == "ingredients" and "index" in entry]
    assert [entry["index"] for entry in origins] == list(range(6))
    assert all(entry["reader"] == "assistant" and entry["path"].startswith("line[") for entry in origins)
    eventually(lambda: holds_of(zest, member) == {f"{recipe['id']}-2-a": "SETTLED"}, "the credit is used")
    assert balance_of(zest, member) == 1
    # A second request changes nothing.
    assert ask(member, recipe["id"])["status"] == "SUCCESS"
    assert balance_of(zest, member) == 1


@pytest.mark.parametrize(
    ("switch", "code"),
    [
        ({"name": "exception", "exception": "ThrottlingException"}, "ASSISTANT_UNAVAILABLE"),
        ({"name": "refusal", "stopReason": "content_filtered"}, "ASSISTANT_UNAVAILABLE"),
        ({"name": "nonsense", "kind": "invalidJson"}, "ASSISTANT_UNAVAILABLE"),
        ({"name": "cut", "after": 2}, "ASSISTANT_UNAVAILABLE"),
        ({"name": "nonsense", "kind": "missing"}, "ASSISTANT_FOUND_NOTHING"),
    ],
)
def test_credit_is_released_if_the_assistant_fails(zest: Zest, member: Member, model: Bedrock, switch: Json, code: str):
    mark = f"Mark {new_id()}"
    id = failed(member, mark)
    model.switch(mark, switch)
    recipe = read_by_assistant(member, id)
    assert (recipe["status"], recipe["errorCode"], recipe["credit"]) == ("FAILED", code, "GIVEN_BACK")
    eventually(lambda: holds_of(zest, member) == {f"{id}-2-a": "RELEASED"}, "the credit is given back")
    assert balance_of(zest, member) == 2
    model.switch(mark)
    if code == "ASSISTANT_FOUND_NOTHING":
        with pytest.raises(Refused, match="only an import in which no recipe was found"):
            ask(member, id)
        return
    # After an outage, the assistant can be requested again for another credit.
    assert ask(member, id)["status"] == "PENDING"
    eventually(lambda: member.get(id)["status"] == "SUCCESS", "it is read now", 90)
    eventually(lambda: holds_of(zest, member).get(f"{id}-3-a") == "SETTLED", "the credit is used")
    assert balance_of(zest, member) == 1


def test_page_without_a_recipe_releases_the_credit(zest: Zest, member: Member):
    garden = member.import_url(zest.demo + "kitchen-garden.html").recipe
    recipe = read_by_assistant(member, garden["id"])
    told = (recipe["status"], recipe["errorCode"], recipe["credit"])
    assert told == ("FAILED", "ASSISTANT_FOUND_NOTHING", "GIVEN_BACK")


def test_member_without_credits_does_not_reach_the_model(zest: Zest, model: Bedrock):
    poor, mark = sign_up(zest.origin), f"Mark {new_id()}"
    id = failed(poor, mark)
    with pytest.raises(Refused, match=r"^NO_CREDITS"):
        ask(poor, id)
    assert (poor.get(id)["status"], model.requests(mark)) == ("FAILED", [])


@pytest.mark.parametrize("seed", range(6))
def test_invented_content_is_dropped(guest: Guest, model: Bedrock, seed: int):
    mark = f"Mark {new_id()}"
    id = failed(guest, mark)
    model.switch(mark, {"name": "inventive", "seed": seed})
    recipe = read_by_assistant(guest, id)
    page = (DEMO / PAGE).read_text()
    lines = [line["text"] for line in recipe["ingredients"]] + recipe["instructions"]
    assert [line for line in lines if line not in page] == []
    if recipe["status"] == "SUCCESS":
        noticed = json.loads(recipe["externalApiJson"])["diagnostics"]
        left_out = [entry["path"] for entry in noticed if entry["code"] == "NOT_IN_SOURCE"]
        assert left_out, "what was left out is counted"
    else:
        assert recipe["errorCode"] == "ASSISTANT_FOUND_NOTHING"
    model.switch(mark)


def test_page_text_is_sent_as_data_with_a_single_tool(guest: Guest, model: Bedrock):
    mark = f"Mark {new_id()}"
    read_by_assistant(guest, failed(guest, mark))
    [request] = model.requests(mark)
    assert "giveRecipe" in json.dumps(request)


def test_guest_asks_for_free_and_strangers_are_refused(guest: Guest, stranger: Guest, model: Bedrock):
    mark = f"Mark {new_id()}"
    id = failed(guest, mark)
    with pytest.raises(Refused, match=r"^Unauthorized"):
        ask(stranger, id)
    with pytest.raises(Refused, match=r"^Not Authorized"):
        guest.graphql(operations.RETRY, {"id": id, "assistant": True})
    assert model.requests(mark) == []
    recipe = read_by_assistant(guest, id)
    assert (recipe["status"], recipe["credit"]) == ("SUCCESS", None)
    plain = guest.import_url(guest.origin + "/demo/status/404").recipe
    with pytest.raises(Refused, match="only an import in which no recipe was found"):
        ask(guest, plain["id"])


def test_request_without_a_configured_model_is_refused(zest: Zest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(sam_local, "FOLDER", tmp_path)
    port = int(zest.cloud.endpoint.rsplit(":", 1)[1])
    with Forwarder(("127.0.0.1", 0), ("127.0.0.1", port)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sam_local.write_settings(zest.cloud, "FnGraphql", f"http://127.0.0.1:{server.server_address[1]}")
        variables = json.loads((tmp_path / "env.json").read_text())["FnGraphql"]
        [example] = (REPOSITORY / "lambdas/functions/events/fn-graphql").glob("*.json")
        asked = json.loads(example.read_text()) | {"arguments": {"id": new_id(), "assistant": True}}
        asked["info"] |= {"parentTypeName": "Mutation", "fieldName": "retryRecipe"}
        event = tmp_path / "event.json"
        event.write_text(json.dumps(asked))
        settings = variables | zest.cloud.credentials()
        told = {
            model: runtime_api.invoke(binary("fn-graphql", "dev"), event, settings | {"ASSISTANT": model}).error
            for model in ("", "on")
        }
        server.shutdown()
    assert told == {"": "BadRequest", "on": "Unauthorized"}
