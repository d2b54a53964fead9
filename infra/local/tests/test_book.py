"""Recipes are created, edited, copied, exported and deleted through the front door, with the right error messages."""

import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from support.planting import Seeds
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Refused, operations
from zest_client.guest import new_id
from zest_client.member import sign_up

Json = dict[str, Any]

HOSTILE = {
    "HTML": "<script>alert(1)</script><img src=x onerror=alert(1)> & &amp; \"'`",
    "right to left": "مرق العدس \u202edesrever\u202c שלום",
    "emoji": "🍲👩‍🍳🇫🇷 Z͑ͫ̓ͪ̂ͫA̴̵̜̰͔ͫ͗͢",
    "control characters": "a\u0001\u001b[31m\u007f\ufeff\r\n\tb\u2028c",
    "GraphQL and SQL": '"){recipe{id}} "; DROP TABLE recipes; -- ${x} {{y}} %s \\u0000 \\',
    "50,000 characters": "é" * 50_000,
}


@pytest.fixture(scope="module")
def owner(zest: Zest) -> Guest:
    return zest.guest()


@pytest.fixture(scope="module")
def imported(zest: Zest, owner: Guest) -> Json:
    """Returns a finished recipe whose address has a query. Tests do not change it."""
    return owner.import_url(zest.demo + "tomato-galette.html?reader=secret#step").recipe


def blank(guest: Guest, **changes: Any) -> Json:
    recipe = guest.create_blank()
    return guest.update(guest.issue_owner_token(), id=recipe["id"], **changes) if changes else recipe


def objects(zest: Zest, id: str) -> list[str]:
    s3 = zest.client("s3")
    found = []
    for bucket, prefix in (("MediaBucket", f"media/{id}/"), ("WorkBucket", f"work/{id}/")):
        kept = s3.list_objects_v2(Bucket=zest.outputs[bucket], Prefix=prefix).get("Contents", [])
        found += [kept_object["Key"] for kept_object in kept]
    return found


def rows(zest: Zest, text: str) -> int:
    pages = zest.client("dynamodb").get_paginator("scan").paginate(TableName=zest.outputs["RecipesTable"])
    return sum(text in json.dumps(row) for page in pages for row in page["Items"])


# --- Written by hand ---------------------------------------------------------------------------------------------


def test_blank_recipe_is_readable_at_once_and_published(owner: Guest):
    with owner.changes() as changes:
        recipe = owner.create_blank(language="fr")
        [*_, change] = changes.until(lambda change: change["id"] == recipe["id"])
    assert (recipe["title"], recipe["status"], recipe["language"]) == ("New Recipe", "SUCCESS", "fr")
    assert recipe["nutritionalInformation"]["status"] == "SUCCESS"
    assert [recipe[empty] for empty in ("url", "description", "stage", "notes")] == [None] * 4
    assert [recipe[empty] for empty in ("ingredients", "instructions", "tags")] == [[]] * 3
    assert (change["card"]["title"], change["card"]["ingredientNames"]) == ("New Recipe", [])
    assert owner.create_blank(id=recipe["id"], language="fr") == recipe


def test_taken_id_is_refused_for_blank_recipe_and_copy(owner: Guest, stranger: Guest, imported: Json):
    mine = blank(owner)
    for caller, id in ((stranger, mine["id"]), (stranger, imported["id"]), (owner, imported["id"])):
        with pytest.raises(Refused, match="Unauthorized"):
            caller.create_blank(id=id)
    with pytest.raises(Refused, match="Unauthorized"):
        stranger.copy(imported["id"], id=mine["id"])


# --- Edited ------------------------------------------------------------------------------------------------------


