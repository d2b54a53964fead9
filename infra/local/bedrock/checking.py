"""Validates requests like Bedrock, and rejects features that are not supported."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from bedrock.conversation import (
    DEFAULT_MAX_TOKENS,
    Block,
    Conversation,
    File,
    Message,
    Text,
    Tool,
    ToolResult,
    ToolUse,
)
from bedrock.errors import invalid

MAX_BYTES = 20 * 1024 * 1024
MAX_MESSAGES = 1_000
MAX_BLOCKS = 100
MAX_TOOLS = 128
MAX_TOKENS = 64_000
MAX_IMAGES = 20
MAX_IMAGE_BYTES = 3_932_160
MAX_DOCUMENTS = 5
MAX_DOCUMENT_BYTES = 4_718_592

IMAGE_FORMATS = ("png", "jpeg", "gif", "webp")
DOCUMENT_FORMATS = ("pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md")
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_TOOL_USE_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")
# Fields that have no effect on the stand-in.
_IGNORED = {
    "additionalModelRequestFields",
    "additionalModelResponseFieldPaths",
    "performanceConfig",
    "requestMetadata",
    "serviceTier",
}

Json = dict[str, Any]


def read(body: bytes) -> Conversation:
    """Parses a request body. Raises Refused with ValidationException."""
    request = _parsed(body)
    _only(request, "", {"messages", "system", "inferenceConfig", "toolConfig"} | _IGNORED)
    messages = _messages(request.get("messages"))
    tools, must_use = _tools(request.get("toolConfig"))
    most_tokens, stop_sequences = _limits(request.get("inferenceConfig"))
    _check_turns(messages, bool(tools))
    return Conversation(
        system=_system(request.get("system")),
        messages=messages,
        tools=tools,
        must_use=must_use,
        most_tokens=most_tokens,
        stop_sequences=stop_sequences,
        seed=hashlib.sha256(body).hexdigest(),
        size=len(body),
    )


def strings(value: Any) -> Iterator[str]:
    """Yields all strings in a JSON value, including the names of fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from strings(item)


def _parsed(body: bytes) -> Json:
    try:
        request = json.loads(body, parse_float=Decimal, parse_constant=_no_number)
        # Lone surrogates cannot be encoded.
        for text in strings(request):
            text.encode()
    except (ValueError, RecursionError) as error:
        raise invalid("The request body is not valid JSON.") from error
    if not isinstance(request, dict):
        raise invalid("The request body is not a JSON object.")
    return request


def _no_number(name: str) -> None:
    raise ValueError(name)


def _messages(found: Any) -> tuple[Message, ...]:
    listed = _list(found, "messages", MAX_MESSAGES)
    if not listed:
        raise invalid("A conversation must have at least one message. Add a message to messages, and try again.")
    return tuple(_message(message, f"messages.{place}") for place, message in enumerate(listed))


def _message(found: Any, at: str) -> Message:
    message = _object(found, at)
    _only(message, at, {"role", "content"})
    role = message.get("role")
    if role not in ("user", "assistant"):
        raise invalid(f"Value at '{at}.role' must be one of: [user, assistant].")
    listed = _list(message.get("content"), f"{at}.content", MAX_BLOCKS)
    if not listed:
        raise invalid(f"The content field in the Message object at {at} is empty. Add a ContentBlock, and try again.")
    blocks = [_block(block, role, f"{at}.content.{place}") for place, block in enumerate(listed)]
    return Message(role, tuple(block for block in blocks if block is not None))


def _block(found: Any, role: str, at: str) -> Block | None:
    kind, content = _union(found, at)
    if kind == "text":
        return Text(_said(content, at))
    if kind in ("cachePoint", "reasoningContent"):
        return None
    if kind in ("image", "document", "toolResult") and role != "user":
        raise invalid(f"The message at {at} is the assistant's and must hold no {kind}.")
    if kind == "toolUse" and role != "assistant":
        raise invalid(f"The message at {at} is the user's and must hold no toolUse.")
    if kind in ("image", "document"):
        return _file(kind, content, at)
    if kind == "toolUse":
        return _tool_use(content, f"{at}.toolUse")
    if kind == "toolResult":
        return _tool_result(content, f"{at}.toolResult")
    raise invalid(f"The stand-in does not play {kind} at {at}.")


def _said(content: Any, at: str) -> str:
    text = _text(content, f"{at}.text")
    if not text.strip():
        raise invalid(f"The text field in the ContentBlock object at {at} is blank. Add text to it, and try again.")
    return text


