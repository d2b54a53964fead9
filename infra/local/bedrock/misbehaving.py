"""Turns the model's answer into a faulty one, as the active switches request."""

import json
import random
import re
from typing import Any

from bedrock.answer import CHARACTERS_A_TOKEN, Answer, Call, Part, Words
from bedrock.conversation import Conversation, ToolResult, ToolUse
from bedrock.language import fold
from bedrock.obeying import obeyed
from bedrock.schema import made_up, properties, required, resolved
from bedrock.switches import On
from bedrock.texts import said
from bedrock.tools import argument_of
from bedrock.turn import Turn

HUGE_CHARACTERS = 200_000
# Common recipe lines. In tool calls, only those missing in the source are used.
_LINES = (
    "1 pinch of salt",
    "2 eggs",
    "100 g sugar",
    "1 tsp vanilla extract",
    "50 ml olive oil",
    "3 cloves garlic",
    "250 ml milk",
    "1 pizca de sal",
    "2 huevos",
    "100 g de azúcar",
    "3 dientes de ajo",
    "250 ml de leche",
    "1 cucharada de vinagre",
    "1 pincée de sel",
    "2 œufs",
    "100 g de sucre",
    "3 gousses d'ail",
    "25 cl de lait",
    "1 cuillère à soupe de vinaigre",
)
_STEPS = (
    "Bake for 35 minutes at 180 °C.",
    "Let it rest for 20 minutes.",
    "Season with salt and pepper.",
    "Serve warm with a salad.",
    "Hornea 35 minutos a 180 °C.",
    "Deja reposar 20 minutos.",
    "Enfournez 35 minutes à 180 °C.",
    "Laissez reposer 20 minutes.",
)
_EXTRA_WORDS = ("fresh", "organic", "large", "finely chopped", "casero", "fresco", "bio", "frais")
_NUMBER = re.compile(r"\d+")


def misbehaved(answer: Answer, conversation: Conversation, on: On) -> Answer:
    """Applies the active switches to an answer."""
    if "refusal" in on:
        language = Turn.of(conversation).language
        return Answer((Words(said("refusal", language)),), on["refusal"]["stopReason"])
    if "obeys" in on:
        answer = obeyed(conversation, answer)
    if "endless" in on:
        answer = _endless(answer, conversation)
    if "inventive" in on:
        answer = _inventive(answer, conversation, int(on["inventive"]["seed"]))
    if "nonsense" in on:
        answer = _nonsense(answer, conversation, on["nonsense"]["kind"])
    if "long" in on:
        answer = _long(answer, conversation, on["long"]["until"] == "beyond")
    return answer


def _endless(answer: Answer, conversation: Conversation) -> Answer:
    """Always calls a tool if any is offered: the calls of the answer, else the last successful call again, else the
    first tool with required arguments, which are made up.
    """
    if any(isinstance(part, Call) for part in answer.parts) or not conversation.tools:
        return answer
    if (again := _last_that_did(conversation)) is not None:
        return Answer((Call.of(again.name, again.input),))
    tools = list(conversation.tools.values())
    tool = next((tool for tool in tools if required(tool.schema)), tools[0])
    return Answer((Call.of(tool.name, made_up(tool.schema)),))


def _last_that_did(conversation: Conversation) -> ToolUse | None:
    blocks = [block for message in conversation.messages for block in message.blocks]
    did = {block.id for block in blocks if isinstance(block, ToolResult) and not block.is_error}
    uses = [block for block in blocks if isinstance(block, ToolUse) and block.id in did]
    return uses[-1] if uses and uses[-1].name in conversation.tools else None


def _nonsense(answer: Answer, conversation: Conversation, kind: str) -> Answer:
    calls = [part for part in answer.parts if isinstance(part, Call)]
    if not calls and conversation.tools:
        tool = next(iter(conversation.tools.values()))
        answer = Answer((Call.of(tool.name, made_up(tool.schema)),))
    parts = tuple(_garbled(part, kind) if isinstance(part, Call) else part for part in answer.parts)
    return Answer(parts, ignores_limit=kind == "huge")