def test_every_field_can_be_edited_and_cleared(owner: Guest):
    recipe = blank(
        owner,
        title="Crêpes",
        description="Thin.",
        author="Ann Lee",
        ingredients=[
            {"name": "flour", "quantity": "250", "unit": "g", "note": "sifted", "group": "Batter"},
            {"name": "milk", "quantity": "½", "unit": "l"},
        ],
        instructions=["Whisk the flour into the milk.", "Fry."],
        stepHeadings=[{"step": 1, "text": " To finish "}, {"step": 0, "text": ""}, {"step": 7, "text": "Nothing"}],
        prep_time=10,
        cook_time=20,
        total_time=30,
        servings=4,
        **{"yield": "12 crêpes"},
        tags=["sweet"],
        url="https://example.com/crepes?x=1",
        language="en",
        notes="Let it rest.",
        nutrition={"calories": "200 kcal", "fat": "5 g"},
    )
    line = recipe["ingredients"][0]
    assert (line["text"], line["group"], line["stepMapping"]) == ("250 g flour, sifted", "Batter", [0])
    assert recipe["stepHeadings"] == [{"step": 1, "text": "To finish"}]
    assert (recipe["author"], recipe["yield"], recipe["url"], recipe["notes"]) == (
        "Ann Lee",
        "12 crêpes",
        "https://example.com/crepes?x=1",
        "Let it rest.",
    )
    assert recipe["nutritionalInformation"] == {
        "status": "SUCCESS", "source": None, "calories": "200 kcal", "fat": "5 g", "carbs": None, "protein": None,
    }  # fmt: skip
    [card] = [card for card in owner.list(limit=200)["items"] if card["id"] == recipe["id"]]
    assert (card["author"], card["ingredientNames"], card["total_time"]) == ("Ann Lee", ["flour", "milk"], 30)
    by_ann = owner.list(limit=200, filter={"author": {"contains": "Lee"}})["items"]
    assert [card["id"] for card in by_ann] == [recipe["id"]]

    empty = ["description", "author", "prep_time", "cook_time", "total_time", "servings", "yield", "notes"]
    empty += ["language", "url"]
    nothing = dict.fromkeys([*empty, "nutrition"])
    emptied = owner.update(owner.issue_owner_token(), id=recipe["id"], version=recipe["version"], **nothing)
    assert [emptied[field] for field in empty] == [None] * len(empty)
    assert emptied["nutritionalInformation"] | {"status": ""} == dict.fromkeys(recipe["nutritionalInformation"]) | {
        "status": ""
    }
    assert (emptied["title"], emptied["instructions"]) == (recipe["title"], recipe["instructions"])

    # A client that does not know headings does not remove them.
    steps = ["Sift the flour.", *recipe["instructions"]]
    moved = owner.update(owner.issue_owner_token(), id=recipe["id"], instructions=steps)
    assert moved["stepHeadings"] == [{"step": 2, "text": "To finish"}]


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_stored_unchanged(owner: Guest, kind: str):
    text = HOSTILE[kind]
    short = text[:40]
    line = {"name": short, "quantity": short, "unit": short, "note": short, "group": short, "text": short}
    recipe = blank(owner, title=text[:300], notes=text, tags=[short.strip()], ingredients=[line])
    read = owner.get(recipe["id"])
    assert (read["title"], read["notes"], read["tags"]) == (text[:300], text, [{"name": short.strip()}])
    assert {name: read["ingredients"][0][name] for name in line} == line
    assert owner.export(limit=1)["items"][0]["notes"] == text


def test_nul_character_is_dropped(owner: Guest):
    assert blank(owner, title="So\0up", notes="\0")["title"] == "Soup"


def test_lone_surrogate_is_refused_or_replaced(owner: Guest):
    id = blank(owner)["id"]
    body = json.dumps({"query": operations.UPDATE, "variables": {"input": {"id": id, "title": "x\ud800y"}}})
    answer = owner.post(body, token=owner.issue_owner_token())
    assert answer.status in (200, 400)
    assert owner.get(id)["title"].encode()


