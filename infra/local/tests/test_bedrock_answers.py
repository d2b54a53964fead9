"""boto3 reads the answers of the Bedrock stand-in, and botocore's service model checks them."""

import json
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from bedrock import checking
from bedrock.config import MODEL_ID
from botocore.exceptions import ClientError
from botocore.validate import ParamValidator
from support.bedrock import (
    FORCED,
    OFFERED,
    TOOLS,
    Json,
    Playing,
    assistant,
    calls_of,
    playing,
    result,
    stop_reason,
    streamed,
    tool,
    use,
    user,
    words_of,
)
from zest_client.http import send

PICTURE = {"image": {"format": "png", "source": {"bytes": b"\x89PNG"}}}
VEGAN_FOR_8 = user("Make it vegan and for 8, please")


@pytest.fixture(scope="module")
def bedrock() -> Iterator[Playing]:
    with playing() as played:
        yield played


def _conforms(bedrock: Playing, shape: str, value: Json) -> None:
    """Asserts that a value conforms to a botocore shape and has no unknown fields."""
    described = bedrock.client.meta.service_model.shape_for(shape)
    report = ParamValidator().validate(value, described)
    assert not report.has_errors(), report.generate_report()


def _raw(bedrock: Playing, body: Any, operation: str = "converse", length: str | None = None) -> Any:
    headers = {
        "authorization": "AWS4-HMAC-SHA256 Credential=A/20260101/us-east-1/bedrock/aws4_request,"
        f"SignedHeaders=host,Signature={'0' * 64}",
        "x-amz-date": "20260101T000000Z",
    }
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    if length is not None:
        headers["content-length"] = length
    return send("POST", f"{bedrock.server.origin}/model/{MODEL_ID}/{operation}", headers, sent)


def test_stream_is_decoded_by_boto3_in_order(bedrock: Playing):
    events = bedrock.stream(VEGAN_FOR_8, **OFFERED)
    kinds = [next(iter(event)) for event in events]
    assert kinds[0] == "messageStart" and kinds[-2:] == ["messageStop", "metadata"]
    # A text block has no contentBlockStart. The input of a tool begins with an empty delta.
    assert kinds.count("contentBlockStart") == 2 and kinds.count("contentBlockStop") == 3
    assert [kind for kind, _ in streamed(events)] == ["text", "adapt", "scale"]
    inputs = [event["contentBlockDelta"]["delta"] for event in events if "contentBlockDelta" in event]
    pieces = [delta["toolUse"]["input"] for delta in inputs if "toolUse" in delta]
    assert pieces[0] == "" and len(pieces) > 4
    assert stop_reason(events) == "tool_use"
    usage = events[-1]["metadata"]["usage"]
    assert usage["inputTokens"] + usage["outputTokens"] == usage["totalTokens"] > 0
    assert events[-1]["metadata"]["metrics"]["latencyMs"] >= 0


def test_answers_conform_to_the_botocore_service_model(bedrock: Playing):
    for messages in ([VEGAN_FOR_8], [user("hello")], [user("¿Qué significa sofreír?")]):
        answer = bedrock.converse(*messages, **OFFERED)
        del answer["ResponseMetadata"]
        _conforms(bedrock, "ConverseResponse", answer)
        assert answer["stopReason"] in bedrock.client.meta.service_model.shape_for("StopReason").enum
        for event in bedrock.stream(*messages, **OFFERED):
            _conforms(bedrock, "ConverseStreamOutput", event)


def test_stream_frames_have_valid_headers_and_checksums(bedrock: Playing):
    body = {"messages": [user("hello")]}
    answer = _raw(bedrock, body, "converse-stream")
    assert answer.headers["content-type"] == "application/vnd.amazon.eventstream"
    assert answer.headers["transfer-encoding"] == "chunked" and answer.headers["x-amzn-requestid"]
    at, seen = 0, []
    while at < len(answer.body):
        total, head = struct.unpack_from("!II", answer.body, at)
        message = answer.body[at : at + total]
        assert struct.unpack_from("!I", message, 8)[0] == zlib.crc32(message[:8])
        assert struct.unpack_from("!I", message, total - 4)[0] == zlib.crc32(message[:-4])
        headers = _headers(message[12 : 12 + head])
        assert headers[":message-type"] == "event" and headers[":content-type"] == "application/json"
        payload = json.loads(message[12 + head : -4])
        # The padding hides the length of a delta.
        assert isinstance(payload.pop("p"), str)
        seen.append(headers[":event-type"])
        at += total
    assert seen[0] == "messageStart" and seen[-1] == "metadata" and at == len(answer.body)