def _garbled(call: Call, kind: str) -> Call:
    if kind == "unknownTool":
        return Call("noSuchTool", call.input)
    if kind == "invalidJson":
        return Call(call.name, call.input[:-1] + ', "servings": }')
    if kind == "missing":
        return Call(call.name, "{}")
    arguments = json.loads(call.input)
    if kind == "wrongTypes":
        return Call.of(call.name, {name: _of_another_type(value) for name, value in (arguments or {"-": "-"}).items()})
    if kind == "huge":
        return Call.of(call.name, {**arguments, "note": "a" * HUGE_CHARACTERS})
    return Call.of(call.name, {**arguments, "isAdmin": True, "owner": "somebody-else", "accept": True})


def _of_another_type(value: Any) -> Any:
    if isinstance(value, str):
        return {"text": [value, None]}
    if isinstance(value, list | dict):
        return "everything"
    return [f"{value} or so", -1e308]


def _long(answer: Answer, conversation: Conversation, goes_beyond: bool) -> Answer:
    most = conversation.most_tokens * CHARACTERS_A_TOKEN
    words = " ".join(part.text for part in answer.parts if isinstance(part, Words)).strip() or "And so on."
    text = (words + " ") * (2 * most // (len(words) + 1) + 1)
    return Answer((Words(text[: 2 * most]),), "end_turn" if goes_beyond else None, ignores_limit=goes_beyond)


def _inventive(answer: Answer, conversation: Conversation, seed: int) -> Answer:
    """Adds made-up lines, words and numbers. The same seed and request give the same result."""
    chance = random.Random(f"{seed}/{conversation.seed}")
    source = "\n".join(conversation.said_by_user())
    return Answer(tuple(_embroidered(part, conversation, chance, source) for part in answer.parts), answer.stopped)


def _embroidered(part: Part, conversation: Conversation, chance: random.Random, source: str) -> Part:
    if isinstance(part, Words):
        return Words(f"{part.text}\n{chance.choice(_LINES)}. {chance.choice(_STEPS)}")
    tool = conversation.tools.get(part.name)
    if tool is None:
        return part
    arguments = json.loads(part.input)
    schema = resolved(tool.schema, tool.schema)
    holder = arguments
    if len(properties(schema)) == 1 and isinstance(next(iter(arguments.values()), None), dict):
        holder = next(iter(arguments.values()))
    for name, value in holder.items():
        kind = argument_of(None, name)
        if kind in ("ingredients", "instructions") and isinstance(value, list):
            holder[name] = _with_inventions(value, _LINES if kind == "ingredients" else _STEPS, chance, source)
    return Call.of(part.name, arguments)


def _with_inventions(lines: list[Any], pool: tuple[str, ...], chance: random.Random, source: str) -> list[Any]:
    changed = [_changed(line, chance) if chance.random() < 0.3 else line for line in lines]
    new = [line for line in pool if fold(line) not in fold(source)]
    for line in chance.sample(new, min(len(new), chance.randint(1, 4))):
        made = {_text_field(lines[0]): line} if lines and isinstance(lines[0], dict) else line
        changed.insert(chance.randint(0, len(changed)), made)
    return changed


def _changed(line: Any, chance: random.Random) -> Any:
    if isinstance(line, dict):
        field = _text_field(line)
        return {**line, field: _changed(str(line.get(field, "")), chance)}
    text = str(line)
    if _NUMBER.search(text) and chance.random() < 0.7:
        return _NUMBER.sub(lambda number: str(int(number[0]) + chance.randint(1, 90)), text, count=1)
    return f"{text} {chance.choice(_EXTRA_WORDS)}"


def _text_field(line: dict[str, Any]) -> str:
    return next((name for name, value in line.items() if isinstance(value, str)), "text")