REFUSED_EDITS: dict[str, tuple[Json, str]] = {
    "an empty title": ({"title": " "}, "title must not be empty"),
    "a long title": ({"title": "x" * 301}, "title must have at most 300 characters"),
    "a long description": ({"description": "x" * 50_001}, "description must have at most 50,000 characters"),
    "long notes": ({"notes": "x" * 50_001}, "notes must have at most 50,000 characters"),
    "a long step": ({"instructions": ["x" * 50_001]}, "a step has at most 50,000 characters"),
    "a long heading": (
        {"instructions": ["Fry."], "stepHeadings": [{"step": 0, "text": "x" * 301}]},
        "a step heading has at most 300 characters",
    ),
    "many steps": ({"instructions": [""] * 501}, "a recipe has at most 500 steps"),
    "many rows": (
        {"ingredients": [{"name": "", "quantity": "", "unit": ""}] * 501},
        "a recipe has at most 500 ingredients",
    ),
    "many tags": ({"tags": [str(n) for n in range(31)]}, "a recipe has at most 30 tags"),
    "a long tag": ({"tags": ["x" * 61]}, "a tag has at most 60 characters"),
    "a long author": ({"author": "x" * 81}, "author must have at most 80 characters"),
    "a long yield": ({"yield": "x" * 301}, "yield must have at most 300 characters"),
    "a negative time": ({"prep_time": -1}, "an argument is out of its bounds"),
    "a long time": ({"prep_time": 2**31 - 1}, "a time is at most a year"),
    "many guests": ({"servings": 10_001}, "servings are at most 10,000"),
    "a long value": ({"nutrition": {"fat": "x" * 61}}, "a value of the nutrition has at most 60 characters"),
    "more than a row holds": ({"instructions": ["x" * 50_000] * 5}, "the recipe is too long to be kept. Shorten it."),
    "a rating of six": ({"rating": 6}, "rating must be 1 to 5"),
    "many collections": ({"collections": [str(n) for n in range(21)]}, "a recipe is in at most 20 collections"),
    "a long collection": ({"collections": ["x" * 61]}, "the name of a collection has at most 60 characters"),
    "a day to come": ({"madeOn": ["2999-01-01"]}, "madeOn must not name a day that has not come yet"),
    "no address": ({"url": "my cookbook"}, "INVALID_URL"),
    "an address inside": ({"url": "http://192.168.0.1/"}, "ADDRESS_NOT_ALLOWED"),
}


@pytest.fixture(scope="module")
def unchanged(owner: Guest) -> Json:
    return blank(owner)


@pytest.mark.parametrize("kind", REFUSED_EDITS)
def test_edit_beyond_limits_is_refused(owner: Guest, unchanged: Json, kind: str):
    change, sentence = REFUSED_EDITS[kind]
    with pytest.raises(Refused) as refused:
        owner.update(owner.issue_owner_token(), id=unchanged["id"], **change)
    assert str(refused.value) == sentence
    assert owner.get(unchanged["id"]) == unchanged


def test_edit_of_a_missing_or_pending_recipe_is_refused(zest: Zest, owner: Guest, seeds: Seeds):
    token, missing = owner.issue_owner_token(), new_id()
    with pytest.raises(Refused, match=f"^Recipe with id {missing} not found$"):
        owner.update(token, id=missing, title="x")
    pending = seeds.plant(owner, "slow")
    with pytest.raises(Refused, match=r"^the recipe is still being imported\. Wait for it to finish\.$"):
        owner.update(token, id=pending, title="x")
    owner.delete(token, pending)


def test_concurrent_edits_of_one_version_have_one_winner(owner: Guest):
    recipe = blank(owner, title="Ours")
    token = owner.issue_owner_token()

    def write(title: str) -> str:
        try:
            return str(owner.update(token, id=recipe["id"], version=recipe["version"], title=title)["title"])
        except Refused as refused:
            return str(refused)

    titles = [f"Mine {number}" for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(write, titles))
    [won] = set(answers) & set(titles)
    assert sorted(answers) == sorted([won] + ["CONFLICT"] * 5)
    read = owner.get(recipe["id"])
    assert (read["title"], read["version"]) == (won, recipe["version"] + 1)
    again = owner.update(token, id=recipe["id"], version=recipe["version"], title=won)
    assert again == read, "a change whose answer was lost is not refused"


def test_computed_nutrition_follows_edits_and_stated_does_not(owner: Guest):
    rows = [{"name": "sugar", "quantity": "200", "unit": "g"}, {"name": "flour", "quantity": "200", "unit": "g"}]
    recipe = blank(owner, language="en", servings=4, ingredients=rows)
    four = recipe["nutritionalInformation"]
    assert (four["status"], four["source"]) == ("SUCCESS", "COMPUTED")
    token = owner.issue_owner_token()
    two = owner.update(token, id=recipe["id"], servings=2)["nutritionalInformation"]
    assert int(two["calories"].split()[0]) == pytest.approx(2 * int(four["calories"].split()[0]), rel=0.02)
    stated = {"calories": "1 kcal", "fat": None, "carbs": None, "protein": None}
    owner.update(token, id=recipe["id"], nutrition=stated)
    assert owner.update(token, id=recipe["id"], servings=8)["nutritionalInformation"]["calories"] == "1 kcal"


