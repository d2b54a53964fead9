"""The state of the model's turn: the last text of the user, the tool results since, and the current recipe."""

import re
from dataclasses import dataclass
from typing import Any

from bedrock.conversation import Conversation, File, Text, ToolResult, ToolUse
from bedrock.language import language_of
from bedrock.telling import field_of, results_of
from bedrock.tools import Ability, ability_of
from bedrock.wishes import Wish, wishes_in, without_data

_RECIPE_ID = re.compile(
    r"\brecipe[\s_-]?id[\"']?\s{0,4}[:=]?\s{0,4}[\"']?([A-Za-z0-9][\w-]{3,127})", re.ASCII | re.IGNORECASE
)
_RECIPE_TAG = re.compile(r"<recipe\b[^>]{0,200}?\bid=[\"']([^\"']{1,128})[\"']", re.IGNORECASE)
_VERSION = re.compile(r"\b(?:version|baseVersion)[\"']?\s{0,4}[:=]\s{0,4}[\"']?(\d{1,9})\b")


@dataclass(frozen=True)
class Done:
    """A tool use of this turn and its result."""

    use: ToolUse
    result: ToolResult


@dataclass(frozen=True)
class Turn:
    """The last text of the user and the tool uses after it."""

    text: str
    language: str
    wishes: tuple[Wish, ...]
    done: tuple[Done, ...]
    known: dict[str, Any]
    has_picture: bool

    @classmethod
    def of(cls, conversation: Conversation) -> "Turn":
        """Returns the turn of a conversation."""
        messages = conversation.messages
        spoken = [place for place, message in enumerate(messages) if message.role == "user" and message.texts()]
        start = spoken[-1] if spoken else 0
        text = "\n".join(messages[start].texts())
        done = _done(conversation, start)
        words = [without_data(said) for said in conversation.said_by_user()]
        files = [block for block in messages[start].blocks if isinstance(block, File)]
        wishes = wishes_in(text) or [wish for file in files if file.kind == "document" for wish in _of_document(file)]
        return cls(
            text=text,
            language=language_of(words, conversation.system),
            wishes=tuple(wishes),
            done=done,
            known=_known(conversation),
            has_picture=any(file.kind == "image" for file in files),
        )

    def results_for(self, ability: Ability) -> list[Done]:
        """Returns the results of tools with an ability in this turn."""
        return [done for done in self.done if ability_of(done.use.name) == ability]


def _of_document(file: File) -> list[Wish]:
    """Returns a request to import a document that contains a recipe."""
    return [wish for wish in wishes_in(file.content.decode(errors="replace")) if "text" in wish.values]


def _done(conversation: Conversation, start: int) -> tuple[Done, ...]:
    uses: dict[str, ToolUse] = {}
    done = []
    for message in conversation.messages[start + 1 :]:
        for block in message.blocks:
            if isinstance(block, ToolUse):
                uses[block.id] = block
            elif isinstance(block, ToolResult) and block.id in uses:
                done.append(Done(uses[block.id], block))
    return tuple(done)


def _known(conversation: Conversation) -> dict[str, Any]:
    """Returns the current recipe: the last that a text names, or that a tool read or found."""
    known: dict[str, Any] = {}
    _from_text(conversation.system, known)
    uses: dict[str, ToolUse] = {}
    for message in conversation.messages:
        for block in message.blocks:
            if isinstance(block, Text) and message.role == "user":
                _from_text(block.text, known)
            elif isinstance(block, ToolUse):
                uses[block.id] = block
            elif isinstance(block, ToolResult) and block.id in uses and not block.is_error:
                _from_result(uses[block.id], block, known)
    return known


def _from_text(text: str, known: dict[str, Any]) -> None:
    for pattern in (_RECIPE_ID, _RECIPE_TAG):
        if found := pattern.findall(text):
            known["recipeId"] = found[-1]
    if versions := _VERSION.findall(text):
        known["version"] = int(versions[-1])


def _from_result(use: ToolUse, result: ToolResult, known: dict[str, Any]) -> None:
    ability = ability_of(use.name)
    if ability is None or ability.name not in ("readRecipe", "findRecipes"):
        return
    contents = results_of(result)
    for name, fields in (("recipeId", ("recipeId", "id")), ("version", ("version",))):
        found = field_of(contents, *fields)
        if isinstance(found, str | int) and not isinstance(found, bool):
            known[name] = found
