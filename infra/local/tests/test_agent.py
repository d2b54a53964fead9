"""The recipe agent works through the front door with the model stand-in: conversations and failures."""

import threading
import time

import pytest
from support.credits import balance_of, give
from support.zest import Zest
from zest_client import Guest
from zest_client.agent import Chat, Json, answer_is_whole, folded, is_last, proposals, words
from zest_client.bedrock import Bedrock
from zest_client.guest import new_id
from zest_client.member import sign_up

SOUP = "red-lentil-soup.html"


@pytest.fixture(scope="module")
def model(zest: Zest) -> Bedrock:
    return Bedrock.of(zest.state)


@pytest.fixture(scope="module")
def cook(zest: Zest) -> Guest:
    return zest.guest()


@pytest.fixture(scope="module")
def soup(zest: Zest, cook: Guest) -> Json:
    return cook.import_url(zest.demo + SOUP).recipe


@pytest.mark.parametrize(
    ("language", "text", "proposes"),
    [
        ("en", "For 8 people, please", "proposeEdit"),
        ("es", "Hazla para 8 personas", "proposeEdit"),
        ("fr", "Pour 8 personnes", "proposeEdit"),
        ("en", "Give me US cups", "proposeEdit"),
        ("en", "Make it vegan", "proposeEdit"),
        ("es", "Hazla vegana", "proposeEdit"),
        ("fr", "Rends-la végane", "proposeEdit"),
        ("en", "I have no butter", "proposeEdit"),
        ("en", "I have no onions", "proposeEdit"),
        ("en", "Translate it into Spanish", "proposeEdit"),
        ("fr", "Traduis-la en français", "proposeEdit"),
        ("en", "Dinner at 19:30, when do I begin?", None),
        ("es", "La cena es a las 19:30, ¿cuándo empiezo?", None),
        ("fr", "Le dîner est à 19h30, quand commencer ?", None),
        ("en", "Import https://example.org/soup", "proposeImport"),
        ("es", "Guarda https://example.org/sopa", "proposeImport"),
        ("en", "Explain step 2", None),
        ("en", "How many calories does it have?", None),
        ("en", "Find my recipes with lentils", None),
    ],
)
def test_request_is_answered_without_changing_the_recipe(
    zest: Zest, cook: Guest, soup: Json, language: str, text: str, proposes
):
    before = cook.get(soup["id"])
    answer = Chat.begin(cook, soup["id"], language).ask(text)
    assert (answer["state"], answer["errors"]) == ("ENDED", []), answer
    assert words(answer)
    assert proposes is None or proposes in [name for name, _ in proposals(answer)], answer
    assert answer["stopReason"] == ("tool_use" if proposals(answer) else "end_turn")
    assert cook.get(soup["id"]) == before


def test_merged_deltas_equal_the_queried_answer(cook: Guest, soup: Json):
    chat = Chat.begin(cook, soup["id"])
    with chat.listening() as parts:
        question = chat.say("Make it vegan, for 8")
        heard = parts.until(answer_is_whole())
    answer = chat.ended(question)
    assert {part["associatedUserMessageId"] for part in heard} == {question}
    assert any(part["working"] for part in heard) and len({len(part["p"] or "") for part in heard}) > 1
    told = folded(heard)
    # Compare the input of tools as JSON values, not as text.
    assert (words(told), proposals(told)) == (words(answer), proposals(answer)) and proposals(told)
    assert told["stopReason"] == answer["stopReason"]


def test_second_question_includes_the_first_in_context(cook: Guest, soup: Json, model: Bedrock):
    chat = Chat.begin(cook, soup["id"])
    chat.ask("Make it vegan")
    mark = f"thanks {new_id()}"
    assert chat.ask(mark)["state"] == "ENDED"
    told = str(model.requests(mark)[-1]["messages"])
    assert "Make it vegan" in told and "proposeEdit" in told and chat.state()["turnsLeft"] == 18


def test_proposal_outcome_reaches_the_model_as_data(cook: Guest, soup: Json, model: Bedrock):
    chat = Chat.begin(cook, soup["id"])
    chat.ask("Make it vegan")
    mark, refused = f"thanks {new_id()}", "25 g butter → 25 g plant-based butter"
    decisions = [{"proposal": f"{chat.asked[-1]}-0", "accepted": [], "refused": [refused]}]
    assert chat.ended(chat.say(mark, decisions=decisions))["state"] == "ENDED"
    last = model.requests(mark)[-1]["messages"][-1]["content"]
    [told] = [block["text"] for block in last if 'source="decisions"' in block.get("text", "")]
    assert refused in told and told.startswith("<data-")
    # Sending the same question again adds nothing.
    assert chat.answer(chat.say(mark, id=chat.asked[-1]))["state"] == "ENDED"


