"""Each thing that goes wrong with a model when the stand-in for Bedrock is told to."""

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
    """The events that came, and how the stream broke."""
    answer = bedrock.client.converse_stream(modelId="zest.stand-in-v1:0", messages=list(messages), **more)
    seen = []
    with closing(answer["stream"]) as stream, pytest.raises((EventStreamError, HTTPError, OSError)) as broken:
        for event in stream:
            seen.append(event)
    return seen, broken.value


def test_throttling_ends_after_so_many_requests(bedrock: Playing):
    bedrock.control.switch("", {"name": "exception", "times": 2})
    assert _refusal(bedrock.converse, VEGAN) == (429, "ThrottlingException")
    assert _refusal(bedrock.stream, VEGAN) == (429, "ThrottlingException")
    assert bedrock.converse(VEGAN)["stopReason"] == "end_turn"


@pytest.mark.parametrize("kind", STATUS)
def test_every_exception_of_bedrock_has_its_status(bedrock: Playing, kind: str):
    bedrock.control.switch("", {"name": "exception", "exception": kind})
    assert _refusal(bedrock.converse, VEGAN) == (STATUS[kind], kind)
    errors = bedrock.client.meta.service_model.operation_model("ConverseStream").error_shapes
    assert {shape.name: shape.metadata["error"]["httpStatusCode"] for shape in errors} == STATUS


@pytest.mark.parametrize("kind", IN_STREAM)
def test_a_stream_ends_with_an_exception_in_its_midst(bedrock: Playing, kind: str):
    bedrock.control.switch("", {"name": "streamException", "exception": kind, "after": 4})
    seen, broken = _until_it_breaks(bedrock, VEGAN, **OFFERED)
    assert len(seen) == 4 and "messageStart" in seen[0]
    assert isinstance(broken, EventStreamError) and broken.response["Error"]["Code"] == kind
    assert _refusal(bedrock.converse, VEGAN) == (424, "ModelErrorException")


def test_a_stream_is_cut_between_frames_or_within_one(bedrock: Playing):
    for where in ("betweenFrames", "midFrame"):
        bedrock.control.switch("", {"name": "cut", "after": 3, "where": where})
        seen, broken = _until_it_breaks(bedrock, VEGAN, **OFFERED)
        assert len(seen) == 3 and not isinstance(broken, EventStreamError)
    bedrock.control.switch("")
    assert stop_reason(bedrock.stream(VEGAN, **OFFERED)) == "tool_use"


@pytest.mark.parametrize("reason", ["content_filtered", "guardrail_intervened", "end_turn"])
def test_a_refusal_is_said_in_the_cook_s_language(bedrock: Playing, reason: str):
    bedrock.control.switch("", {"name": "refusal", "stopReason": reason})
    for text, language in (("Make it vegan", "en"), ("Hazla vegana", "es"), ("Rends-la végane, je te prie", "fr")):
        answer = bedrock.converse(user(text), **OFFERED)
        assert (answer["stopReason"], words_of(answer), calls_of(answer)) == (reason, said("refusal", language), [])


def test_arguments_are_nonsense_of_each_kind(bedrock: Playing):
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


def test_a_loop_of_tools_never_ends(bedrock: Playing):
    bedrock.control.switch("", {"name": "endless"})
    messages = [VEGAN]
    for turn in range(12):
        answer = bedrock.converse(*messages, **OFFERED)
        assert answer["stopReason"] == "tool_use"
        uses = [block for block in answer["output"]["message"]["content"] if "toolUse" in block]
        results = [result(block["toolUse"]["toolUseId"], {"lines": [], "turn": turn}) for block in uses]
        messages += [answer["output"]["message"], user(*results)]
    # What was answered is asked for again: the calls make sense as long as the first one did.
    asked = [block["toolUse"] for message in messages for block in message["content"] if "toolUse" in block]
    assert {(use["name"], use["input"]["diet"]) for use in asked} == {("adapt", "vegan")}


def test_a_loop_of_tools_that_nobody_has_asked_for_makes_sense_too(bedrock: Playing):
    bedrock.control.switch("", {"name": "endless"})
    ((name, arguments),) = calls_of(bedrock.converse(user("What is blanching?"), **OFFERED))
    assert arguments and mistakes(schema_of(name), arguments) == []


def test_an_answer_is_as_long_as_it_may_be_or_longer(bedrock: Playing):
    limit = {"inferenceConfig": {"maxTokens": 50}}
    bedrock.control.switch("", {"name": "long"})
    events = bedrock.stream(VEGAN, **limit)
    assert (stop_reason(events), len(streamed(events)[0][1])) == ("max_tokens", 200)
    bedrock.control.switch("", {"name": "long", "until": "beyond"})
    events = bedrock.stream(VEGAN, **limit)
    assert (stop_reason(events), len(streamed(events)[0][1])) == ("end_turn", 400)
    assert events[-1]["metadata"]["usage"]["outputTokens"] == 100


def test_pieces_are_empty_or_come_twice(bedrock: Playing):
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


def test_the_first_part_is_slow_and_the_others_have_pauses(bedrock: Playing):
    bedrock.control.switch("", {"name": "slow", "seconds": 7}, {"name": "pause", "milliseconds": 250})
    events = bedrock.stream(VEGAN, **OFFERED)
    assert bedrock.waits == [7, *[0.25] * (len(events) - 1)]
    bedrock.waits.clear()
    bedrock.control.switch("")
    bedrock.stream(VEGAN, **OFFERED)
    assert bedrock.waits == []


def test_a_switch_is_for_conversations_in_which_the_user_says_so(bedrock: Playing):
    bedrock.control.switch("[broken]", {"name": "exception"})
    assert bedrock.converse(VEGAN)["stopReason"] == "end_turn"
    assert _refusal(bedrock.converse, user("Make it vegan [broken]")) == (429, "ThrottlingException")
    later = [user("[broken]"), assistant("ok"), user("go on")]
    assert _refusal(bedrock.converse, *later)[0] == 429
    # What a tool says is not said by the user.
    read = [user("vegan"), assistant(use("tooluse_1", "adapt")), user(result("tooluse_1", "[broken]"))]
    assert bedrock.converse(*read, **OFFERED)["stopReason"] == "end_turn"


def test_switches_can_be_shown_and_go_together(bedrock: Playing):
    bedrock.control.switch("a", {"name": "slow", "times": 3}, {"name": "exception", "times": 1})
    (shown,) = bedrock.control.ask("GET", "/local/switches").json()["switches"]
    assert shown["said"] == "a" and shown["switches"][0] == {"name": "slow", "seconds": 5, "times": 3}
    # One that is refused has used up nothing else.
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
def test_a_switch_that_is_none_is_refused_with_a_sentence(bedrock: Playing, body: Any):
    answer = bedrock.control.ask("POST", "/local/switches", body)
    assert answer.status == 400 and answer.json()["message"].endswith(".")
    assert bedrock.control.ask("GET", "/local/switches").json() == {"switches": []}
