"""A response of the model: content blocks, stop reason, and the formats of Converse and ConverseStream."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from bedrock.conversation import Conversation

# Approximate number of characters per token.
CHARACTERS_A_TOKEN = 4
_LONGEST_PIECE = 200
_PADDING = "abcdefghijklmnopqrstuvwxyzABCDEFGHI"


@dataclass(frozen=True)
class Words:
    """A text block."""

    text: str


@dataclass(frozen=True)
class Call:
    """A tool use block. The input is the model's text, normally JSON."""

    name: str
    input: str

    @classmethod
    def of(cls, name: str, arguments: dict[str, Any]) -> "Call":
        """Creates a call with JSON arguments."""
        return cls(name, json.dumps(arguments, ensure_ascii=False, default=_plain_number))


Part = Words | Call


@dataclass(frozen=True)
class Answer:
    """The blocks and the stop reason. If `stopped` is None, the reason is derived from the blocks."""

    parts: tuple[Part, ...]
    stopped: str | None = None
    ignores_limit: bool = False

    @property
    def stop_reason(self) -> str:
        """Returns Bedrock's `stopReason`."""
        if self.stopped is not None:
            return self.stopped
        return "tool_use" if any(isinstance(part, Call) for part in self.parts) else "end_turn"


def tokens(characters: int) -> int:
    """Returns the number of tokens for a number of characters."""
    return -(-characters // CHARACTERS_A_TOKEN)


def written(part: Part) -> str:
    """Returns the text that a block streams."""
    return part.text if isinstance(part, Words) else part.input


def within_limits(answer: Answer, conversation: Conversation) -> Answer:
    """Truncates at the first stop sequence and at maxTokens, which may cut the input of a tool."""
    if answer.ignores_limit:
        return answer
    left = conversation.most_tokens * CHARACTERS_A_TOKEN
    kept: list[Part] = []
    for part in answer.parts:
        text = written(part)
        found = [text.find(stop) for stop in conversation.stop_sequences] if isinstance(part, Words) else []
        stop = min((place for place in found if place >= 0), default=None)
        cut = text if stop is None else text[:stop]
        if len(cut) > left:
            kept.append(_with_text(part, cut[:left]))
            return Answer(_not_empty(kept), "max_tokens")
        kept.append(_with_text(part, cut))
        if stop is not None:
            return Answer(_not_empty(kept), "stop_sequence")
        left -= len(cut)
    return replace(answer, parts=_not_empty(kept))


def usage(answer: Answer, conversation: Conversation) -> dict[str, int]:
    """Returns Bedrock's `usage`: estimated tokens of input, output and both."""
    given = tokens(conversation.size)
    made = tokens(sum(len(written(part)) for part in answer.parts))
    return {"inputTokens": given, "outputTokens": made, "totalTokens": given + made}


def message(answer: Answer, conversation: Conversation) -> dict[str, Any]:
    """Returns the message of Converse."""
    content: list[dict[str, Any]] = []
    for place, part in enumerate(answer.parts):
        if isinstance(part, Words):
            content.append({"text": part.text})
        else:
            id = tool_use_id(conversation, place)
            content.append({"toolUse": {"toolUseId": id, "name": part.name, "input": _input(part.input)}})
    return {"role": "assistant", "content": content}


def events(answer: Answer, conversation: Conversation) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the events of ConverseStream up to `messageStop`. As in Bedrock, text blocks have no start event."""
    yield _padded("messageStart", {"role": "assistant"}, 0)
    for place, part in enumerate(answer.parts):
        index = {"contentBlockIndex": place}
        if isinstance(part, Call):
            start = {"toolUse": {"toolUseId": tool_use_id(conversation, place), "name": part.name}}
            yield _padded("contentBlockStart", {"start": start, **index}, place)
            # The input of a tool begins with an empty delta, as in Bedrock.
            for piece in ["", *_cut(part.input, 24)]:
                yield _padded("contentBlockDelta", {"delta": {"toolUse": {"input": piece}}, **index}, len(piece))
        else:
            for piece in _pieces(part.text):
                yield _padded("contentBlockDelta", {"delta": {"text": piece}, **index}, len(piece))
        yield _padded("contentBlockStop", index, place)
    yield _padded("messageStop", {"stopReason": answer.stop_reason}, 3)


def tool_use_id(conversation: Conversation, place: int) -> str:
    """Returns the tool use id, which depends only on the request and the block."""
    return f"tooluse_{hashlib.sha256(f'{conversation.seed}/{place}'.encode()).hexdigest()[:22]}"


def _input(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _with_text(part: Part, text: str) -> Part:
    return Words(text) if isinstance(part, Words) else Call(part.name, text)


def _not_empty(parts: list[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if isinstance(part, Call) or part.text)


def _pieces(text: str) -> Iterator[str]:
    words = re.findall(r"\s*\S+|\s+", text)
    place = 0
    while place < len(words):
        count = place % 3 + 1
        yield from _cut("".join(words[place : place + count]), _LONGEST_PIECE)
        place += count


def _cut(text: str, most: int) -> Iterator[str]:
    return (text[at : at + most] for at in range(0, len(text), most))


def _padded(kind: str, payload: dict[str, Any], salt: int) -> tuple[str, dict[str, Any]]:
    """Adds Bedrock's padding `p`, which hides the length of a delta."""
    return kind, {**payload, "p": _PADDING[: 7 * (salt + len(kind)) % len(_PADDING)]}


def _plain_number(value: Any) -> int | float:
    if not isinstance(value, Decimal):
        raise TypeError(type(value).__name__)
    return int(value) if value == value.to_integral_value() else float(value)
