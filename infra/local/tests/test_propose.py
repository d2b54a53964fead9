"""Recipe changes are proposed without a conversation: results, access and refusals."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest
from zest_client.bedrock import Bedrock
from zest_client.guest import new_id
from zest_client.http import Answer
from zest_client.rest import call

PATH = "/agent/propose"
PAGES = {"en": "lemon-drizzle-loaf", "es": "lentejas-de-domingo", "fr": "quiche-aux-poireaux"}


@dataclass(frozen=True)
class Cook:
    """A guest with an owner token and an imported recipe in each language."""

    guest: Guest
    token: str
    recipes: dict[str, str]

    def wish(self, origin: str, language: str, wish: str) -> Answer:
        body = {"recipeId": self.recipes[language], "wish": wish, "language": language}
        return call(origin, "POST", PATH, self.token, body)


@pytest.fixture(scope="module")
def cook(zest: Zest) -> Cook:
    guest = zest.guest()
    recipes = {language: guest.import_url(zest.demo + page + ".html").recipe["id"] for language, page in PAGES.items()}
    return Cook(guest, guest.issue_owner_token(), recipes)


@pytest.fixture(scope="module")
def model(zest: Zest) -> Bedrock:
    return Bedrock.of(zest.state)


def told(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json()["code"]


def lines(patch: dict[str, Any]) -> list[str]:
    return [
        (line["after"] or {"text": line["before"]})["text"] for line in patch["lines"] if line["verdict"] != "LEFT_OUT"
    ]


@pytest.mark.parametrize(
    ("language", "wish", "expected"),
    [
        ("en", "vegan, please", "225 g plant-based butter"),
        ("en", "for 20", "450 g soft butter"),
        ("es", "para 8 personas", "640 g de lentejas pardinas"),
        ("es", "en tazas, por favor", None),
        ("fr", "pour 12 personnes", "400 g de farine"),
        ("fr", "sans gluten, s\u2019il vous plaît", None),
        ("en", "in cups", None),
    ],
)
def test_request_in_each_language_returns_a_patch_on_the_stored_version(
    zest: Zest, cook: Cook, language: str, wish: str, expected: str | None
):
    before = cook.guest.get(cook.recipes[language])
    answer = cook.wish(zest.origin, language, wish)
    assert answer.status == 200, answer.body
    body = answer.json()
    assert (body["reckoned"], body["words"]) == (True, None)
    patch = body["patch"]
    assert (patch["recipeId"], patch["version"]) == (before["id"], before["version"])
    assert any(line["verdict"] == "REPLACED" for line in patch["lines"]) and len(patch["lines"]) == len(
        before["ingredients"]
    )
    assert expected is None or expected in lines(patch)
    assert cook.guest.get(cook.recipes[language]) == before


def test_request_without_effect_returns_no_patch(zest: Zest, cook: Cook):
    answer = cook.wish(zest.origin, "en", "for 10")
    assert (answer.status, answer.json()) == (200, {"patch": None, "words": None, "reckoned": True})


def test_request_for_another_owner_recipe_is_refused(zest: Zest, cook: Cook, stranger: Guest):
    token = stranger.issue_owner_token()
    for id in (cook.recipes["en"], new_id()):
        for wish in ("vegan", "shorter"):
            body = {"recipeId": id, "wish": wish, "language": "en"}
            answer = call(zest.origin, "POST", PATH, token, body)
            assert (answer.status, answer.json()) == (404, {"code": "NO_RECIPE", "message": "You have no such recipe."})


def test_invalid_body_is_refused_with_advice(zest: Zest, cook: Cook):
    good: dict[str, Any] = {"recipeId": cook.recipes["en"], "wish": "vegan", "language": "en"}
    for change, expected in [
        ({"wish": " \n"}, (400, "AGENT_EMPTY")),
        ({"wish": "x" * 20_001}, (400, "AGENT_TEXT_TOO_LONG")),
        ({"wish": "x" * 200_000}, (413, "TOO_LARGE")),
        ({"wish": None}, (400, "INVALID_INPUT")),
        ({"wish": ["vegan"]}, (400, "INVALID_INPUT")),
        ({"language": "de"}, (400, "INVALID_INPUT")),
        ({"recipeId": "../" + new_id()}, (400, "INVALID_INPUT")),
        ({"recipeId": ""}, (400, "INVALID_INPUT")),
        ({"recipeId": 7}, (400, "INVALID_INPUT")),
    ]:
        assert told(call(zest.origin, "POST", PATH, cook.token, {**good, **change})) == expected, change
    for body in (b"", b"[1]", b"{", b"null", b"\xff"):
        assert told(call(zest.origin, "POST", PATH, cook.token, body)) == (400, "INVALID_INPUT")


def test_scaling_without_servings_is_refused(zest: Zest, guest: Guest):
    body = {"recipeId": guest.create_blank()["id"], "wish": "for 8", "language": "en"}
    answer = call(zest.origin, "POST", PATH, guest.issue_owner_token(), body)
    assert told(answer) == (422, "AGENT_NO_SERVINGS")


def test_model_request_returns_a_patch_and_stores_nothing(zest: Zest, cook: Cook, model: Bedrock):
    before = cook.guest.get(cook.recipes["en"])
    mark = new_id()
    answer = cook.wish(zest.origin, "en", f"Translate it into Spanish {mark}")
    assert answer.status == 200, answer.body
    body = answer.json()
    assert body["reckoned"] is False and body["words"]
    assert (body["patch"]["recipeId"], body["patch"]["version"]) == (before["id"], before["version"])
    assert body["patch"]["language"] == "es" and body["patch"]["title"]["after"] == "Bizcocho de limón glaseado"
    assert any("palillo" in (step["after"] or "") for step in body["patch"]["steps"]), body["patch"]
    assert cook.guest.get(cook.recipes["en"]) == before
    assert len(model.requests(mark)) > 1
    listed = cook.guest.graphql("query { listConversations { items { id } } }")
    assert listed["listConversations"]["items"] == []


def test_unsupported_request_is_explained_without_a_patch(zest: Zest, cook: Cook):
    answer = cook.wish(zest.origin, "fr", "Chante-moi une chanson")
    body = answer.json()
    assert (answer.status, body["patch"], body["reckoned"]) == (200, None, False) and body["words"]


@pytest.mark.parametrize(
    ("switch", "status", "code"),
    [
        ({"name": "exception"}, 503, "AGENT_THROTTLED"),
        ({"name": "exception", "exception": "AccessDeniedException"}, 502, "AGENT_BROKEN"),
        ({"name": "exception", "exception": "ValidationException"}, 502, "AGENT_INVALID"),
        ({"name": "streamException", "after": 4}, 502, "AGENT_BROKEN"),
        ({"name": "refusal"}, 502, "AGENT_REFUSED"),
        ({"name": "nonsense", "kind": "unknownTool"}, 502, "AGENT_NONSENSE"),
        ({"name": "nonsense", "kind": "huge"}, 502, "AGENT_NONSENSE"),
    ],
)
def test_model_failure_has_a_code_and_a_localised_message(
    zest: Zest, cook: Cook, model: Bedrock, switch: dict[str, Any], status: int, code: str
):
    mark = new_id()
    model.switch(mark, switch, {"name": "pause", "milliseconds": 0})
    answer = cook.wish(zest.origin, "es", f"Tradúcela al inglés {mark}")
    assert told(answer) == (status, code)
    sentence = answer.json()["message"]
    assert sentence.endswith(".") and mark not in sentence and "Exception" not in sentence
    assert model.requests(mark)


def test_slow_model_times_out_before_the_gateway(zest: Zest, cook: Cook, model: Bedrock):
    mark = new_id()
    model.switch(mark, {"name": "slow", "seconds": 60})
    begun = time.monotonic()
    answer = cook.wish(zest.origin, "en", f"shorter, please {mark}")
    assert told(answer) == (502, "AGENT_TOO_SLOW")
    assert answer.json()["message"].startswith("The answer took too long.")
    assert 20 < time.monotonic() - begun < 28


def test_daily_budget_is_per_owner(zest: Zest, model: Bedrock):
    guest, other = zest.guest(), zest.guest()
    key = {"PK": {"S": f"D#{guest.identity}"}, "SK": {"S": datetime.now(UTC).date().isoformat()}}
    # The daily budget is one dollar, in micro-dollars.
    table, day = zest.function("Conversations"), {"spent": {"N": "1000000"}}
    zest.client("dynamodb").put_item(TableName=table, Item={**key, **day})
    mark = new_id()
    for cook, expected in ((guest, (429, "AGENT_DAY_USED_UP")), (other, (200, None))):
        body = {"recipeId": cook.create_blank()["id"], "wish": f"shorter {mark}", "language": "en"}
        answer = call(zest.origin, "POST", PATH, cook.issue_owner_token(), body)
        assert (answer.status, answer.json().get("code")) == expected
    assert len(model.requests(mark)) == 1
    row = zest.client("dynamodb").get_item(TableName=table, Key=key, ConsistentRead=True)["Item"]
    assert row["spent"] == day["spent"] and "expiresAt" in row


def test_logs_contain_neither_request_nor_owner(zest: Zest, cook: Cook):
    secret = f"truffle {new_id()}"
    assert cook.wish(zest.origin, "en", f"what about {secret}").status == 200
    events = zest.client("logs").filter_log_events(logGroupName="/zest/local/fn-propose")["events"]
    messages = [event["message"] for event in events]
    assert any('"proposed"' in message for message in messages)
    for log in messages:
        assert secret not in log and cook.token not in log and cook.guest.identity not in log
