"""Client of the recipe agent for conversations, messages and live parts of answers, as the app uses them."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zest_client.guest import Guest, new_id
from zest_client.live import Changes

Json = dict[str, Any]

_BLOCKS = "text toolUse { toolUseId name input }"
_MESSAGE = f"""id associatedUserMessageId role content {{ {_BLOCKS} }} state stopReason errors {{ message errorType }}
  covered {{ contentBlockIndex texts }}"""
_BEGIN = """mutation Begin($input: CreateConversationInput!) {
  createConversation(input: $input) { id credit turnsLeft } }"""
_GET = "query Get($id: ID!) { getConversation(id: $id) { id credit turnsLeft } }"
_SEND = f"""mutation Send($conversationId: ID!, $id: ID, $content: [ContentBlockInput!]!, $aiContext: AWSJSON) {{
  sendMessage(conversationId: $conversationId, id: $id, content: $content, aiContext: $aiContext) {{ {_MESSAGE} }} }}"""
_STOP = f"""mutation Stop($conversationId: ID!, $id: ID!) {{
  stopMessage(conversationId: $conversationId, id: $id) {{ {_MESSAGE} }} }}"""
_MESSAGES = f"""query Messages($conversationId: ID!) {{
  listConversationMessages(filter: {{ conversationId: {{ eq: $conversationId }} }}) {{ items {{ {_MESSAGE} }} }} }}"""
ON_PART = """subscription OnPart($owner: ID!) { onConversationPart(conversationId: $owner) {
  id owner conversationId associatedUserMessageId contentBlockIndex contentBlockText contentBlockDeltaIndex
  contentBlockToolUse { toolUseId name input } contentBlockDoneAtIndex stopReason
  errors { message errorType } working p } }"""


@dataclass
class Chat:
    """A conversation of a guest or member."""

    cook: Guest
    id: str
    recipe: str | None = None
    language: str = "en"
    asked: list[str] = field(default_factory=list)

    @classmethod
    def begin(cls, cook: Guest, recipe: str | None = None, language: str = "en") -> "Chat":
        """Creates a conversation, about a recipe if one is given."""
        chat = cls(cook, new_id(), recipe, language)
        metadata = json.dumps({"recipeId": recipe} if recipe else {})
        cook.graphql(_BEGIN, {"input": {"id": chat.id, "metadata": metadata}})
        return chat

    def say(self, *blocks: str | Json, id: str | None = None, decisions: list[Json] | None = None) -> str:
        """Sends a message of texts or other blocks, with decisions on earlier proposals, and returns its id."""
        id = id or new_id()
        context: Json = {"language": self.language} | ({"recipeId": self.recipe} if self.recipe else {})
        context |= {"decisions": decisions} if decisions else {}
        content = [{"text": block} if isinstance(block, str) else block for block in blocks]
        variables = {"conversationId": self.id, "id": id, "content": content, "aiContext": json.dumps(context)}
        self.cook.graphql(_SEND, variables)
        self.asked.append(id)
        return id

    def stop(self, id: str) -> None:
        """Cancels the answer to a question."""
        self.cook.graphql(_STOP, {"conversationId": self.id, "id": id})

    def messages(self) -> list[Json]:
        """Returns all messages, oldest first."""
        listed: list[Json] = self.cook.graphql(_MESSAGES, {"conversationId": self.id})["listConversationMessages"][
            "items"
        ]
        return listed

    def answer(self, question: str) -> Json | None:
        """Returns the answer to a question as far as it exists."""
        found = [message for message in self.messages() if message["associatedUserMessageId"] == question]
        return found[0] if found else None

    def ended(self, question: str, seconds: float = 40) -> Json:
        """Waits for the finished answer and returns it. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            answer = self.answer(question)
            if answer is not None and answer["state"] in ("ENDED", "FAILED"):
                return answer
            time.sleep(0.1)
        raise TimeoutError(f"the answer did not end within {seconds:.0f} seconds")

    def ask(self, *blocks: str | Json, seconds: float = 40) -> Json:
        """Sends a message and returns the finished answer."""
        return self.ended(self.say(*blocks), seconds)

    def state(self) -> Json:
        """Returns `credit` and `turnsLeft` of the conversation."""
        found: Json = self.cook.graphql(_GET, {"id": self.id})["getConversation"]
        return found

    def listening(self) -> Changes:
        """Returns the parts of this conversation's answers. Use it in a `with` statement."""
        return self.cook.changes(self.id, document=ON_PART)


def words(answer: Json) -> str:
    """Returns the text blocks of an answer, joined by newlines."""
    return "\n".join(block["text"] for block in answer["content"] if block["text"])


def proposals(answer: Json) -> list[tuple[str, Any]]:
    """Returns the proposals of an answer: tool names and arguments."""
    uses = [block["toolUse"] for block in answer["content"] if block["toolUse"]]
    return [(use["name"], json.loads(use["input"])) for use in uses]


def folded(parts: list[Json]) -> Json:
    """Merges the parts of an answer, which may be in any order: text and tool blocks, and the end."""
    texts: dict[int, dict[int, str]] = {}
    tools: dict[int, Json] = {}
    stop, errors = None, []
    for part in parts:
        block = part["contentBlockIndex"]
        if part["errors"]:
            errors = part["errors"]
        elif part["stopReason"]:
            stop = part["stopReason"]
        elif part["contentBlockToolUse"]:
            tools[block] = part["contentBlockToolUse"]
        elif part["contentBlockText"] is not None:
            texts.setdefault(block, {})[part["contentBlockDeltaIndex"]] = part["contentBlockText"]
    blocks: dict[int, Json] = {
        block: {"text": "".join(told[place] for place in sorted(told)), "toolUse": None}
        for block, told in texts.items()
    }
    blocks |= {block: {"text": None, "toolUse": tool} for block, tool in tools.items()}
    return {"content": [blocks[block] for block in sorted(blocks)], "stopReason": stop, "errors": errors}


def is_whole(parts: list[Json]) -> bool:
    """Returns whether all parts of an answer have arrived. They may arrive in any order."""
    if any(part["errors"] for part in parts):
        return True
    ends = [part["contentBlockIndex"] for part in parts if part["stopReason"]]
    tools = {part["contentBlockIndex"] for part in parts if part["contentBlockToolUse"]}
    texts = {(part["contentBlockIndex"], part["contentBlockDeltaIndex"]) for part in parts if part["contentBlockText"]}
    done = {
        part["contentBlockIndex"]: part["contentBlockDoneAtIndex"]
        for part in parts
        if part["contentBlockDoneAtIndex"] is not None
    }

    def is_there(block: int) -> bool:
        last = done.get(block)
        return block in tools or (last is not None and all((block, place) in texts for place in range(last + 1)))

    return bool(ends) and all(is_there(block) for block in range(ends[0]))


def answer_is_whole() -> Callable[[Json], bool]:
    """Returns a condition for `Changes.until`: whether the answer is complete with this part."""
    heard: list[Json] = []

    def is_enough(part: Json) -> bool:
        heard.append(part)
        return is_whole(heard)

    return is_enough


def is_last(part: Json) -> bool:
    """Returns whether this is the last part of an answer."""
    return bool(part["stopReason"] or part["errors"])
