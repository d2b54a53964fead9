"""Formats tool results as text. Numbers are copied unchanged."""

import json
from decimal import Decimal
from typing import Any

from bedrock.conversation import ToolResult
from bedrock.language import fold
from bedrock.texts import has, meanings_in, said
from bedrock.tools import ABILITIES, plain

MAX_LINES = 60
# Fields that are only for programs.
_TECHNICAL = {
    "id", "recipeid", "version", "baseversion", "status", "kind", "type", "language", "verdict", "index", "place",
    "owner",
    # Hints for the model, and internal values.
    "next", "proposed", "knownpercentofweight", "daysbefore",
}  # fmt: skip
_SENTENCES = ("sentence", "summary", "text", "message", "answer", "note", "why")
_NOT_REPLACED = {"kept", "keep", "suits", "unchanged"}


def results_of(result: ToolResult) -> list[Any]:
    """Returns the contents of a tool result, with JSON texts parsed."""
    return [_parsed(content) for content in result.content]


def told(kind: str, result: ToolResult, language: str) -> str:
    """Returns a tool result as text in the language of the user."""
    contents = results_of(result)
    lines = [line for content in contents for line in lines_of(content, language)]
    if result.is_error:
        why = "; ".join(lines)
        return f"{said('failed', language)}{': ' + why if why else '.'}"
    if not lines and field_of(contents, "offered") is True:
        return said("offered", language)
    ability = ABILITIES.get(kind)
    proposes = ability is not None and ability.proposes
    if not lines:
        return said("nothing" if proposes else "empty", language)
    listed = [f"- {line}" for line in lines[:MAX_LINES]]
    head = said(f"result.{kind}", language) if has("result", kind) else said("found", language)
    closing = [said("labels", language)] if kind == "adapt" else []
    closing += [said("unchanged", language)] if proposes else []
    return "\n".join([head, *listed, *closing])


def step_told(number: int, result: ToolResult, language: str) -> str:
    """Returns a step of the recipe, with definitions of its cooking terms."""
    steps = field_of(results_of(result), "instructions", "steps", "method")
    if not isinstance(steps, list) or not 1 <= number <= len(steps):
        return said("no-step", language)
    text = plain_text(steps[number - 1])
    return "\n".join([said("step", language, text), *meanings_in(text, language)])


def field_of(contents: list[Any], *names: str) -> Any:
    """Returns the first field with one of these names, breadth first."""
    wanted = {plain(name) for name in names}
    level = contents
    while level:
        for value in level:
            if isinstance(value, dict):
                for name, item in value.items():
                    if plain(name) in wanted and item is not None:
                        return item
        inner = [list(value.values()) if isinstance(value, dict) else value for value in level]
        level = [item for value in inner if isinstance(value, list) for item in value]
    return None


def lines_of(value: Any, language: str) -> list[str]:
    """Returns a result as lines: sentences, lists, then other fields."""
    if isinstance(value, list):
        return [line for item in value if (line := _item(item, language))]
    if not isinstance(value, dict):
        text = plain_text(value)
        return [line.strip() for line in text.splitlines() if line.strip()]
    sentences: list[str] = []
    lists: list[str] = []
    others: list[str] = []
    for name, item in value.items():
        if plain(name) in _TECHNICAL or isinstance(item, bool) or item is None or item == "" or item == []:
            continue
        if plain(name) in _SENTENCES:
            sentences.append(plain_text(item))
        elif isinstance(item, dict) and has("label", plain(name)) and (text := _item(item, language)):
            others.append(_labelled(name, text, language))
        elif isinstance(item, list) or (isinstance(item, dict) and "name" not in item):
            behind = f" ({said(f'about.{plain(name)}', language)})" if has("about", plain(name)) else ""
            lists += [line + behind for line in lines_of(item, language)]
        elif plain(name) == "source":
            others.append(said("reckoned" if "reckoned" in plain_text(item) else "stated", language))
        else:
            others.append(_labelled(name, plain_text(item), language))
    return sentences + lists + others


def _labelled(name: str, text: str, language: str) -> str:
    return f"{said(f'label.{plain(name)}', language)}: {text}" if has("label", plain(name)) else text


def _item(item: Any, language: str) -> str:
    if not isinstance(item, dict):
        return plain_text(item)
    of = {plain(name): value for name, value in item.items()}
    if code := plain(str(of.get("code", ""))):
        return said(f"remark.{code}", language) if has("remark", code) else ""
    verdict = plain(str(of.get("verdict", "")))
    if verdict in _NOT_REPLACED:
        return ""
    why = plain_text(next((of[name] for name in ("effect", "reason", "why") if of.get(name)), ""))
    note = f" ({why})" if why else ""
    before = plain_text(next((of[name] for name in ("before", "line", "from") if of.get(name)), ""))
    if verdict in ("leftout", "omitted"):
        return f"{before}: {said('left-out', language)}{note}"
    if verdict == "cannot":
        return f"{before}: {said('no-way', language)}{note}"
    if after := plain_text(next((of[name] for name in ("after", "to") if of.get(name)), "")):
        return f"{before} → {after}{note}" if before else f"{after}{note}"
    begin = of.get("begin")
    if isinstance(begin, dict) and begin.get("time"):
        minutes = plain_text(of.get("takesminutes"))
        return f"{plain_text(begin['time'])}: {minutes} min" if minutes else plain_text(begin["time"])
    if when := plain_text(next((of[name] for name in ("at", "time", "start") if of.get(name)), "")):
        what = plain_text(next((of[name] for name in ("what", "text", "step", "title", "task") if of.get(name)), ""))
        return f"{when}: {what}{note}" if what else when
    for name in ("title", "sentence", "text"):
        if of.get(name):
            return plain_text(of[name]) + note
    if of.get("name") is None:
        return plain_text(item)
    amount = " ".join(text for part in ("quantity", "amount", "unit") if (text := plain_text(of.get(part, ""))))
    return f"{amount} {plain_text(of['name'])}".strip() + note


def plain_text(value: Any) -> str:
    """Returns a value as text. Numbers keep their notation."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, list):
        return ", ".join(text for item in value if (text := plain_text(item)))
    if isinstance(value, dict):
        of = {plain(name): item for name, item in value.items()}
        if "name" in of and ("quantity" in of or "unit" in of):
            return " ".join(text for part in ("quantity", "unit", "name") if (text := plain_text(of.get(part))))
        return ", ".join(
            text for name, item in value.items() if plain(name) not in _TECHNICAL and (text := plain_text(item))
        )
    return str(value).strip()


def _parsed(content: Any) -> Any:
    if not isinstance(content, str) or fold(content).strip()[:1] not in ("{", "["):
        return content
    try:
        return json.loads(content, parse_float=Decimal)
    except (ValueError, RecursionError):
        return content