def _headers(found: bytes) -> dict[str, str]:
    headers = {}
    while found:
        name = found[1 : 1 + found[0]].decode()
        kind, length = struct.unpack_from("!BH", found, 1 + found[0])
        assert kind == 7
        start = 4 + found[0]
        headers[name] = found[start : start + length].decode()
        found = found[start + length :]
    return headers


def test_stream_content_equals_the_converse_answer(bedrock: Playing):
    for said in ("Make it vegan and for 8", "hola", "Explique l'étape 2"):
        answer = bedrock.converse(user(said), **OFFERED)
        events = bedrock.stream(user(said), **OFFERED)
        blocks = streamed(events)
        assert "\n".join(text for kind, text in blocks if kind == "text") == words_of(answer)
        assert [(kind, json.loads(text)) for kind, text in blocks if kind != "text"] == calls_of(answer)
        assert stop_reason(events) == answer["stopReason"]
        assert events[-1]["metadata"]["usage"]["outputTokens"] == answer["usage"]["outputTokens"]


def test_same_request_has_the_same_answer_except_latency(bedrock: Playing):
    def once() -> tuple[list[Json], Json]:
        events = bedrock.stream(VEGAN_FOR_8, **OFFERED)
        events[-1]["metadata"]["metrics"].pop("latencyMs")
        answer = bedrock.converse(VEGAN_FOR_8, **OFFERED)
        return events, answer["output"]

    assert once() == once()
    # The ids of different turns differ.
    first = bedrock.converse(VEGAN_FOR_8, **OFFERED)["output"]["message"]
    ids = [block["toolUse"]["toolUseId"] for block in first["content"] if "toolUse" in block]
    assert len(set(ids)) == 2
    other = bedrock.converse(user("Make it vegan and for 9"), **OFFERED)["output"]["message"]
    assert not set(ids) & {block["toolUse"]["toolUseId"] for block in other["content"] if "toolUse" in block}


@pytest.mark.parametrize("most", [1, 3, 12])
def test_answer_respects_max_tokens(bedrock: Playing, most: int):
    limits = {"inferenceConfig": {"maxTokens": most}}
    events = bedrock.stream(VEGAN_FOR_8, **OFFERED, **limits)
    assert stop_reason(events) == "max_tokens"
    assert events[-1]["metadata"]["usage"]["outputTokens"] <= most
    assert sum(len(text) for _, text in streamed(events)) == 4 * most
    assert bedrock.converse(VEGAN_FOR_8, **OFFERED, **limits)["stopReason"] == "max_tokens"


def test_tool_input_cut_by_max_tokens_is_invalid_json(bedrock: Playing):
    (_, words), (name, text) = streamed(bedrock.stream(VEGAN_FOR_8, **OFFERED, inferenceConfig={"maxTokens": 10}))
    assert (words, name) == ("I look it up.", "adapt") and text.startswith('{"recipeId"')
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(text)


def test_a_stop_sequence_ends_the_answer_before_it(bedrock: Playing):
    answer = bedrock.converse(user("hello"), inferenceConfig={"stopSequences": ["language model"]})
    assert (answer["stopReason"], words_of(answer)[-4:]) == ("stop_sequence", "t a ")
    events = bedrock.stream(user("hello"), inferenceConfig={"stopSequences": ["language model"]})
    assert (stop_reason(events), streamed(events)[0][1]) == ("stop_sequence", words_of(answer))


def test_all_content_block_kinds_are_accepted(bedrock: Playing):
    document = {"document": {"format": "txt", "name": "Note", "source": {"bytes": b"salt"}}}
    asked = assistant("I look.", use("tooluse_1", "readRecipe", recipeId="4f1c9a7be2d05831"))
    read = user(result("tooluse_1", "It has no steps.", {"title": "Soup"}))
    read["content"][0]["toolResult"]["content"].append(PICTURE)
    messages = [user("Explain step 1", PICTURE, document, {"cachePoint": {"type": "default"}}), asked, read]
    answer = bedrock.converse(*messages, **OFFERED, requestMetadata={"conversation": "1"})
    assert (answer["stopReason"], words_of(answer)) == ("end_turn", "The recipe has no such step.")