def test_a_failed_import_can_be_filled_in_by_hand(zest: Zest, owner: Guest):
    failed = owner.import_url(zest.demo + "status/404").recipe
    assert failed["status"] == "FAILED"
    kept = owner.update(owner.issue_owner_token(), id=failed["id"], title="Soup", instructions=["Boil."])
    assert (kept["status"], kept["errorCode"], kept["title"]) == ("SUCCESS", None, "Soup")


# --- Copied ------------------------------------------------------------------------------------------------------


def test_copy_of_own_recipe_has_all_fields_and_its_own_picture(zest: Zest, owner: Guest):
    original = owner.import_url(zest.demo + "carrot-cake.html?reader=secret").recipe
    token = owner.issue_owner_token()
    original = owner.update(token, id=original["id"], notes="Less sugar.")
    id = new_id()
    copied = owner.copy(original["id"], id=id)
    own = {"id", "imageUrl", "version", "createdAt", "updatedAt"}
    assert {name: copied[name] for name in copied.keys() - own} == {
        name: original[name] for name in original.keys() - own
    }
    assert copied["imageUrl"] == original["imageUrl"].replace(original["id"], id)
    owner.delete(token, original["id"])
    assert objects(zest, original["id"]) == []
    assert objects(zest, id)[0] == copied["imageUrl"]
    assert {key.removeprefix(copied["imageUrl"]) for key in objects(zest, id)} == {"", "-320", "-640"}
    assert owner.get(id) == copied


def test_copy_of_another_owner_recipe_has_public_fields(stranger: Guest, imported: Json):
    copied = stranger.copy(imported["id"])
    assert (copied["title"], copied["status"]) == (imported["title"], "SUCCESS")
    assert (copied["ingredients"], copied["tags"]) == (imported["ingredients"], imported["tags"])
    assert copied["url"] == imported["url"].split("?")[0]
    assert copied["owners"] == [stranger.identity]
    assert [copied["notes"], copied["externalApiJson"]] == [None, None]
    assert "secret" not in json.dumps(copied)
    assert copied["id"] in [card["id"] for card in stranger.list()["items"]]


def test_copy_of_a_missing_or_unfinished_recipe_is_refused_for_strangers(
    zest: Zest, owner: Guest, stranger: Guest, seeds: Seeds
):
    failed = owner.import_url(zest.demo + "status/404").recipe
    pending = seeds.plant(owner, "slow")
    for source in (failed["id"], pending, new_id(), "nonsense"):
        with pytest.raises(Refused, match=r"^Original recipe not found$"):
            stranger.copy(source)
    owner.delete(owner.issue_owner_token(), pending)


def test_copy_of_own_unfinished_recipe_imports_it_again(zest: Zest, owner: Guest):
    failed = owner.import_url(zest.demo + "status/404").recipe
    copied = owner.copy(failed["id"])
    assert (copied["status"], copied["nutritionalInformation"]["status"]) == ("PENDING", "PENDING")
    assert copied["url"] == failed["url"]
    ended = eventually(lambda: (found := owner.get(copied["id"]))["status"] != "PENDING" and found, "it has ended")
    assert (ended["status"], ended["errorCode"]) == ("FAILED", "NOT_FOUND")


# --- In user-pool mode -------------------------------------------------------------------------------------------


