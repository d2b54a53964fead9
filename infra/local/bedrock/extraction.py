"""Extracts a recipe from page text for tools with a recipe schema."""

import re
from dataclasses import dataclass, field
from typing import Any

from bedrock.conversation import Conversation, File, Text, Tool
from bedrock.language import fold
from bedrock.schema import made_up, properties, required, resolved
from bedrock.tools import argument_of, fill

_INGREDIENTS = re.compile(
    r"(?:the |les |los )?(?:ingredients?|ingredientes|you need|what you need|necesitas|il (?:vous )?faut)\W*"
)
_METHOD = re.compile(
    r"(?:the )?(?:method|instructions?|directions?|steps|preparation(?: pas a pas)?|elaboracion"
    r"|preparacion(?: paso a paso)?"
    r"|pasos|instrucciones|modo de preparacion|etapes|realisation|recette)\W*"
)
_END = re.compile(
    r"(?:notes?|notas?|nutrition\b.*|informacion nutricional.*|valeurs nutritionnelles.*"
    r"|comments?|comentarios|commentaires|tips?|consejos?|astuces?|el truco|zest demo kitchen"
    r"|cocina de prueba.*|cuisine d'essai.*|a word from the cook.*|le conseil maison.*"
    r"|consejo de la casa.*|si sobra.*)\W*"
)
_GROUP = re.compile(r"(?:for the|para (?:la|el|los|las)|pour (?:la|le|les|l')) ?.{1,40}?\s?:?")
_SERVINGS = re.compile(
    r"(?:serves|makes|for|para|pour|yields?|raciones|portions?)\W{0,3}(\d{1,3})\b"
    r"(?! ?(?:min|h|sec|seg|g|kg|ml|days|dias|jours|°|%))"
)
_NUMBERED = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*•–])\s+")  # noqa: RUF001
_MINUTES = {
    "prepMinutes": re.compile(r"(?:prep\w*(?: time)?|preparacion|preparation)\W{1,4}(\d{1,3}) ?min"),
    "cookMinutes": re.compile(r"(?:cook\w*(?: time)?|coccion|cuisson|baking)\W{1,4}(\d{1,3}) ?min"),
    "totalMinutes": re.compile(r"(?:total(?: time)?|temps total|tiempo total)\W{1,4}(\d{1,3}) ?min"),
}
# Navigation lines before a title.
_CHROME = re.compile(r"(?:skip to|jump to|ir a la|aller a|←|menu|search|print|share|log ?in).*")
_MARK = re.compile(r"</?[A-Za-z][\w-]{0,40}\b[^>]{0,500}>")
LONGEST_TITLE = 120
LONGEST_SOURCE = 500_000


@dataclass
class Found:
    """The extracted recipe."""

    values: dict[str, Any] = field(default_factory=dict)
    ingredients: list[str] = field(default_factory=list)
    instructions: list[str] = field(default_factory=list)

    def known(self) -> dict[str, Any]:
        """Returns all fields by the name of the argument."""
        return {**self.values, "ingredients": self.ingredients, "instructions": self.instructions}


def is_recipe(tool: Tool) -> bool:
    """Returns whether the arguments of a tool include ingredients and instructions."""
    named = {argument_of(None, name) for name in properties(_recipe_schema(tool))}
    return {"ingredients", "instructions"} <= named


def _recipe_schema(tool: Tool) -> dict[str, Any]:
    schema = resolved(tool.schema, tool.schema)
    inner = properties(schema)
    if len(inner) == 1:
        return resolved(next(iter(inner.values())), tool.schema)
    return schema


def source_of(conversation: Conversation) -> str:
    """Returns the text to extract from: the last message and its documents."""
    texts = []
    for block in conversation.messages[-1].blocks:
        if isinstance(block, Text):
            texts.append(block.text)
        elif isinstance(block, File) and block.kind == "document":
            texts.append(block.content.decode(errors="replace"))
    return "\n".join(texts)


def read(text: str) -> Found:
    """Extracts the lines below headings, the title before them, and facts with a label."""
    lines = [line.strip() for line in _MARK.sub("\n", text[:LONGEST_SOURCE]).splitlines()]
    lines = [line for line in lines if line]
    # Before the ingredients, "Preparación" is the label of a time.
    comes_later = any(_INGREDIENTS.fullmatch(fold(line)) for line in lines)
    found = Found()
    part = ""
    for place, line in enumerate(lines):
        folded = fold(line)
        if _INGREDIENTS.fullmatch(folded):
            part, comes_later = "ingredients", False
            if "title" not in found.values and (title := _title(lines[:place])):
                found.values["title"] = title
        elif _METHOD.fullmatch(folded) and not comes_later:
            part = "instructions"
        elif _END.fullmatch(folded):
            part = ""
        elif part == "ingredients" and not (_GROUP.fullmatch(folded) and not re.search(r"\d", line)):
            found.ingredients.append(_NUMBERED.sub("", line))
        elif part == "instructions":
            found.instructions.append(_NUMBERED.sub("", line))
        elif part == "":
            # The value may be on the line after its label.
            below = fold(lines[place + 1]) if place + 1 < len(lines) and not re.search(r"\d", line) else ""
            _fact(f"{folded} {below}", found)
    return found


def arguments(tool: Tool, found: Found) -> dict[str, Any]:
    """Returns arguments that fit the schema of the tool. Unknown required fields get minimal values."""
    filled = fill(tool, found.known())
    if not filled.missing:
        return filled.arguments
    schema = resolved(tool.schema, tool.schema)
    given = {name: made_up(properties(schema).get(name, {}), tool.schema) for name in required(schema)}
    return {**given, **filled.arguments}


def _title(above: list[str]) -> str | None:
    candidates = [line for line in above if not _CHROME.match(fold(line)) and len(line) <= LONGEST_TITLE]
    return next((line for line in candidates if line[-1] not in ".:?!"), None)


def _fact(folded: str, found: Found) -> None:
    if "servings" not in found.values and (match := _SERVINGS.search(folded)):
        found.values["servings"] = int(match[1])
    for name, pattern in _MINUTES.items():
        if match := pattern.search(folded):
            found.values.setdefault(name, int(match[1]))