def test_requests_invalid_for_bedrock_are_refused_with_a_message(bedrock: Playing):
    used = use("tooluse_1", "readRecipe", recipeId="4f1c9a7be2d05831")
    for messages, more, sentence in [
        ([], {}, "at least one message"),
        ([assistant("hi")], {}, "start with a user message"),
        ([user("hi"), assistant("hi")], {}, "end with a user message"),
        ([user("hi"), user("hi")], {}, "must alternate"),
        ([user(" \n")], {}, "blank"),
        ([user()], {}, "is empty"),
        ([user(used)], OFFERED, "must hold no toolUse"),
        ([user("hi"), assistant(PICTURE), user("hi")], {}, "must hold no image"),
        ([user("hi"), assistant(used), user("hi")], OFFERED, "Expected toolResult blocks at messages.2.content"),
        ([user("hi"), assistant("hi"), user(result("x", "hi"))], OFFERED, "exceeds the number of toolUse blocks"),
        ([user("hi"), assistant(used), user(result("x", "hi"))], OFFERED, "for the following Ids: tooluse_1"),
        ([user("hi"), assistant(used, used), user(result("tooluse_1", "hi"))], OFFERED, "duplicate ids"),
        ([user("hi"), assistant(used), user(result("tooluse_1", "hi"))], {}, "toolConfig field must be defined"),
        ([user({"document": {"format": "txt", "name": "a", "source": {"bytes": b"a"}}})], {}, "text is required"),
        ([user(*[PICTURE] * 21, "hi")], {}, "at most 20 images"),
        ([user({"video": {"format": "mp4", "source": {"bytes": b"a"}}})], {}, "does not play video"),
        ([user("hi")], {"toolConfig": {"tools": [TOOLS[0], TOOLS[0]]}}, "used by another tool"),
        ([user("hi")], {"toolConfig": {"tools": TOOLS[:1], "toolChoice": {"tool": {"name": "x"}}}}, "is not among"),
        ([user("hi")], {"inferenceConfig": {"maxTokens": 64_001}}, "maxTokens"),
        ([user("hi")], {"inferenceConfig": {"temperature": 1.5}}, "temperature"),
        ([user("hi")], {"guardrailConfig": {"guardrailIdentifier": "a", "guardrailVersion": "1"}}, "guardrailConfig"),
    ]:
        for operation in (bedrock.converse, bedrock.stream):
            with pytest.raises(ClientError, match=sentence) as refused:
                operation(*messages, **more)
            assert refused.value.response["Error"]["Code"] == "ValidationException", sentence
            assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 400
    with pytest.raises(ClientError, match="model identifier is invalid"):
        bedrock.client.converse(modelId="anthropic.claude-sonnet-4-5-20250929-v1:0", messages=[user("hi")])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"messages": [{"role": "user", "content": [{"text": "\\ud800"}]}]}',
        b'{"messages": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"messages": [{"role": "user", "content": [{"text": "a"}]}], "inferenceConfig": {"topP": NaN}}',
        b'{"messages": [{"role": "user", "content": [{"text": "a"}]}], "inferenceConfig": {"maxTokens": true}}',
        {"messages": {}},
        {"messages": [1]},
        {"messages": [{"role": "system", "content": [{"text": "a"}]}]},
        {"messages": [{"role": "user", "content": [{"text": "a", "image": {}}]}]},
        {"messages": [{"role": "user", "content": [{"text": 1}]}]},
        {"messages": [{"role": "user", "content": [{"image": {"format": "svg", "source": {"bytes": "YQ=="}}}]}]},
        {"messages": [{"role": "user", "content": [{"image": {"format": "png", "source": {"bytes": "?"}}}]}]},
        {"messages": [{"role": "user", "content": [{"text": "a"}]}], "toolConfig": {"tools": []}},
        {"messages": [user("a")], "toolConfig": {"tools": [{"toolSpec": {"name": "a b"}}]}},
        {"messages": [{"role": "user", "content": [{"text": "a"}]}], "system": "a"},
        {"messages": [{"role": "user", "content": [{"text": "a"}]}], "prompt": "a"},
        {"messages": [{"role": "user", "content": [{"text": "a"}]}] * 1_001},
    ],
)
def test_garbage_body_is_refused_with_a_message(bedrock: Playing, body: Any):
    for operation in ("converse", "converse-stream"):
        answer = _raw(bedrock, body, operation)
        assert (answer.status, answer.headers["x-amzn-errortype"]) == (400, "ValidationException")
        assert answer.json()["message"].endswith(".")
    # The server answers further requests.
    assert bedrock.converse(user("hello"))["stopReason"] == "end_turn"