def test_recipe_created_in_user_pool_mode_is_owned_in_every_mode(zest: Zest, imported: Json):
    member = sign_up(zest.origin)
    assert member.claim() == 0, "what a sign-in does: from now on the identity id is known"
    pool = member.access_token
    made = [
        member.graphql(operations.BLANK, {"id": new_id()}, token=pool)["createBlankRecipe"],
        member.graphql(operations.COPY, {"sourceId": imported["id"], "id": new_id()}, token=pool)["copyRecipe"],
        member.create_blank(),
    ]
    for recipe in made:
        assert recipe["createdBy"] == member.user
        assert set(recipe["owners"]) == {member.user, member.identity}
    exported = member.graphql(operations.EXPORT, token=pool)["exportRecipes"]["items"]
    assert {recipe["id"] for recipe in exported} == {recipe["id"] for recipe in made}
    named = {"filter": {"owners": {"contains": member.identity}}}
    assert len(member.graphql(operations.LIST, named, token=pool)["listRecipes"]["items"]) == 3
    token = member.issue_owner_token()
    assert member.update(token, id=made[0]["id"], title="Mine")["title"] == "Mine"
    assert member.delete_all(token) == {"deleted": 3, "done": True}


# --- Exported ----------------------------------------------------------------------------------------------------


def test_export_pages_are_complete_and_below_the_size_limit(zest: Zest, guest: Guest, stranger: Guest, seeds: Seeds):
    recipe = blank(guest, title="Mine", notes="Only for me.", instructions=["é" * 40_000])
    expected = {recipe["id"], *seeds.multiply(guest, recipe["id"], 44)}
    seen: list[str] = []
    token = None
    while True:
        body = json.dumps({"query": operations.EXPORT, "variables": {"nextToken": token}})
        answer = guest.post(body)
        assert len(answer.body) < 5_000_000, "more than AppSync answers"
        page = answer.json()["data"]["exportRecipes"]
        assert len(page["items"]) <= 20 and all(item["notes"] == "Only for me." for item in page["items"])
        seen += [item["id"] for item in page["items"]]
        token = page["nextToken"]
        if token is None:
            break
    assert len(seen) == len(expected) and set(seen) == expected
    with pytest.raises(Refused):
        stranger.export(limit=1, nextToken=guest.export(limit=1)["nextToken"])
    with pytest.raises(Refused, match="limit must be a number from 1 to 20"):
        guest.export(limit=21)


# --- Deleted -----------------------------------------------------------------------------------------------------


def test_deleted_recipe_leaves_no_data(zest: Zest, guest: Guest):
    id = guest.import_url(zest.demo + "carrot-cake.html").recipe["id"]
    assert len(objects(zest, id)) == 5, "a photo in three widths, the page and its extraction"
    guest.delete(guest.issue_owner_token(), id)
    assert objects(zest, id) == []
    assert rows(zest, id) == 0


def test_batch_deletion_reports_each_outcome(owner: Guest, stranger: Guest, imported: Json):
    mine, gone = stranger.create_blank()["id"], new_id()
    token = stranger.issue_owner_token()
    assert stranger.delete_many(token, [mine, imported["id"], gone, "x"]) == [
        {"id": mine, "deleted": True, "error": None},
        {"id": imported["id"], "deleted": False, "error": "Unauthorized"},
        {"id": gone, "deleted": True, "error": None},
        {"id": "x", "deleted": False, "error": "id must be 32 lowercase hexadecimal digits"},
    ]
    assert owner.get(imported["id"]) == imported
    with pytest.raises(Refused, match=r"^at most 50 recipes are deleted at once$"):
        stranger.delete_many(token, [new_id() for _ in range(51)])


def test_delete_all_removes_300_recipes_of_the_owner_only(
    zest: Zest, owner: Guest, guest: Guest, imported: Json, seeds: Seeds
):
    kept = blank(guest)["id"]
    seeds.multiply(guest, kept, 299)
    started, deleted, calls = time.monotonic(), 0, 0
    while True:
        progress = guest.delete_all(guest.issue_owner_token())
        deleted, calls = deleted + progress["deleted"], calls + 1
        if progress["done"]:
            break
        assert progress["deleted"] > 0, "a call that deletes nothing would be made for ever"
    print(f"{deleted} recipes deleted in {calls} calls, {time.monotonic() - started:.1f} s")
    assert deleted == 300
    assert guest.list()["items"] == []
    assert rows(zest, guest.identity) == 0
    assert owner.get(imported["id"]) == imported


# --- Authorization -------------------------------------------------------------------------------------------------

