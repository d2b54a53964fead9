"""Members' own programs: personal tokens, and extraction with them."""

import base64
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.credits import balance_of, give, holds_of
from support.uploads import a_paprika_archive
from support.waiting import eventually
from support.zest import Zest
from test_logs import written
from zest_client import Member, programs, sign_up
from zest_client.http import Answer
from zest_client.programs import extract, new_token, revoke, tokens
from zest_client.rest import call

pytestmark = pytest.mark.attack

TEXT = "Leek soup\n\nIngredients\n2 leeks\n1 l stock\n\nPreparation\nCut the leeks.\nSimmer them in the stock."
HTML = "<!doctype html><title>Soup</title><script type='application/ld+json'>{}</script>".format(
    json.dumps(
        {
            "@context": "https://schema.org",
            "@type": "Recipe",
            "name": "Leek soup",
            "recipeIngredient": ["2 leeks", "1 l stock"],
            "recipeInstructions": ["Cut the leeks.", "Simmer them in the stock."],
        }
    )
)


@pytest.fixture(scope="module")
def ann(zest: Zest) -> Member:
    return sign_up(zest.origin)


@pytest.fixture(scope="module")
def token(ann: Member) -> str:
    return new_token(ann)


def told(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json()["code"]


def rows_of(zest: Zest, member: Member) -> list[dict[str, Any]]:
    """Returns the rows of a member's tokens: by hash, and in the member's list."""
    table = zest.outputs["RecipesTable"]
    pages = zest.client("dynamodb").get_paginator("scan").paginate(TableName=table)
    rows = [row for page in pages for row in page["Items"]]
    return [
        row
        for row in rows
        if (row["PK"]["S"].startswith("K#") and row["owner"]["S"] == member.user)
        or (row["PK"]["S"] == f"U#{member.user}" and row["SK"]["S"].startswith("K#"))
    ]


def test_token_is_shown_once_and_its_last_use_is_listed(zest: Zest):
    member = sign_up(zest.origin)
    created = programs.create(member, ["extract"], "Kitchen robot", expiresInDays=30).json()
    assert sorted(created) == ["secret", "token"]
    assert created["secret"].startswith("zest_")
    assert tokens(member) == [created["token"]]
    assert created["token"]["usedAt"] is None
    life = datetime.fromisoformat(created["token"]["expiresAt"]) - datetime.now(UTC)
    assert timedelta(days=30) - timedelta(minutes=1) < life <= timedelta(days=30)
    assert extract(zest.origin, created["secret"], text=TEXT).status == 200
    [listed] = tokens(member)
    assert listed["name"] == "Kitchen robot"
    assert datetime.now(UTC) - datetime.fromisoformat(listed["usedAt"]) < timedelta(minutes=1)
    assert created["secret"] not in json.dumps(rows_of(zest, member))


@pytest.mark.parametrize("kind", ["url", "html", "text"])
def test_program_gets_recipe_json_ld_provenance_and_doubts(zest: Zest, token: str, kind: str):
    body = {"url": {"url": f"{zest.demo}carrot-cake.html"}, "html": {"html": HTML}, "text": {"text": TEXT}}[kind]
    answer = extract(zest.origin, token, **body)
    assert answer.status == 200
    read = answer.json()
    assert sorted(read) == ["jsonLd", "otherRecipes", "provenance", "recipe", "url", "warnings"]
    assert read["jsonLd"]["@type"] == "Recipe"
    assert read["jsonLd"]["name"] == read["recipe"]["title"]
    assert len(read["recipe"]["ingredients"]) >= 2 and len(read["recipe"]["instructions"]) >= 2
    assert {"field", "reader", "path", "confidence"} <= set(read["provenance"][0])
    if kind == "url":
        assert read["url"] == body["url"]


def test_revoked_token_is_refused_at_once(zest: Zest, ann: Member):
    created = programs.create(ann, ["extract"]).json()
    assert extract(zest.origin, created["secret"], text=TEXT).status == 200
    assert revoke(sign_up(zest.origin), created["token"]["id"]).status == 404
    assert extract(zest.origin, created["secret"], text=TEXT).status == 200
    assert revoke(ann, created["token"]["id"]).status == 200
    assert told(extract(zest.origin, created["secret"], text=TEXT)) == (401, "Unauthorized")
    assert revoke(ann, created["token"]["id"]).status == 404


def test_expired_token_is_refused(zest: Zest):
    member = sign_up(zest.origin)
    text = new_token(member, expiresInDays=1)
    assert extract(zest.origin, text, text=TEXT).status == 200
    [row] = [row for row in rows_of(zest, member) if row["SK"]["S"] == "K"]
    past = datetime.now(UTC) - timedelta(seconds=1)
    row["expires"] = {"S": past.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    zest.client("dynamodb").put_item(TableName=zest.outputs["RecipesTable"], Item=row)
    assert told(extract(zest.origin, text, text=TEXT)) == (401, "Unauthorized")


def test_member_has_at_most_ten_tokens_even_if_created_at_once(zest: Zest):
    member = sign_up(zest.origin)
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: programs.create(member).status, range(16)))
    assert set(statuses) <= {200, 409, 503}
    assert statuses.count(200) == len(tokens(member)) <= 10
    while len(tokens(member)) < 10:
        assert programs.create(member).status == 200
    assert told(programs.create(member)) == (409, "TOO_MANY_TOKENS")
    assert revoke(member, tokens(member)[4]["id"]).status == 200
    assert programs.create(member).status == 200