def _file(kind: str, found: Any, at: str) -> File:
    at = f"{at}.{kind}"
    file = _object(found, at)
    _only(file, at, {"format", "source"} | ({"name", "context", "citations"} if kind == "document" else set()))
    formats = IMAGE_FORMATS if kind == "image" else DOCUMENT_FORMATS
    if file.get("format") not in formats:
        raise invalid(f"Value at '{at}.format' must be one of: [{', '.join(formats)}].")
    name = _text(file.get("name"), f"{at}.name") if kind == "document" else ""
    if kind == "document" and not 1 <= len(name) <= 200:
        raise invalid(f"Value at '{at}.name' must have 1 to 200 characters.")
    where, source = _union(file.get("source"), f"{at}.source")
    if where == "text" and kind == "document":
        return File(kind, name, _text(source, f"{at}.source.text").encode())
    if where != "bytes":
        raise invalid(f"The stand-in does not play {where} at {at}.source.")
    content = _bytes(source, f"{at}.source.bytes")
    most = MAX_IMAGE_BYTES if kind == "image" else MAX_DOCUMENT_BYTES
    if not 1 <= len(content) <= most:
        raise invalid(f"Value at '{at}.source.bytes' must have 1 to {most} bytes.")
    return File(kind, name, content)


def _tool_use(found: Any, at: str) -> ToolUse:
    use = _object(found, at)
    _only(use, at, {"toolUseId", "name", "input"})
    if not _TOOL_NAME.fullmatch(_text(use.get("name"), f"{at}.name")):
        raise invalid(f"Value at '{at}.name' must satisfy the pattern [a-zA-Z0-9_-]+ and have at most 64 characters.")
    if not isinstance(use.get("input"), dict):
        raise invalid(f"The format of the value at {at}.input is invalid. Provide a json object for the field.")
    return ToolUse(_tool_use_id(use, at), use["name"], use["input"])


def _tool_result(found: Any, at: str) -> ToolResult:
    result = _object(found, at)
    _only(result, at, {"toolUseId", "content", "status", "type"})
    if result.get("status", "success") not in ("success", "error"):
        raise invalid(f"Value at '{at}.status' must be one of: [success, error].")
    content: list[Any] = []
    files: list[File] = []
    for place, block in enumerate(_list(result.get("content"), f"{at}.content", MAX_BLOCKS)):
        here = f"{at}.content.{place}"
        kind, value = _union(block, here)
        if kind == "text":
            content.append(_text(value, f"{here}.text"))
        elif kind == "json":
            content.append(_object(value, f"{here}.json"))
        elif kind in ("image", "document"):
            files.append(_file(kind, value, here))
        else:
            raise invalid(f"The stand-in does not play {kind} at {here}.")
    return ToolResult(_tool_use_id(result, at), result.get("status") == "error", tuple(content), tuple(files))


def _tool_use_id(found: Json, at: str) -> str:
    id = _text(found.get("toolUseId"), f"{at}.toolUseId")
    if not _TOOL_USE_ID.fullmatch(id):
        raise invalid(f"Value at '{at}.toolUseId' must satisfy the pattern [a-zA-Z0-9_.:-]+, at most 64 characters.")
    return id


def _system(found: Any) -> str:
    texts = []
    for place, block in enumerate([] if found is None else _list(found, "system", MAX_BLOCKS)):
        kind, content = _union(block, f"system.{place}")
        if kind == "text":
            texts.append(_said(content, f"system.{place}"))
        elif kind != "cachePoint":
            raise invalid(f"The stand-in does not play {kind} at system.{place}.")
    return "\n".join(texts)


def _limits(found: Any) -> tuple[int, tuple[str, ...]]:
    limits = {} if found is None else _object(found, "inferenceConfig")
    _only(limits, "inferenceConfig", {"maxTokens", "temperature", "topP", "stopSequences"})
    most = limits.get("maxTokens", DEFAULT_MAX_TOKENS)
    if type(most) is not int or not 1 <= most <= MAX_TOKENS:
        raise invalid(f"Value at 'inferenceConfig.maxTokens' must be a whole number from 1 to {MAX_TOKENS}.")
    for name in ("temperature", "topP"):
        value = limits.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not 0 <= value <= 1:
            raise invalid(f"Value at 'inferenceConfig.{name}' must be a number from 0 to 1.")
    stops = _list(limits.get("stopSequences", []), "inferenceConfig.stopSequences", 2_500)
    if not all(isinstance(stop, str) and stop for stop in stops):
        raise invalid("Values at 'inferenceConfig.stopSequences' must be texts that are not empty.")
    return most, tuple(stops)


def _tools(found: Any) -> tuple[dict[str, Tool], str | None]:
    if found is None:
        return {}, None
    config = _object(found, "toolConfig")
    _only(config, "toolConfig", {"tools", "toolChoice"})
    tools: dict[str, Tool] = {}
    for place, entry in enumerate(_list(config.get("tools"), "toolConfig.tools", MAX_TOOLS)):
        at = f"toolConfig.tools.{place}"
        kind, content = _union(entry, at)
        if kind == "cachePoint":
            continue
        if kind != "toolSpec":
            raise invalid(f"The stand-in does not play {kind} at {at}.")
        tool = _tool(content, f"{at}.toolSpec")
        if tool.name in tools:
            raise invalid(f"The name {tool.name} at {at}.toolSpec is used by another tool.")
        tools[tool.name] = tool
    if not tools:
        raise invalid("Value at 'toolConfig.tools' must have at least one tool.")
    return tools, _choice(config.get("toolChoice"), tools)


