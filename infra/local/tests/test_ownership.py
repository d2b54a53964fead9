"""The owner and strangers can read and change only what their mode allows."""

import base64
import json
import time
from collections.abc import Callable

import pytest
from support.zest import Zest
from zest_client import Guest, Refused, operations
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

PUBLIC = {
    "id", "title", "description", "author", "ingredients", "instructions", "stepHeadings", "url", "prep_time",
    "cook_time", "total_time", "servings", "yield", "imageUrl", "status", "language", "tags", "nutritionalInformation",
    "version", "createdAt", "updatedAt",
}  # fmt: skip
PUBLISH = """mutation Publish($change: RecipeChangeInput!) {
  publishRecipeChange(change: $change) { owner id version card { id } } }"""


@pytest.fixture(scope="module")
def owner(zest: Zest) -> Guest:
    return zest.guest()


@pytest.fixture(scope="module")
def recipe(zest: Zest, owner: Guest) -> dict:
    """Returns a finished recipe whose address has a query."""
    return owner.import_url(zest.demo + "tomato-galette.html?reader=secret#step").recipe


def timestamp() -> str:
    return str(int(time.time() * 1000))


def tampered(token: str) -> str:
    """Returns the token for another identity with the original signature."""
    version, kid, payload, mac = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims["i"] = claims["i"][:-4] + "0000"
    return ".".join([version, kid, base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode(), mac])


def prolonged(token: str) -> str:
    """Returns the token with a later expiry and the original signature."""
    version, kid, payload, mac = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims["e"] += 3600
    return ".".join([version, kid, base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode(), mac])


# Invalid tokens, made from valid ones of the owner and of a stranger.
WRONG_TOKENS: dict[str, Callable[[str, str], str]] = {
    "another guest's": lambda own, other: other,
    "for another identity": lambda own, other: tampered(own),
    "with a later end": lambda own, other: prolonged(own),
    "with another's signature": lambda own, other: own.rsplit(".", 1)[0] + "." + other.rsplit(".", 1)[1],
    "without signature": lambda own, other: own.rsplit(".", 1)[0] + ".",
    "of another version": lambda own, other: "v2" + own[2:],
    "of an unknown key": lambda own, other: own.replace(".k1.", ".k9.", 1),
    "cut short": lambda own, other: own[:-1],
    "too long": lambda own, other: own + "A" * 1000,
    "a timestamp": lambda own, other: timestamp(),
    "made up": lambda own, other: "v1.k1." + "A" * 60 + "." + "A" * 43,
    "anything": lambda own, other: "let-me-in",
    "a JWT without signature": lambda own, other: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
    "none": lambda own, other: "",
}


def test_owner_reads_all_fields_and_edits_with_the_token(zest: Zest, owner: Guest):
    mine = owner.import_url(zest.demo + "red-lentil-soup.html").recipe
    assert mine["owners"] == [owner.identity] and mine["createdBy"] == owner.identity
    assert json.loads(mine["externalApiJson"])
    assert (mine["warnings"], mine["nutritionalInformation"]["source"]) == ([], "PAGE")
    token = owner.issue_owner_token()
    changed = owner.update(token, id=mine["id"], version=mine["version"], title="My soup", servings=2)
    assert (changed["title"], changed["servings"], changed["version"]) == ("My soup", 2, mine["version"] + 1)
    assert owner.get(mine["id"], token=token)["title"] == "My soup"
    with pytest.raises(Refused, match="CONFLICT"):
        owner.update(token, id=mine["id"], version=mine["version"], title="Too late")
    owner.delete(token, mine["id"])
    with pytest.raises(Refused, match="not found"):
        owner.get(mine["id"])
    assert mine["id"] not in [card["id"] for card in owner.list()["items"]]


