"""The Bedrock stand-in fails on request, as a model may."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from bedrock.errors import IN_STREAM, STATUS
from bedrock.misbehaving import HUGE_CHARACTERS
from bedrock.schema import mistakes
from bedrock.texts import said
from botocore.exceptions import ClientError, EventStreamError
from support.bedrock import (
    OFFERED,
    Json,
    Playing,
    assistant,
    calls_of,
    playing,
    result,
    schema_of,
    stop_reason,
    streamed,
    use,
    user,
    words_of,
)
from urllib3.exceptions import HTTPError

VEGAN = user("Make it vegan")


@pytest.fixture
def bedrock() -> Iterator[Playing]:
    with playing() as played:
        yield played


def _refusal(call: Any, *arguments: Any, **more: Any) -> tuple[int, str]:
    with pytest.raises(ClientError) as refused:
        call(*arguments, **more)
    answer = refused.value.response
    return answer["ResponseMetadata"]["HTTPStatusCode"], answer["Error"]["Code"]


def _until_it_breaks(bedrock: Playing, *messages: Json, **more: Any) -> tuple[list[Json], Exception]:
    """Returns the events that were received and the exception that ended the stream."""
    answer = bedrock.client.converse_stream(modelId="zest.stand-in-v1:0", messages=list(messages), **more)
    seen = []
    with closing(answer["stream"]) as stream, pytest.raises((EventStreamError, HTTPError, OSError)) as broken:
        for event in stream:
            seen.append(event)
    return seen, broken.value


def test_throttling_ends_after_the_given_number_of_requests(bedrock: Playing):
    bedrock.control.switch("", {"name": "exception", "times": 2})
    assert _refusal(bedrock.converse, VEGAN) == (429, "ThrottlingException")
    assert _refusal(bedrock.stream, VEGAN) == (429, "ThrottlingException")
    assert bedrock.converse(VEGAN)["stopReason"] == "end_turn"


@pytest.mark.parametrize("kind", STATUS)
def test_each_bedrock_exception_has_its_http_status(bedrock: Playing, kind: str):
    bedrock.control.switch("", {"name": "exception", "exception": kind})
    assert _refusal(bedrock.converse, VEGAN) == (STATUS[kind], kind)
    errors = bedrock.client.meta.service_model.operation_model("ConverseStream").error_shapes
    assert {shape.name: shape.metadata["error"]["httpStatusCode"] for shape in errors} == STATUS


@pytest.mark.parametrize("kind", IN_STREAM)
def test_stream_is_interrupted_by_an_exception(bedrock: Playing, kind: str):
    bedrock.control.switch("", {"name": "streamException", "exception": kind, "after": 4})
    seen, broken = _until_it_breaks(bedrock, VEGAN, **OFFERED)
    assert len(seen) == 4 and "messageStart" in seen[0]
    assert isinstance(broken, EventStreamError) and broken.response["Error"]["Code"] == kind
    assert _refusal(bedrock.converse, VEGAN) == (424, "ModelErrorException")


def test_stream_is_cut_between_or_within_frames(bedrock: Playing):
    for where in ("betweenFrames", "midFrame"):
        bedrock.control.switch("", {"name": "cut", "after": 3, "where": where})
        seen, broken = _until_it_breaks(bedrock, VEGAN, **OFFERED)
        assert len(seen) == 3 and not isinstance(broken, EventStreamError)
    bedrock.control.switch("")
    assert stop_reason(bedrock.stream(VEGAN, **OFFERED)) == "tool_use"


@pytest.mark.parametrize("reason", ["content_filtered", "guardrail_intervened", "end_turn"])
def test_refusal_is_in_the_user_language(bedrock: Playing, reason: str):
    bedrock.control.switch("", {"name": "refusal", "stopReason": reason})
    for text, language in (("Make it vegan", "en"), ("Hazla vegana", "es"), ("Rends-la végane, je te prie", "fr")):
        answer = bedrock.converse(user(text), **OFFERED)
        assert (answer["stopReason"], words_of(answer), calls_of(answer)) == (reason, said("refusal", language), [])


def test_invalid_tool_arguments_of_each_kind(bedrock: Playing):
    def asked(kind: str) -> tuple[str, str]:
        bedrock.control.switch("", {"name": "nonsense", "kind": kind})
        events = bedrock.stream(VEGAN, **OFFERED)
        assert stop_reason(events) == "tool_use"
        return streamed(events)[1]

    name, text = asked("invalidJson")
    assert name == "adapt"
    with pytest.raises(ValueError, match="Expecting"):
        json.loads(text)
    assert calls_of(bedrock.converse(VEGAN, **OFFERED)) == [(name, text)]
    assert asked("unknownTool")[0] == "noSuchTool"
    for kind in ("wrongTypes", "missing", "extra", "huge"):
        name, text = asked(kind)
        assert (name, mistakes(schema_of("adapt"), json.loads(text)) == []) == ("adapt", False), kind
    assert len(asked("huge")[1]) > HUGE_CHARACTERS


def test_endless_switch_repeats_tool_calls(bedrock: Playing):
    bedrock.control.switch("", {"name": "endless"})
    messages = [VEGAN]
    for turn in range(12):
        answer = bedrock.converse(*messages, **OFFERED)
        assert answer["stopReason"] == "tool_use"
        uses = [block for block in answer["output"]["message"]["content"] if "toolUse" in block]
        results = [result(block["toolUse"]["toolUseId"], {"lines": [], "turn": turn}) for block in uses]
        messages += [answer["output"]["message"], user(*results)]
    # The content of the result appears in the next call, which stays valid if the first call was.
    asked = [block["toolUse"] for message in messages for block in message["content"] if "toolUse" in block]
    assert {(use["name"], use["input"]["diet"]) for use in asked} == {("adapt", "vegan")}


def test_endless_switch_without_request_sends_valid_arguments(bedrock: Playing):
    bedrock.control.switch("", {"name": "endless"})
    ((name, arguments),) = calls_of(bedrock.converse(user("What is blanching?"), **OFFERED))
    assert arguments and mistakes(schema_of(name), arguments) == []


def test_long_switch_reaches_or_exceeds_max_tokens(bedrock: Playing):
    limit = {"inferenceConfig": {"maxTokens": 50}}
    bedrock.control.switch("", {"name": "long"})
    events = bedrock.stream(VEGAN, **limit)
    assert (stop_reason(events), len(streamed(events)[0][1])) == ("max_tokens", 200)
    bedrock.control.switch("", {"name": "long", "until": "beyond"})
    events = bedrock.stream(VEGAN, **limit)
    assert (stop_reason(events), len(streamed(events)[0][1])) == ("end_turn", 400)
    assert events[-1]["metadata"]["usage"]["outputTokens"] == 100


def test_deltas_are_empty_or_duplicated(bedrock: Playing):
    def deltas() -> list[Json]:
        events = bedrock.stream(VEGAN, **OFFERED)
        return [event["contentBlockDelta"] for event in events if "contentBlockDelta" in event]

    usual = deltas()
    bedrock.control.switch("", {"name": "duplicateDeltas"})
    assert deltas() == [delta for delta in usual for _ in range(2)]
    bedrock.control.switch("", {"name": "emptyDeltas"})
    more = deltas()
    assert more[::2] == usual and len(more) == 2 * len(usual)
    assert all(delta["delta"] in ({"text": ""}, {"toolUse": {"input": ""}}) for delta in more[1::2])


def test_first_delta_is_delayed_and_others_pause(bedrock: Playing):
    bedrock.control.switch("", {"name": "slow", "seconds": 7}, {"name": "pause", "milliseconds": 250})
    events = bedrock.stream(VEGAN, **OFFERED)
    assert bedrock.waits == [7, *[0.25] * (len(events) - 1)]
    bedrock.waits.clear()
    bedrock.control.switch("")
    bedrock.stream(VEGAN, **OFFERED)
    assert bedrock.waits == []


def test_switch_applies_to_conversations_with_its_text(bedrock: Playing):
    bedrock.control.switch("[broken]", {"name": "exception"})
    assert bedrock.converse(VEGAN)["stopReason"] == "end_turn"
    assert _refusal(bedrock.converse, user("Make it vegan [broken]")) == (429, "ThrottlingException")
    later = [user("[broken]"), assistant("ok"), user("go on")]
    assert _refusal(bedrock.converse, *later)[0] == 429
    # Text in tool results does not activate a switch.
    read = [user("vegan"), assistant(use("tooluse_1", "adapt")), user(result("tooluse_1", "[broken]"))]
    assert bedrock.converse(*read, **OFFERED)["stopReason"] == "end_turn"


def test_switches_are_listed_and_combined(bedrock: Playing):
    bedrock.control.switch("a", {"name": "slow", "times": 3}, {"name": "exception", "times": 1})
    (shown,) = bedrock.control.ask("GET", "/local/switches").json()["switches"]
    assert shown["said"] == "a" and shown["switches"][0] == {"name": "slow", "seconds": 5, "times": 3}
    # A refused request uses up no other switch.
    assert _refusal(bedrock.converse, user("a"))[0] == 429
    bedrock.converse(user("a"))
    (shown,) = bedrock.control.ask("GET", "/local/switches").json()["switches"]
    assert [switch["times"] for switch in shown["switches"]] == [2, 0]


@pytest.mark.parametrize(
    "body",
    [
        [],
        {"said": 1, "switches": []},
        {"said": "", "switches": [{"name": "unheard-of"}]},
        {"said": "", "switches": [{"name": "slow", "seconds": -1}]},
        {"said": "", "switches": [{"name": "slow", "seconds": True}]},
        {"said": "", "switches": [{"name": "slow", "minutes": 1}]},
        {"said": "", "switches": [{"name": "slow", "times": 0}]},
        {"said": "", "switches": [{"name": "refusal", "stopReason": "tool_use"}]},
        {"said": "", "switches": [{"name": "slow"}] * 21},
        {"said": "", "switches": [], "always": True},
    ],
)
def test_invalid_switch_is_refused_with_a_message(bedrock: Playing, body: Any):
    answer = bedrock.control.ask("POST", "/local/switches", body)
    assert answer.status == 400 and answer.json()["message"].endswith(".")
    assert bedrock.control.ask("GET", "/local/switches").json() == {"switches": []}