WITH_TOKEN_ONLY: dict[str, Callable[[Guest, str | None, str], Any]] = {
    "update": lambda guest, token, id: guest.graphql(
        operations.UPDATE, {"input": {"id": id, "title": "x"}}, token=token
    ),
    "delete some": lambda guest, token, id: guest.graphql(operations.DELETE_SOME, {"ids": [id]}, token=token),
    "delete all": lambda guest, token, id: guest.graphql(operations.DELETE_ALL, token=token),
}
WITH_IDENTITY_ONLY: dict[str, Callable[[Guest, str | None, str], Any]] = {
    "blank": lambda guest, token, id: guest.graphql(operations.BLANK, {"id": new_id()}, token=token),
    "copy": lambda guest, token, id: guest.graphql(operations.COPY, {"sourceId": id, "id": new_id()}, token=token),
    "export": lambda guest, token, id: guest.graphql(operations.EXPORT, token=token),
    "record": lambda guest, token, id: guest.graphql(operations.RECORD, {"event": {"name": "login"}}, token=token),
}


@pytest.mark.parametrize("kind", [*WITH_TOKEN_ONLY, *WITH_IDENTITY_ONLY])
def test_operation_refuses_other_kinds_of_credentials(owner: Guest, imported: Json, kind: str):
    timestamp = str(int(time.time() * 1000))
    own = None if kind in WITH_TOKEN_ONLY else owner.issue_owner_token()
    for token in (own, timestamp):
        with pytest.raises(Refused) as refused:
            (WITH_TOKEN_ONLY | WITH_IDENTITY_ONLY)[kind](owner, token, imported["id"])
        assert refused.value.kind == "Unauthorized"
    assert owner.get(imported["id"]) == imported


def logged(zest: Zest, since: int = 0) -> list[Json]:
    """Returns the log entries of fn-graphql since a time in milliseconds."""
    filter_events = zest.client("logs").get_paginator("filter_log_events")
    pages = filter_events.paginate(logGroupName="/zest/local/fn-graphql", startTime=since)
    lines = [event["message"] for page in pages for event in page["events"]]
    return [json.loads(line) for line in lines if line.startswith("{")]


def now() -> int:
    return int(time.time() * 1000)


def test_event_is_accepted_but_not_logged_outside_production(zest: Zest, guest: Guest):
    recipe_id, since = new_id(), now()
    assert guest.record(name="recipe_edited", recipe_id=recipe_id, fields_changed=["title"]) is True
    with pytest.raises(Refused, match=r"^an event holds ids, names of fields and small numbers, nothing else$"):
        guest.record(name="recipe_edited", fields_changed=["ann@example.com"])
    eventually(
        lambda: any("recordEvent" in entry.get("subject", "") for entry in logged(zest, since)), "the call is logged"
    )
    assert not any(recipe_id in json.dumps(entry) for entry in logged(zest, since))


def test_app_crash_is_logged_with_known_names_only(zest: Zest, guest: Guest):
    build, since = secrets.token_hex(8), now()
    told = {"name": "TypeError", "place": "/recipes/:id", "build": build, "at": "RecipePage-b1.js:1:2345"}
    assert guest.graphql(operations.REPORT_CRASH, {"input": told})["reportCrash"] is True
    with pytest.raises(Refused) as refused:
        guest.graphql(operations.REPORT_CRASH, {"input": {**told, "place": f"/recipes/{new_id()}"}})
    assert refused.value.kind == "BadRequest"
    eventually(lambda: any(entry.get("build") == build for entry in logged(zest, since)), "the crash is logged")
    [entry] = [entry for entry in logged(zest, since) if entry.get("build") == build]
    line = {"level": "WARN", "message": "crash", "user_type": "guest", **told}
    # Each line begins with the ids of invocation and trace, which the Lambda runtime also has in `spans`.
    ids = {name: entry.pop(name) for name in ("request_id", "trace_id")}
    [ended] = [
        other for other in logged(zest, since) if other.get("request_id") == ids["request_id"] and "cpu_ms" in other
    ]
    assert ended["trace_id"] == ids["trace_id"]
    assert {name: value for name, value in entry.items() if name not in ("timestamp", "spans")} == line