@pytest.mark.parametrize("wrong", WRONG_TOKENS)
def test_wrong_token_is_refused(owner: Guest, stranger: Guest, recipe: dict, wrong: str):
    token = WRONG_TOKENS[wrong](owner.issue_owner_token(), stranger.issue_owner_token())
    before = owner.get(recipe["id"])
    for attempt in (
        lambda: stranger.update(token, id=recipe["id"], title="Stolen"),
        lambda: stranger.delete(token, recipe["id"]),
        lambda: stranger.graphql(operations.RETRY, {"id": recipe["id"]}, token=token),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        # If AppSync refuses before any field, the message is its own and the kind is always the same.
        assert "Unauthorized" in (str(refused.value), refused.value.kind.removesuffix("Exception"))
        assert not any((refused.value.data or {}).values())
    assert owner.get(recipe["id"]) == before


@pytest.mark.parametrize("query", [operations.UPDATE, operations.DELETE, operations.RETRY], ids=lambda q: q.split()[1])
def test_mutation_with_a_signature_only_is_refused(owner: Guest, recipe: dict, query: str):
    before = owner.get(recipe["id"])
    variables = {"id": recipe["id"], "input": {"id": recipe["id"], "title": "Signed"}}
    used = {"input": variables["input"]} if "$input" in query else {"id": recipe["id"]}
    with pytest.raises(Refused) as refused:
        owner.graphql(query, used)
    assert refused.value.kind == "Unauthorized"
    assert owner.get(recipe["id"]) == before


def test_an_unsigned_call_and_a_foreign_signature_are_refused(owner: Guest, stranger: Guest, recipe: dict):
    body = json.dumps({"query": operations.GET, "variables": {"id": recipe["id"]}})
    assert owner.post(body, token="").status == 401
    credentials = owner.credentials
    owner.credentials = type(credentials)(credentials.access_key, stranger.credentials.secret_key, credentials.token)
    try:
        answer = owner.post(body)
    finally:
        owner.credentials = credentials
    assert answer.status in (400, 403) and "data" not in (answer.json() or {})


def test_stranger_sees_only_public_fields(zest: Zest, stranger: Guest, recipe: dict):
    for read in (
        lambda: stranger.get(recipe["id"]),
        lambda: stranger.get(recipe["id"], token=timestamp()),
        lambda: stranger.get(recipe["id"], token=stranger.issue_owner_token()),
    ):
        seen = read()
        assert seen.pop("mine") is False
        assert seen.pop("recipeLinks") == []
        # Marks are never null in the schema, so strangers see empty ones.
        marks = {name: seen.pop(name) for name in ("favourite", "collections", "madeOn")}
        assert marks == {"favourite": False, "collections": [], "madeOn": []}
        assert {name for name, value in seen.items() if value is not None} <= PUBLIC
        assert (seen["title"], seen["ingredients"]) == (recipe["title"], recipe["ingredients"])
        assert seen["url"] == zest.demo + "tomato-galette.html"
        assert "secret" not in json.dumps(seen)


def test_linked_recipe_is_seen_by_its_owner_only(zest: Zest, owner: Guest, stranger: Guest, recipe: dict):
    line = {"quantity": "1", "unit": "portion", "name": "galette"}
    linking = owner.create_blank()
    links = [{"line": 0, "recipe": recipe["id"]}]
    own = owner.update(owner.issue_owner_token(), id=linking["id"], ingredients=[line], recipeLinks=links)
    assert own["recipeLinks"] == owner.get(linking["id"])["recipeLinks"] == links
    for token in (None, stranger.issue_owner_token()):
        seen = stranger.get(linking["id"], token=token)
        assert seen["recipeLinks"] == [] and recipe["id"] not in json.dumps(seen)
    with pytest.raises(Refused):
        stranger.update(stranger.issue_owner_token(), id=linking["id"], recipeLinks=[])
    assert stranger.copy(linking["id"])["recipeLinks"] == []

    # A link to someone else's recipe is dropped, like one to a recipe that does not exist.
    failed = owner.import_url(zest.demo + "kitchen-garden.html").recipe
    theirs = stranger.create_blank()
    for id in (failed["id"], recipe["id"], new_id()):
        links = [{"line": 0, "recipe": id}]
        token = stranger.issue_owner_token()
        assert stranger.update(token, id=theirs["id"], ingredients=[line], recipeLinks=links)["recipeLinks"] == []
    with pytest.raises(Refused, match="not found"):
        stranger.get(failed["id"])


def test_links_of_an_export_are_those_between_the_new_recipes(zest: Zest, owner: Guest, stranger: Guest):
    token, dough, pizza = owner.issue_owner_token(), owner.create_blank(), owner.create_blank()
    flour = [{"quantity": "500", "unit": "g", "name": "flour"}]
    owner.update(token, id=dough["id"], title="Dough", ingredients=flour, instructions=["Knead."])
    lines = [{"quantity": "", "unit": "", "name": "cheese"}, {"quantity": "1", "unit": "portion", "name": "dough"}]
    links = [{"line": 1, "recipe": dough["id"]}]
    owner.update(token, id=pizza["id"], title="Pizza", ingredients=lines, instructions=["Bake."], recipeLinks=links)
    exported = [recipe for recipe in owner.export(limit=20)["items"] if recipe["title"] in ("Dough", "Pizza")]

    def imported(guest: Guest, recipes: list[dict]) -> dict[str, dict]:
        file = json.dumps({"format": "zest-export/1", "recipes": recipes}).encode()
        guest.import_files("FILE", file, name="zest.json", contentType="application/json")
        cards = guest.list(limit=20)["items"]
        return {card["title"]: guest.get(card["id"]) for card in cards if card["id"] not in (dough["id"], pizza["id"])}

    new = imported(stranger, exported)
    assert new["Pizza"]["recipeLinks"] == [{"line": 1, "recipe": new["Dough"]["id"]}]
    assert dough["id"] not in json.dumps(new)
    # Without the dough in the file: linked for its owner, not for others.
    alone = [recipe for recipe in exported if recipe["title"] == "Pizza"]
    assert imported(owner, alone)["Pizza"]["recipeLinks"] == links
    someone = zest.guest()
    kept = imported(someone, alone)["Pizza"]
    assert (kept["recipeLinks"], [line["text"] for line in kept["ingredients"]]) == ([], ["cheese", "1 portion dough"])


def test_stranger_does_not_see_unfinished_recipes(zest: Zest, owner: Guest, stranger: Guest):
    failed = owner.import_url(zest.demo + "kitchen-garden.html").recipe
    for unseen in (failed["id"], "0" * 32):
        with pytest.raises(Refused, match=f"Recipe with id {unseen} not found"):
            stranger.get(unseen)


def test_list_contains_only_own_recipes(owner: Guest, stranger: Guest, recipe: dict):
    assert recipe["id"] in [card["id"] for card in owner.list()["items"]]
    own = {"owners": {"contains": owner.identity}}
    assert recipe["id"] in [card["id"] for card in owner.list(filter=own)["items"]]
    assert stranger.list()["items"] == []
    with pytest.raises(Refused, match="Unauthorized"):
        stranger.list(filter=own)
    with pytest.raises(Refused) as refused:
        stranger.graphql(operations.LIST, {}, token=stranger.issue_owner_token())
    assert refused.value.kind == "Unauthorized"


def test_page_token_of_another_owner_is_refused(zest: Zest, owner: Guest, stranger: Guest):
    owner.create(zest.demo + "status/404")
    owner.create(zest.demo + "status/404")
    token = owner.list(limit=1)["nextToken"]
    of_soups = owner.list(limit=1, filter={"title": {"eq": "Soup"}})["nextToken"]
    for filtered, foreign in [
        ({"title": {"eq": "Soup"}}, token),
        ({"title": {"eq": "Stew"}}, of_soups),
        (None, of_soups),
    ]:
        with pytest.raises(Refused, match="nextToken"):
            owner.list(limit=1, filter=filtered, nextToken=foreign)
    assert token
    with pytest.raises(Refused):
        stranger.list(limit=1, nextToken=token)


def test_only_the_owner_can_subscribe(owner: Guest, stranger: Guest):
    with pytest.raises(Refused, match="Unauthorized"), stranger.changes(owner.identity):
        raise AssertionError("subscribed to another's changes")
    with owner.changes():
        pass


def test_guests_cannot_publish(owner: Guest, recipe: dict):
    change = {"owner": owner.identity, "id": recipe["id"], "version": 99, "card": None}
    for token in (None, owner.issue_owner_token()):
        with pytest.raises(Refused) as refused:
            owner.graphql(PUBLISH, {"change": change}, token=token)
        assert refused.value.kind == "Unauthorized"


def test_owner_token_is_issued_only_for_a_signature(owner: Guest):
    for token in (owner.issue_owner_token(), timestamp()):
        with pytest.raises(Refused) as refused:
            owner.graphql(operations.ISSUE, token=token)
        assert refused.value.kind == "Unauthorized"


def test_logs_do_not_contain_the_guest_identity(zest: Zest, owner: Guest, recipe: dict):
    logs = zest.client("logs")
    secrets = [owner.identity, owner.identity.split(":")[1], owner.issue_owner_token(), "reader=secret"]
    for group in logs.describe_log_groups()["logGroups"]:
        for page in logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]):
            for event in page["events"]:
                assert not any(secret in event["message"] for secret in secrets), group["logGroupName"]
    for log in (zest.state / "logs").iterdir():
        text = log.read_text(errors="replace")
        assert not any(secret in text for secret in secrets), log.name
