"""Selects tool calls and texts of answers by rules. All numbers come from tool results."""

from dataclasses import dataclass
from typing import Any

from bedrock import extraction
from bedrock.answer import Answer, Call, Part, Words
from bedrock.conversation import Conversation, Tool, ToolResult
from bedrock.language import is_greeting
from bedrock.schema import made_up, properties, required, resolved
from bedrock.telling import field_of, plain_text, results_of, step_told, told
from bedrock.texts import has, meaning_of, said
from bedrock.tools import ABILITIES, ability_of, fill
from bedrock.translations import food_translated, translated
from bedrock.turn import Turn
from bedrock.wishes import Wish

READ = ABILITIES["readRecipe"]
FIND = ABILITIES["findRecipes"]
# Abilities that concern recipes other than the current one.
_ABOUT_OTHERS = ("findRecipes", "importRecipe")


@dataclass(frozen=True)
class Next:
    """The next step for a request of the user: a tool call or a text."""

    call: Call | None = None
    words: str = ""


def decide(conversation: Conversation) -> Answer:
    """Returns the answer to a conversation."""
    turn = Turn.of(conversation)
    if conversation.must_use not in (None, "*"):
        return _forced(conversation, turn, conversation.tools[str(conversation.must_use)])
    steps = [_next(conversation, turn, wish, place) for place, wish in enumerate(turn.wishes)]
    calls = _distinct([step.call for step in steps if step.call is not None])
    if not calls and conversation.must_use == "*":
        return Answer((_any_call(conversation, turn),))
    if calls:
        preamble: list[Part] = [] if turn.done else [Words(said("looking", turn.language))]
        return Answer((*preamble, *calls))
    texts = [step.words for step in steps if step.words] or _without_wish(conversation, turn)
    return Answer((Words("\n\n".join(dict.fromkeys(texts))),))


def _next(conversation: Conversation, turn: Turn, wish: Wish, place: int) -> Next:
    if wish.kind == "explain":
        return _explanation(conversation, turn, wish)
    ability = ABILITIES[wish.kind]
    tool = ability.offered(conversation)
    if tool is None:
        return Next(words=said("cannot", turn.language, said(f"does.{wish.kind}", turn.language)))
    # The nth request of a kind corresponds to the nth result.
    before = sum(other.kind == wish.kind for other in turn.wishes[:place])
    results = turn.results_for(ability)
    if len(results) > before:
        return Next(words=_result_told(wish, results[before].result, turn))
    values = _values(conversation, turn, wish)
    filled = fill(tool, values)
    needs_texts = wish.kind == "translate" and _wants_texts(tool)
    if (filled.missing or needs_texts) and (reading := _reading(conversation, turn, values)):
        return Next(call=reading)
    if filled.missing:
        what = ", ".join(_asked(name, turn.language) for name in dict.fromkeys(filled.missing))
        return Next(words=said("missing", turn.language, what))
    return Next(call=Call.of(tool.name, filled.arguments))


def _values(conversation: Conversation, turn: Turn, wish: Wish) -> dict[str, Any]:
    """Returns the known values: current recipe, request, and translated texts."""
    values = {**turn.known, **wish.values}
    if wish.kind == "findRecipes":
        values["query"] = wish.values.get("food", "")
    if wish.kind in _ABOUT_OTHERS:
        values.pop("recipeId", None)
    if wish.kind == "translate":
        values |= _translation(turn, wish.values["language"])
    return values


def _translation(turn: Turn, language: str) -> dict[str, Any]:
    """Returns the translated texts of the recipe that was read. Unknown lines stay unchanged."""
    results = [done.result for done in turn.results_for(READ) if not done.result.is_error]
    if not results:
        return {}
    title, foods, steps = _texts_of(results[-1])
    values: dict[str, Any] = {
        "ingredients": [food_translated(food, language) or food for food in foods],
        "instructions": [translated(step, language) or step for step in steps],
    }
    return values | ({"title": translated(title, language) or title} if title else {})