def test_deleted_account_leaves_no_token(zest: Zest):
    member = sign_up(zest.origin)
    member.claim()
    text = new_token(member)
    assert len(rows_of(zest, member)) == 2
    member.delete_account()
    assert rows_of(zest, member) == []
    assert told(extract(zest.origin, text, text=TEXT)) == (401, "Unauthorized")
    assert call(zest.origin, "GET", "/tokens", member.id_token).status == 401


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://2130706433/",
        "http://10.0.0.1/",
        "http://localhost:1/",
        "http://metadata.google.internal/",
    ],
)
def test_private_address_is_refused(zest: Zest, token: str, address: str):
    assert told(extract(zest.origin, token, url=address)) == (422, "ADDRESS_NOT_ALLOWED")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "INVALID_INPUT")),
        ({"text": "a", "html": "b"}, (400, "INVALID_INPUT")),
        ({"text": 1}, (400, "INVALID_INPUT")),
        ({"file": "not base64"}, (400, "INVALID_INPUT")),
        ({"file": "cGRm", "text": "a"}, (400, "INVALID_INPUT")),
        ({"photos": []}, (400, "INVALID_INPUT")),
        ({"photos": ["cGRm"] * 11}, (400, "INVALID_INPUT")),
        ({"text": "a", "fileName": "a.txt"}, (400, "INVALID_INPUT")),
        ({"text": "a", "url": "https://example.com/"}, (400, "INVALID_INPUT")),
        ({"text": "a" * 200_001}, (400, "INVALID_INPUT")),
        ({"html": "a" * (6 << 20)}, (413, "TOO_LARGE")),
        ({"url": "ftp://example.com/"}, (422, "INVALID_URL")),
        ({"text": "Hello."}, (422, "NOT_A_RECIPE")),
        ({"html": HTML, "part": "Cake"}, (422, "PART_MISSING")),
    ],
)
def test_bad_input_says_what_is_wrong(zest: Zest, token: str, body: dict[str, Any], expected: tuple[int, str]):
    if len(str(body)) > 5 << 20:
        # Lambda accepts at most 6 MB. API Gateway itself answers larger requests.
        assert extract(zest.origin, token, **body).status in (413, 502)
    else:
        assert told(extract(zest.origin, token, **body)) == expected


def in_base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_file_costs_a_credit_which_a_file_without_a_recipe_returns(zest: Zest):
    member = sign_up(zest.origin)
    give(zest, member, 2)
    token = new_token(member)
    archive = a_paprika_archive(["Leek soup", "Cake"])
    for part, title, others in ((None, "Leek soup", ["Cake"]), ("Cake", "Cake", ["Leek soup"])):
        more = {} if part is None else {"part": part}
        answer = extract(zest.origin, token, file=in_base64(archive), fileName="all.paprikarecipes", **more)
        assert answer.status == 200
        read = answer.json()
        assert (read["recipe"]["title"], read["jsonLd"]["name"], read["otherRecipes"]) == (title, title, others)
        assert read["url"] is None
        nothing = extract(zest.origin, token, file=in_base64(b"%PDF-1.7 broken"), fileName="a.pdf")
        assert nothing.status == (422 if part is None else 402)
    assert balance_of(zest, member) == 0
    assert sorted(holds_of(zest, member).values()) == ["RELEASED", "SETTLED", "SETTLED"]
    assert told(extract(zest.origin, token, file=in_base64(archive)))[1] == "NO_CREDITS"
    assert extract(zest.origin, token, text=TEXT).status == 200
    assert member.list()["items"] == []


def test_logs_contain_no_token_and_no_query(zest: Zest, ann: Member):
    query = secrets.token_hex(12)
    created = programs.create(ann, ["extract"], f"name {query}").json()
    extract(zest.origin, created["secret"], url=f"{zest.demo}carrot-cake.html?reader={query}")
    extract(zest.origin, created["secret"], url=f"http://10.0.0.1/?reader={query}")
    extract(zest.origin, created["secret"][:-2] + "AA", text=TEXT)
    revoke(ann, created["token"]["id"])
    eventually(lambda: "POST /extract" in written(zest), "the extraction is logged")
    text = written(zest)
    for name, secret in {"query or name": query, "token": created["secret"][5:25], "member": ann.user}.items():
        assert secret not in text, f"{name} is in a log"
