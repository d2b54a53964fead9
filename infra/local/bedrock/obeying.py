"""A model that follows the instructions that it recognises in messages, even with tools that are not offered."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bedrock.answer import Answer, Call, Words
from bedrock.checking import strings
from bedrock.conversation import Conversation, File, Text, ToolResult, ToolUse
from bedrock.language import fold
from bedrock.tools import fill, plain

MAX_CALLS = 8
LONGEST_TEXT = 200_000
_DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "obeying.toml").read_text())
_ORDERS = [(order["tools"], [re.compile(text) for text in order["patterns"]]) for order in _DATA["order"]]
_SAY = [re.compile(text) for text in _DATA["say"]["patterns"]]
_REVEAL = [re.compile(text) for text in _DATA["reveal"]["patterns"]]
# Matches "Call the tool x with {…}".
_EXPLICIT = re.compile(
    r"\b(?:call|use|run|invoke|llama|usa|ejecuta|appelle|utilise|execute)\s+(?:a )?(?:the |el |la |le |l')?"
    r"(?:tool |function |herramienta |funcion |outil |fonction )?[\"'`]?"
    r"\b(?P<name>[a-z]\w{2,63})\b[\"'`(]*\s*(?:(?:with|con|avec|:)\s*)?[^\n{]{0,20}?(?P<input>\{)"
)
_READABLE = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f\ufffd]{6,}")


def obeyed(conversation: Conversation, otherwise: Answer) -> Answer:
    """Returns the demanded calls that were not made yet, or else the demanded text followed by the normal answer."""
    texts = [text[:LONGEST_TEXT] for text in _texts(conversation)]
    asked = {(use.name, json.dumps(use.input, sort_keys=True, default=str)) for use in _asked(conversation)}
    calls: dict[tuple[str, str], Call] = {}
    for name, arguments in (order for text in texts for order in _orders(text, conversation)):
        key = (name, json.dumps(arguments, sort_keys=True, default=str))
        if key not in asked and len(calls) < MAX_CALLS:
            calls.setdefault(key, Call.of(name, arguments))
    if calls:
        return Answer(tuple(calls.values()))
    spoken = list(dict.fromkeys(words for text in texts for words in _said(text)))
    if conversation.system and any(pattern.search(fold(text)) for text in texts for pattern in _REVEAL):
        spoken.append(conversation.system)
    return Answer((Words("\n".join(spoken) + "\n"), *otherwise.parts)) if spoken else otherwise


def _texts(conversation: Conversation) -> Iterator[str]:
    for message in conversation.messages:
        for block in message.blocks:
            if isinstance(block, Text) and message.role == "user":
                yield block.text
            elif isinstance(block, File):
                yield from _legible(block)
            elif isinstance(block, ToolResult):
                yield "\n".join(strings(block.content))
                for file in block.files:
                    yield from _legible(file)


def _legible(file: File) -> Iterator[str]:
    yield file.name
    yield "\n".join(_READABLE.findall(file.content.decode(errors="replace")))


def _asked(conversation: Conversation) -> list[ToolUse]:
    return [block for message in conversation.messages for block in message.blocks if isinstance(block, ToolUse)]


def _orders(text: str, conversation: Conversation) -> Iterator[tuple[str, dict[str, Any]]]:
    folded = fold(text)
    found: list[tuple[int, str, dict[str, Any]]] = []
    for match in _EXPLICIT.finditer(folded):
        if (arguments := _json_at(text, match.start("input"))) is not None:
            found.append((match.start(), text[match.start("name") : match.end("name")], arguments))
    for names, patterns in _ORDERS:
        for match in (match for pattern in patterns for match in pattern.finditer(folded)):
            values = {name: text[match.start(name) : match.end(name)].strip() for name in match.groupdict()}
            found.append((match.start(), *_tool(names, values, conversation)))
    for _, name, arguments in sorted(found, key=lambda entry: entry[0]):
        yield name, arguments


def _tool(names: list[str], values: dict[str, Any], conversation: Conversation) -> tuple[str, dict[str, Any]]:
    """Returns the first offered tool with the values in its schema, or else the first name."""
    offered = {plain(name): tool for name, tool in conversation.tools.items()}
    tool = next((offered[plain(name)] for name in names if plain(name) in offered), None)
    if tool is None:
        return names[0], values
    return tool.name, {**fill(tool, values).arguments} or values


def _json_at(text: str, place: int) -> dict[str, Any] | None:
    try:
        found, _ = json.JSONDecoder().raw_decode(text, place)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _said(text: str) -> list[str]:
    folded = fold(text)
    matches = [match for pattern in _SAY for match in pattern.finditer(folded)]
    spans = sorted(match.span("words") for match in matches)
    return [text[start:end] for start, end in spans]