def _tool(found: Any, at: str) -> Tool:
    spec = _object(found, at)
    _only(spec, at, {"name", "description", "inputSchema", "strict"})
    if not _TOOL_NAME.fullmatch(_text(spec.get("name"), f"{at}.name")):
        raise invalid(f"Value at '{at}.name' must satisfy the pattern [a-zA-Z0-9_-]+ and have at most 64 characters.")
    description = _text(spec.get("description", "-"), f"{at}.description")
    if not description:
        raise invalid(f"Value at '{at}.description' must not be empty.")
    kind, schema = _union(spec.get("inputSchema"), f"{at}.inputSchema")
    if kind != "json" or not isinstance(schema, dict) or schema.get("type") != "object":
        raise invalid(f"The value at {at}.inputSchema.json.type must be one of the following: object.")
    return Tool(spec["name"], description, schema)


def _choice(found: Any, tools: dict[str, Tool]) -> str | None:
    if found is None:
        return None
    kind, content = _union(found, "toolConfig.toolChoice")
    if kind not in ("auto", "any", "tool"):
        raise invalid("Value at 'toolConfig.toolChoice' must be one of: [auto, any, tool].")
    if kind != "tool":
        return "*" if kind == "any" else None
    name = _object(content, "toolConfig.toolChoice.tool").get("name")
    if name not in tools:
        raise invalid("The tool that toolConfig.toolChoice.tool.name names is not among toolConfig.tools.")
    return name


def _check_turns(messages: tuple[Message, ...], has_tools: bool) -> None:
    if messages[0].role != "user":
        raise invalid("A conversation must start with a user message. Try again with one that does.")
    if messages[-1].role != "user":
        raise invalid("The conversation must end with a user message: this model does not go on with its own.")
    files = {"image": 0, "document": 0}
    asked: list[str] = []
    for place, message in enumerate(messages):
        if place > 0 and messages[place - 1].role == message.role:
            raise invalid(f"Roles must alternate between user and assistant; messages.{place} follows one of its own.")
        _check_results(message, asked, place)
        asked = [block.id for block in message.blocks if isinstance(block, ToolUse)]
        if len(set(asked)) < len(asked):
            raise invalid(f"The toolUse blocks at messages.{place}.content have duplicate ids.")
        if not has_tools and any(isinstance(block, ToolUse | ToolResult) for block in message.blocks):
            raise invalid("The toolConfig field must be defined when using toolUse and toolResult content blocks.")
        here = [block for block in message.blocks if isinstance(block, File)]
        if any(file.kind == "document" for file in here) and not message.texts():
            raise invalid(f"A text is required beside the document at messages.{place}.content.")
        for file in here:
            files[file.kind] += 1
    if files["image"] > MAX_IMAGES or files["document"] > MAX_DOCUMENTS:
        raise invalid(f"A conversation may hold at most {MAX_IMAGES} images and {MAX_DOCUMENTS} documents.")


def _check_results(message: Message, asked: list[str], place: int) -> None:
    given = [block.id for block in message.blocks if isinstance(block, ToolResult)]
    at = f"messages.{place}.content"
    if missing := [id for id in asked if id not in given]:
        raise invalid(f"Expected toolResult blocks at {at} for the following Ids: {', '.join(missing)}.")
    if len(given) > len(asked):
        raise invalid(f"The number of toolResult blocks at {at} exceeds the number of toolUse blocks of previous turn.")


def _bytes(found: Any, at: str) -> bytes:
    try:
        return base64.b64decode(_text(found, at), validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid(f"Value at '{at}' is not base64.") from error


def _text(found: Any, at: str) -> str:
    if not isinstance(found, str):
        raise invalid(f"Value at '{at}' must be a text.")
    return found


def _object(found: Any, at: str) -> Json:
    if not isinstance(found, dict):
        raise invalid(f"Value at '{at}' must be an object.")
    return found


def _list(found: Any, at: str, most: int) -> list[Any]:
    if not isinstance(found, list):
        raise invalid(f"Value at '{at}' must be a list.")
    if len(found) > most:
        raise invalid(f"Value at '{at}' must have at most {most} entries.")
    return found


def _union(found: Any, at: str) -> tuple[str, Any]:
    value = _object(found, at)
    if len(value) != 1:
        raise invalid(f"Value at '{at}' must have exactly one field.")
    return next(iter(value.items()))


def _only(found: Json, at: str, known: set[str]) -> None:
    for name in found:
        if name not in known:
            raise invalid(f"The stand-in does not know the field {f'{at}.' if at else ''}{name[:100]}.")