def test_cancelled_answer_keeps_its_partial_text(cook: Guest, soup: Json, model: Bedrock):
    mark = new_id()
    model.switch(mark, {"name": "long"}, {"name": "pause", "milliseconds": 60})
    chat = Chat.begin(cook, soup["id"])
    with chat.listening() as parts:
        question = chat.say(f"What is blanching? {mark}")
        parts.until(lambda part: bool(part["contentBlockText"]))
        chat.stop(question)
        heard = parts.until(is_last, 20)
    answer = chat.ended(question)
    assert heard[-1]["stopReason"] == answer["stopReason"] == "stopped" and words(answer)


@pytest.mark.parametrize(
    ("switch", "code", "says_something"),
    [
        ({"name": "exception"}, "AGENT_THROTTLED", False),
        ({"name": "exception", "exception": "AccessDeniedException"}, "AGENT_BROKEN", False),
        ({"name": "exception", "exception": "ValidationException"}, "AGENT_INVALID", False),
        ({"name": "streamException", "after": 4}, "AGENT_BROKEN", True),
        ({"name": "cut", "after": 4, "where": "midFrame"}, "AGENT_BROKEN", True),
        ({"name": "refusal"}, "AGENT_REFUSED", True),
        ({"name": "endless"}, "AGENT_ENDLESS", False),
        ({"name": "nonsense", "kind": "unknownTool"}, "AGENT_NONSENSE", False),
        ({"name": "nonsense", "kind": "invalidJson"}, "AGENT_NONSENSE", False),
        ({"name": "nonsense", "kind": "huge"}, "AGENT_NONSENSE", False),
    ],
)
def test_failed_answer_reports_its_error_and_costs_no_credit(
    zest: Zest, model: Bedrock, switch: Json, code: str, says_something
):
    member = sign_up(zest.origin)
    give(zest, member, 1)
    mark = new_id()
    model.switch(mark, switch, {"name": "pause", "milliseconds": 0})
    chat = Chat.begin(member)
    text = "Find my recipes with leeks" if switch["name"] in ("endless", "nonsense") else "What is blanching?"
    answer = chat.ask(f"{text} {mark}")
    assert (answer["state"], [error["errorType"] for error in answer["errors"]]) == ("FAILED", [code]), answer
    assert bool(words(answer)) == says_something or switch["name"] in ("endless", "nonsense")
    assert chat.state()["credit"] == "GIVEN_BACK"
    assert _settled(zest, member, 1)


def _settled(zest: Zest, member: Guest, credits: int, seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if balance_of(zest, member) == credits:
            return True
        time.sleep(0.1)
    return False


def test_answer_costs_one_credit_per_conversation(zest: Zest):
    member = sign_up(zest.origin)
    give(zest, member, 2)
    chat = Chat.begin(member)
    for _ in range(2):
        assert chat.ask("What is blanching?")["state"] == "ENDED"
    assert chat.state() == {"id": chat.id, "credit": "USED", "turnsLeft": 18}
    assert _settled(zest, member, 1)


def test_overlong_answer_is_cut_and_marked(cook: Guest, model: Bedrock):
    mark = new_id()
    model.switch(mark, {"name": "long"}, {"name": "pause", "milliseconds": 0})
    answer = Chat.begin(cook).ask(f"What is blanching? {mark}", seconds=180)
    assert (answer["state"], answer["stopReason"]) == ("ENDED", "max_tokens") and len(words(answer)) > 10_000


def test_concurrent_starts_produce_one_answer(zest: Zest, cook: Guest, model: Bedrock):
    mark = new_id()
    model.switch(mark, {"name": "pause", "milliseconds": 40})
    chat = Chat.begin(cook)
    with chat.listening() as parts:
        question = chat.say(f"What is blanching? {mark}")
        event = {"conversationId": chat.id, "messageId": question}
        others = [threading.Thread(target=zest.invoke, args=("FnAgent", event)) for _ in range(3)]
        for other in others:
            other.start()
        heard = parts.until(answer_is_whole())
        for other in others:
            other.join()
    assert len(model.requests(mark)) == 1
    answer = chat.ended(question)
    assert folded(heard)["content"] == answer["content"] and answer["state"] == "ENDED"
    assert zest.invoke("FnAgent", event) == ({"outcome": "FINISHED"}, None)
    assert len(model.requests(mark)) == 1


def test_run_for_a_missing_conversation_is_superseded(zest: Zest):
    event = {"conversationId": new_id(), "messageId": new_id()}
    assert zest.invoke("FnAgent", event) == ({"outcome": "SUPERSEDED"}, None)