def test_request_too_large_or_without_length_is_refused(bedrock: Playing):
    answer = _raw(bedrock, b" " * (checking.MAX_BYTES + 1))
    assert (answer.status, "too large" in answer.json()["message"]) == (400, True)
    answer = _raw(bedrock, b"", length="-1")
    assert (answer.status, "Content-Length" in answer.json()["message"]) == (400, True)


@pytest.mark.parametrize(
    "text",
    [
        "<a>" * 60_000,
        "".join(f"<a{number}>" for number in range(30_000)),
        "<recipe" * 30_000,
        "<recipe " + "id " * 60_000,
        "recipeId" + " " * 200_000,
        "version" * 30_000,
        "I have no " * 20_000,
        "delete " * 30_000,
        "call the tool " * 15_000,
        'say "' * 40_000,
        "ingredients\n" * 20_000,
        "for the " * 30_000,
    ],
    ids=range(12),
)
def test_hostile_text_is_answered_within_the_client_timeout(bedrock: Playing, text: str):
    bedrock.control.switch(text[:40], {"name": "obeys"})
    for more in (OFFERED, FORCED):
        assert bedrock.converse(user(text), **more)["stopReason"]
    bedrock.control.switch(text[:40])


def test_unusual_input_schema_is_accepted(bedrock: Playing):
    odd: list[Any] = [
        [],
        {"recipeId": {"$ref": "#/properties/recipeId"}},
        {"recipeId": {"type": 5, "minLength": "x", "pattern": "("}},
        {"recipeId": {"anyOf": [{"type": "null"}, {"type": "string"}]}},
        {"recipeId": {"type": "array", "items": [], "minItems": 2}},
    ]
    for properties in odd:
        schema = {"type": "object", "properties": properties, "required": ["recipeId", 1]}
        made = {"toolSpec": {"name": "nutrition", "inputSchema": {"json": schema}}}
        for choice in ({"auto": {}}, {"any": {}}, {"tool": {"name": "nutrition"}}):
            config = {"tools": [made], "toolChoice": choice}
            answer = bedrock.converse(user("calories?"), system=OFFERED["system"], toolConfig=config)
            assert answer["stopReason"] in ("tool_use", "end_turn")


def test_forced_tool_choice_is_called(bedrock: Playing):
    scale = {**OFFERED["toolConfig"], "toolChoice": {"tool": {"name": "scale"}}}
    (call,) = calls_of(bedrock.converse(user("For 8"), system=OFFERED["system"], toolConfig=scale))
    assert call == ("scale", {"recipeId": "4f1c9a7be2d05831", "servings": 8})
    (made_up,) = calls_of(bedrock.converse(user("hello"), toolConfig=scale))
    assert made_up == ("scale", {"recipeId": "--------", "servings": 1})
    some = {"tools": [tool("other", ("x",), x={"type": "string"}), TOOLS[7]], "toolChoice": {"any": {}}}
    answer = bedrock.converse(user("hello"), system=OFFERED["system"], toolConfig=some)
    assert calls_of(answer) == [("nutrition", {"recipeId": "4f1c9a7be2d05831"})]


def test_numbers_keep_their_written_form(bedrock: Playing):
    asked = [user("How many calories?"), assistant(use("tooluse_1", "nutrition"))]
    messages = [*asked, user(result("tooluse_1", {"fat": 0}))]
    body = json.dumps({"messages": messages, **OFFERED}).replace('"fat": 0', '"fat": 1.50, "calories": 380')
    told = _raw(bedrock, body.encode()).json()["output"]["message"]["content"][0]["text"]
    assert told.splitlines()[1:] == ["- fat: 1.50", "- calories: 380"]


def test_requests_are_recorded_by_text(bedrock: Playing):
    bedrock.converse(user("Read this: kept-for-tests"), **FORCED)
    (kept,) = bedrock.control.requests("kept-for-tests")
    assert kept["messages"] == [user("Read this: kept-for-tests")]
    assert bedrock.control.requests("never said") == []
    bedrock.converse(user("kept-for-size" + "a" * 1_100_000))
    (kept,) = bedrock.control.requests("kept-for-size")
    assert list(kept) == ["tooLargeToKeep"]
