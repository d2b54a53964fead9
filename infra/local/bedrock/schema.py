"""The parts of JSON Schema that tools use: coercion, validation and made-up values."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

Schema = dict[str, Any]
_DEEPEST = 8
_NUMBERS = ("integer", "number")


class Unfit(Exception):
    """A value cannot be coerced. The message names the field."""


def resolved(schema: Schema, root: Schema) -> Schema:
    """Resolves references, and replaces alternatives with the first one that is not null."""
    for _ in range(_DEEPEST):
        reference = schema.get("$ref")
        alternatives = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if isinstance(reference, str) and reference.startswith("#/"):
            schema = _at(root, reference[2:].split("/"))
        elif isinstance(alternatives, list) and alternatives:
            schema = next((one for one in alternatives if isinstance(one, dict) and one.get("type") != "null"), {})
        else:
            break
    return schema


def _at(root: Schema, path: list[str]) -> Schema:
    found: Any = root
    for name in path:
        found = found.get(name, {}) if isinstance(found, dict) else {}
    return found if isinstance(found, dict) else {}


def properties(schema: Schema) -> dict[str, Schema]:
    """Returns the described properties."""
    listed = schema.get("properties")
    return {name: of for name, of in listed.items() if isinstance(of, dict)} if isinstance(listed, dict) else {}


def required(schema: Schema) -> list[str]:
    """Returns the names of the required properties."""
    listed = schema.get("required")
    return [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []


def kind_of(schema: Schema) -> str:
    """Returns the type, or the first of several other than `null`; empty if there is none and no properties."""
    kind = schema.get("type", "")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "")
    if not kind and "properties" in schema:
        return "object"
    return kind if isinstance(kind, str) else ""


def fitted(schema: Schema, value: Any) -> Any:
    """Coerces a value, such as a number to text or a single value to a list. Raises Unfit."""
    kind = kind_of(schema)
    if kind == "array":
        items = schema.get("items")
        of = items if isinstance(items, dict) else {}
        value = [fitted(of, item) for item in (value if isinstance(value, list) else [value])]
    elif kind == "string" and isinstance(value, list):
        value = "\n".join(str(item) for item in value)
    elif kind == "string" and isinstance(value, int | Decimal) and not isinstance(value, bool):
        value = str(value)
    elif kind in _NUMBERS and isinstance(value, str):
        value = _number(value)
    elif kind == "object":
        value = _with_text(schema, value)
    if wrong := mistakes(schema, value):
        raise Unfit(wrong[0])
    return value


def _number(text: str) -> Decimal | int:
    try:
        number = Decimal(text.strip())
    except InvalidOperation as error:
        raise Unfit("no number") from error
    return int(number) if number == number.to_integral_value() else number


def _with_text(schema: Schema, value: Any) -> Any:
    if isinstance(value, dict):
        return value
    for name, of in properties(schema).items():
        if kind_of(of) == "string" and set(required(schema)) <= {name}:
            return {name: value}
    raise Unfit("no object")


def mistakes(schema: Schema, value: Any, root: Schema | None = None, at: str = "") -> list[str]:
    """Returns validation errors by field; none if the value is valid."""
    root = schema if root is None else root
    schema = resolved(schema, root)
    kind = kind_of(schema)
    if kind and not _is(kind, value):
        nullable = value is None and isinstance(schema.get("type"), list) and "null" in schema["type"]
        return [] if nullable else [f"{at or '.'}: not of type {kind}"]
    if isinstance(schema.get("enum"), list) and value not in schema["enum"]:
        return [f"{at or '.'}: not one of the values"]
    if isinstance(value, str):
        return _of_text(schema, value, at)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        low, high = _limit(schema, "minimum", value), _limit(schema, "maximum", value)
        return [] if low <= value <= high else [f"{at or '.'}: out of range"]
    if isinstance(value, list):
        return _of_list(schema, value, root, at)
    return _of_object(schema, value, root, at) if isinstance(value, dict) else []


def _of_text(schema: Schema, value: str, at: str) -> list[str]:
    if not _limit(schema, "minLength", 0) <= len(value) <= _limit(schema, "maxLength", len(value)):
        return [f"{at or '.'}: too short or too long"]
    pattern = schema.get("pattern")
    try:
        return [f"{at or '.'}: another form"] if isinstance(pattern, str) and not re.search(pattern, value) else []
    except re.error:
        return []


def _of_list(schema: Schema, value: list[Any], root: Schema, at: str) -> list[str]:
    if not _limit(schema, "minItems", 0) <= len(value) <= _limit(schema, "maxItems", len(value)):
        return [f"{at or '.'}: too few or too many"]
    items = schema.get("items")
    of = items if isinstance(items, dict) else {}
    return [wrong for place, item in enumerate(value) for wrong in mistakes(of, item, root, f"{at}.{place}")]


def _of_object(schema: Schema, value: dict[str, Any], root: Schema, at: str) -> list[str]:
    known = properties(schema)
    wrong = [f"{at}.{name}: missing" for name in required(schema) if name not in value]
    for name, item in value.items():
        if name in known:
            wrong += mistakes(known[name], item, root, f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            wrong.append(f"{at}.{name}: unknown")
    return wrong


def _limit(schema: Schema, name: str, otherwise: Any) -> Any:
    limit = schema.get(name)
    return limit if _is("number", limit) else otherwise


def _is(kind: str, value: Any) -> bool:
    if kind in _NUMBERS:
        is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        return is_number and (kind == "number" or value == int(value))
    known = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    return kind not in known or isinstance(value, known[kind])


def made_up(schema: Schema, root: Schema | None = None, depth: int = 0) -> Any:
    """Returns a made-up value for the schema, without regard to patterns."""
    root = schema if root is None else root
    schema = resolved(schema, root)
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return schema["enum"][0]
    kind = kind_of(schema)
    if kind in _NUMBERS:
        return _limit(schema, "minimum", 1)
    if kind == "boolean":
        return False
    if kind == "array":
        items = schema.get("items")
        of = items if isinstance(items, dict) else {}
        return [made_up(of, root, depth + 1) for _ in range(min(int(_limit(schema, "minItems", 0)), 10))]
    if kind == "object" and depth < _DEEPEST:
        known = properties(schema)
        return {name: made_up(known.get(name, {}), root, depth + 1) for name in required(schema)}
    return "-" * max(1, min(int(_limit(schema, "minLength", 1)), 1_000))
