"""fn-agent is killed during an answer, and the client sends the same question again."""

import os
import signal
from contextlib import suppress
from itertools import pairwise

import pytest
from support.credits import balance_of, give
from support.processes import children_of, is_connected_from
from support.waiting import eventually
from support.zest import Zest
from zest_client.agent import Chat, Json, folded, words
from zest_client.bedrock import Bedrock
from zest_client.guest import new_id
from zest_client.member import Member, sign_up

# Seconds until the app sends the question again. A run that writes nothing for 20 s counts as dead.
RESEND_SECONDS = 3.0
ENDS_WITHIN_SECONDS = 90.0


@pytest.fixture(scope="module")
def model(zest: Zest) -> Bedrock:
    return Bedrock.of(zest.state)


@pytest.fixture
def member(zest: Zest) -> Member:
    member = sign_up(zest.origin)
    give(zest, member, 1)
    return member


def answering(zest: Zest, model: Bedrock, text: str) -> list[int]:
    """Returns the fn-agent processes with an open model request for this text. Other tests run such processes, too."""
    cloud = int((zest.state / "run" / "cloud.pid").read_text())
    every = children_of(cloud, b"AWS_LAMBDA_FUNCTION_NAME=" + zest.function("FnAgent").encode())
    ports = model.ports(text)
    return [pid for pid in every if any(is_connected_from(pid, port) for port in ports)]


def kill(zest: Zest, model: Bedrock, text: str) -> None:
    for pid in eventually(lambda: answering(zest, model, text), "fn-agent is being answered"):
        os.kill(pid, signal.SIGKILL)


def ended(chat: Chat, text: str, question: str) -> list[Json]:
    """Sends the question again until the answer has ended, and returns the states that were stored."""
    seen: list[Json] = []

    def has_ended() -> bool:
        answer = chat.answer(question)
        seen.extend([answer] if answer is not None else [])
        return bool(seen) and seen[-1]["state"] in ("ENDED", "FAILED")

    for _ in range(int(ENDS_WITHIN_SECONDS / RESEND_SECONDS)):
        chat.say(text, id=question)
        with suppress(AssertionError):
            eventually(has_ended, "the answer has ended", RESEND_SECONDS)
            return seen
    raise AssertionError(f"the answer did not end; it was {seen[-1:]}")


def test_killed_run_with_published_text_keeps_it_and_releases_the_credit(zest: Zest, member: Member, model: Bedrock):
    text = f"What is blanching? {new_id()}"
    model.switch(text, {"name": "long"}, {"name": "pause", "milliseconds": 60})
    chat = Chat.begin(member)
    with chat.listening() as parts:
        question = chat.say(text)
        heard = parts.until(lambda part: part["contentBlockDeltaIndex"] == 3)
        kill(zest, model, text)
        seen = ended(chat, text, question)
    last = seen[-1]
    assert (last["state"], [error["errorType"] for error in last["errors"]]) == ("FAILED", ["AGENT_DIED"]), last
    told = [words(folded(heard)), *map(words, seen)]
    assert told[0] and all(after.startswith(before) for before, after in pairwise(told)), told
    assert len(model.requests(text)) == 1, "another model would not go on where the first one was"
    assert chat.state() == {"id": chat.id, "credit": "GIVEN_BACK", "turnsLeft": 20}
    eventually(lambda: balance_of(zest, member) == 1, "the credit is back")


def test_killed_run_without_text_is_answered_by_the_next_run(zest: Zest, member: Member, model: Bedrock):
    text = f"What is blanching? {new_id()}"
    model.switch(text, {"name": "slow", "seconds": 60, "times": 1})
    chat = Chat.begin(member)
    question = chat.say(text)
    eventually(lambda: model.requests(text), "the model is asked")
    kill(zest, model, text)
    last = ended(chat, text, question)[-1]
    assert (last["state"], last["errors"]) == ("ENDED", []) and words(last)
    assert len(model.requests(text)) == 2
    assert chat.state() == {"id": chat.id, "credit": "USED", "turnsLeft": 19}
    eventually(lambda: balance_of(zest, member) == 0, "the credit is used")
    assert [message["id"] for message in chat.messages()].count(question) == 1
