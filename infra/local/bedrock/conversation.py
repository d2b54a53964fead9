"""What a request says: the conversation so far, the tools that are offered, and the limits of the answer."""

from dataclasses import dataclass
from typing import Any

# Where a request names no limit.
DEFAULT_MOST_TOKENS = 4096


@dataclass(frozen=True)
class Text:
    """What somebody says."""

    text: str


@dataclass(frozen=True)
class File:
    """A picture or a document."""

    kind: str
    """`image` or `document`."""
    name: str
    """A document's; empty for an image."""
    content: bytes


@dataclass(frozen=True)
class ToolUse:
    """What the model once asked for."""

    id: str
    name: str
    input: Any


@dataclass(frozen=True)
class ToolResult:
    """What a tool answered."""

    id: str
    is_error: bool
    content: tuple[Any, ...]
    """Texts and documents of JSON, in order; numbers with a point are Decimals, as they were written."""
    files: tuple[File, ...]


Block = Text | File | ToolUse | ToolResult


@dataclass(frozen=True)
class Message:
    """One turn of one side: `user` or `assistant`."""

    role: str
    blocks: tuple[Block, ...]

    def texts(self) -> list[str]:
        """What is said in it, block by block."""
        return [block.text for block in self.blocks if isinstance(block, Text)]


@dataclass(frozen=True)
class Tool:
    """What the model may ask for."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True)
class Conversation:
    """A whole request. Its last message is the user's."""

    system: str
    messages: tuple[Message, ...]
    tools: dict[str, Tool]
    must_use: str | None
    """The name of the tool that must be asked for, `*` for any, None where the model is free."""
    most_tokens: int
    stop_sequences: tuple[str, ...]
    seed: str
    """The same for the same request: what ids, and whatever looks like chance, are made of."""
    size: int
    """Characters of the request."""

    def said_by_user(self) -> list[str]:
        """All texts of the user."""
        return [text for message in self.messages if message.role == "user" for text in message.texts()]
