"""A parsed request: conversation, tools and limits."""

from dataclasses import dataclass
from typing import Any

DEFAULT_MAX_TOKENS = 4096


@dataclass(frozen=True)
class Text:
    """A text block."""

    text: str


@dataclass(frozen=True)
class File:
    """An image or document block."""

    kind: str
    name: str
    content: bytes


@dataclass(frozen=True)
class ToolUse:
    """A tool use block."""

    id: str
    name: str
    input: Any


@dataclass(frozen=True)
class ToolResult:
    """A tool result block."""

    id: str
    is_error: bool
    content: tuple[Any, ...]
    files: tuple[File, ...]


Block = Text | File | ToolUse | ToolResult


@dataclass(frozen=True)
class Message:
    """A message with role `user` or `assistant`."""

    role: str
    blocks: tuple[Block, ...]

    def texts(self) -> list[str]:
        """Returns the texts of the text blocks."""
        return [block.text for block in self.blocks if isinstance(block, Text)]


@dataclass(frozen=True)
class Tool:
    """A tool specification."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True)
class Conversation:
    """A request. The last message is the user's."""

    system: str
    messages: tuple[Message, ...]
    tools: dict[str, Tool]
    must_use: str | None
    """Name of the required tool, `*` if any tool is required, None if the model chooses."""
    most_tokens: int
    stop_sequences: tuple[str, ...]
    seed: str
    """Derived from the request; seeds ids and randomness."""
    size: int

    def said_by_user(self) -> list[str]:
        """Returns all texts of the user."""
        return [text for message in self.messages if message.role == "user" for text in message.texts()]