def _texts_of(result: ToolResult) -> tuple[str, list[str], list[str]]:
    contents = results_of(result)
    title = plain_text(field_of(contents, "title"))
    foods = field_of(contents, "ingredients", "lines")
    steps = field_of(contents, "instructions", "steps", "method")
    named = [food.get("name", food) if isinstance(food, dict) else food for food in _listed(foods)]
    return title, [plain_text(food) for food in named], [plain_text(step) for step in _listed(steps)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _wants_texts(tool: Tool) -> bool:
    """Returns whether the model has to supply the translated text."""
    empty = fill(tool, {"ingredients": ["-"], "instructions": ["-"], "title": "-"})
    return bool(empty.arguments)


def _reading(conversation: Conversation, turn: Turn, values: dict[str, Any]) -> Call | None:
    """Returns a call that reads or finds the current recipe, each at most once per turn."""
    for ability in (READ, FIND):
        tool = ability.offered(conversation)
        if tool is None or turn.results_for(ability):
            continue
        filled = fill(tool, {name: value for name, value in values.items() if name in ("recipeId", "query")})
        if not filled.missing and (filled.arguments or ability is READ):
            return Call.of(tool.name, filled.arguments)
    return None


def _result_told(wish: Wish, result: ToolResult, turn: Turn) -> str:
    text = told(wish.kind, result, turn.language)
    if wish.kind != "translate" or result.is_error:
        return text
    if lacking := _untranslated(turn, wish.values["language"]):
        text += "\n" + "\n".join([said("untranslated", turn.language), *(f"- {line}" for line in lacking)])
    return text


def _untranslated(turn: Turn, language: str) -> list[str]:
    results = [done.result for done in turn.results_for(READ) if not done.result.is_error]
    if not results:
        return []
    title, foods, steps = _texts_of(results[-1])
    lacking = [food for food in foods if food_translated(food, language) is None]
    return lacking + [text for text in ([title] if title else []) + steps if translated(text, language) is None]


def _explanation(conversation: Conversation, turn: Turn, wish: Wish) -> Next:
    if (term := wish.values.get("term")) is not None:
        return Next(words=meaning_of(term, turn.language) or said("no-term", turn.language, term))
    if results := turn.results_for(READ):
        if results[-1].result.is_error:
            return Next(words=told("readRecipe", results[-1].result, turn.language))
        return Next(words=step_told(wish.values["step"], results[-1].result, turn.language))
    if (call := _reading(conversation, turn, turn.known)) is not None:
        return Next(call=call)
    has_tool = READ.offered(conversation) is not None
    name, what = ("missing", "asks.recipeId") if has_tool else ("cannot", "does.readRecipe")
    return Next(words=said(name, turn.language, said(what, turn.language)))


def _without_wish(conversation: Conversation, turn: Turn) -> list[str]:
    """Returns the answer if no request is recognised: tool results, a note on a picture, or what the model can do."""
    if turn.done:
        kinds = [(ability_of(done.use.name), done.result) for done in turn.done]
        return [told(ability.name if ability else "", result, turn.language) for ability, result in kinds]
    if turn.has_picture:
        return [said("unread", turn.language)]
    able = [name for name, ability in ABILITIES.items() if ability.offered(conversation) is not None]
    if not able:
        return [said("helpless", turn.language)]
    hello = said("hello", turn.language, ", ".join(said(f"does.{name}", turn.language) for name in able))
    return [hello] if is_greeting(turn.text) else [f"{said('unknown', turn.language)} {hello}"]


def _forced(conversation: Conversation, turn: Turn, tool: Tool) -> Answer:
    """Returns a call of the required tool. The text fills a recipe schema; known values fill others."""
    if extraction.is_recipe(tool) and ability_of(tool.name) is not ABILITIES["translate"]:
        found = extraction.read(extraction.source_of(conversation))
        return Answer((Call.of(tool.name, extraction.arguments(tool, found)),))
    return Answer((_call_at_any_price(conversation, turn, tool),))


def _any_call(conversation: Conversation, turn: Turn) -> Call:
    for tool in conversation.tools.values():
        filled = fill(tool, turn.known)
        if not filled.missing:
            return Call.of(tool.name, filled.arguments)
    return _call_at_any_price(conversation, turn, next(iter(conversation.tools.values())))


def _call_at_any_price(conversation: Conversation, turn: Turn, tool: Tool) -> Call:
    """Returns a call that fits the schema, with made-up values where none is known."""
    ability = ability_of(tool.name)
    wish = next((wish for wish in turn.wishes if ability is not None and wish.kind == ability.name), None)
    values = _values(conversation, turn, wish) if wish is not None else {"query": turn.text.strip(), **turn.known}
    filled = fill(tool, values)
    schema = resolved(tool.schema, tool.schema)
    given = {name: made_up(properties(schema).get(name, {}), tool.schema) for name in required(schema)}
    return Call.of(tool.name, {**given, **filled.arguments} if filled.missing else filled.arguments)


def _asked(name: str, language: str) -> str:
    return said(f"asks.{name}" if has("asks", name) else "asks.other", language)


def _distinct(calls: list[Call]) -> tuple[Call, ...]:
    return tuple(dict.fromkeys(calls))
