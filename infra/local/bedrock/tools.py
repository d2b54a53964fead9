"""Maps users' requests to offered tools, and fills their arguments."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bedrock.conversation import Conversation, Tool
from bedrock.schema import Schema, Unfit, fitted, kind_of, properties, required, resolved

_DATA = tomllib.loads((Path(__file__).parent / "tools.toml").read_text())


def plain(name: str) -> str:
    """Returns a normalised name: lower-case letters and digits."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


@dataclass(frozen=True)
class Ability:
    """A row of `tools.toml`."""

    name: str
    also: tuple[str, ...]
    says: tuple[str, ...]
    proposes: bool
    names: dict[str, str]

    def offered(self, conversation: Conversation) -> Tool | None:
        """Returns the offered tool with this ability, or None."""
        known = (plain(self.name), *map(plain, self.also))
        found = {plain(name): tool for name, tool in conversation.tools.items()}
        return next((found[name] for name in known if name in found), None)


ABILITIES = {
    row["name"]: Ability(
        row["name"],
        tuple(row["also"]),
        tuple(row["says"]),
        row.get("proposes", False),
        {plain(field): value for field, value in row["names"].items()},
    )
    for row in _DATA["tool"]
}
_BY_NAME = {plain(name): ability for ability in ABILITIES.values() for name in (ability.name, *ability.also)}
_ARGUMENTS = {plain(field): value for value, fields in _DATA["arguments"].items() for field in fields}
_VALUES: dict[str, dict[str, list[str]]] = {
    of: {value: [plain(name) for name in names] for value, names in rows.items()}
    for of, rows in _DATA["values"].items()
}


def ability_of(tool: str) -> Ability | None:
    """Returns the ability of a tool from its name."""
    return _BY_NAME.get(plain(tool))


def argument_of(ability: Ability | None, name: str) -> str:
    """Returns the name of the known value that a field of inputSchema takes, or the field's own name."""
    own = ability.names if ability is not None else {}
    return own.get(plain(name)) or _ARGUMENTS.get(plain(name), name)


@dataclass(frozen=True)
class Filled:
    """The arguments of a tool, and the required fields without a known value."""

    arguments: dict[str, Any]
    missing: tuple[str, ...]


def fill(tool: Tool, values: dict[str, Any]) -> Filled:
    """Fills the arguments of a tool with known values."""
    return _fill(ability_of(tool.name), resolved(tool.schema, tool.schema), tool.schema, values, 0)


def _fill(ability: Ability | None, schema: Schema, root: Schema, values: dict[str, Any], depth: int) -> Filled:
    arguments: dict[str, Any] = {}
    missing: list[str] = []
    must = required(schema)
    for name, described in properties(schema).items():
        of = resolved(described, root)
        if kind_of(of) == "object" and properties(of) and depth < 3 and argument_of(ability, name) not in values:
            inner = _fill(ability, of, root, values, depth + 1)
            if inner.missing and name in must:
                missing += inner.missing
            elif not inner.missing and (inner.arguments or name in must):
                arguments[name] = inner.arguments
            continue
        stands_for = argument_of(ability, name)
        try:
            arguments[name] = _value(of, stands_for, values[stands_for])
        except (KeyError, Unfit):
            if name in must:
                missing.append(stands_for)
    return Filled(arguments, tuple(missing))


def _value(schema: Schema, stands_for: str, value: Any) -> Any:
    names = _VALUES.get(stands_for, {}).get(value) if isinstance(value, str) else None
    items = schema.get("items")
    listed = schema.get("enum") or (items.get("enum") if isinstance(items, dict) else None)
    if names and isinstance(listed, list):
        value = next((one for one in listed if isinstance(one, str) and plain(one) in names), value)
    return fitted(schema, value)
