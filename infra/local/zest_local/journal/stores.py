"""Stores: parts of ministack's state as entries of the journal."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ministack.core import persistence

from zest_local.journal.noted import Name, Noted, NotedSet, note

GONE = object()
"""Value of a missing entry."""


class Store(Protocol):
    """A part of ministack's state as a map."""

    names: tuple[str, ...]
    """First components of its entry names."""

    def read(self, name: Name) -> Any:
        """Returns the entry as a JSON-compatible value, or GONE."""

    def all(self) -> Iterable[Name]:
        """Returns the names of all entries."""

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Replaces the content with these entries."""


def key_of(name: Name) -> bytes:
    """Returns the journal key of a name."""
    return json.dumps(name, separators=(",", ":")).encode()


def name_of(key: bytes) -> Name:
    """Returns the name of a journal key."""
    return _tuples(json.loads(key))


def encoded(value: Any) -> bytes:
    """Returns the journal value of an entry."""
    return json.dumps(value, default=persistence._json_default, separators=(",", ":")).encode()


def decoded(value: bytes) -> Any:
    """Returns the entry of a journal value."""
    return json.loads(value, object_hook=persistence._json_object_hook)


def _tuples(part: Any) -> Any:
    return tuple(_tuples(inner) for inner in part) if isinstance(part, list) else part


class Entries:
    """A dictionary in an attribute of a ministack module or scoped dictionary."""

    def __init__(
        self,
        name: str,
        holder: Any,
        attribute: str = "_data",
        *,
        reads: bool = True,
        still_good: Callable[[Any], bool] = lambda value: True,
    ):
        """Wraps the dictionary in an attribute of `holder`.

        `reads` is as in Noted; `still_good` decides which entries are restored after a restart.
        """
        self.names = (name,)
        self._holder, self._attribute, self._still_good = holder, attribute, still_good
        self._entries = Noted((name,), getattr(holder, attribute), reads=reads)
        setattr(holder, attribute, self._entries)

    def read(self, name: Name) -> Any:
        """Implements Store."""
        return self._entries.peek(name[1], GONE)

    def all(self) -> Iterable[Name]:
        """Implements Store."""
        return [(self.names[0], key) for key in list(self._entries)]

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Implements Store."""
        self._entries.clear()
        self._entries.update({name[1]: value for name, value in entries if self._still_good(value)})


class Members:
    """A set in an attribute of a ministack module."""

    def __init__(self, name: str, holder: Any, attribute: str):
        """Wraps the set in an attribute of the module `holder`."""
        self.names = (name,)
        self._members = NotedSet((name,), getattr(holder, attribute))
        setattr(holder, attribute, self._members)

    def read(self, name: Name) -> Any:
        """Implements Store."""
        return True if name[1] in self._members else GONE

    def all(self) -> Iterable[Name]:
        """Implements Store."""
        return [(self.names[0], member) for member in list(self._members)]

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Implements Store."""
        self._members.clear()
        self._members.update(name[1] for name, _ in entries)


class Parents:
    """Entries with a field of children, such as pools with users. Each child is a separate entry."""

    def __init__(self, parent: str, child: str, scoped: Any, field: str):
        """`scoped` is the dictionary of parents by account and region. `field` names the field with the children."""
        self.names = (parent, child)
        self._scoped, self._field = scoped, field

    def note(self) -> None:
        """Records all parents after a service call; they are few and small. Also starts recording the children of new
        parents.
        """
        for key in list(self._scoped._data):
            note((self.names[0], key))
            self._watch(key)

    def _watch(self, key: Any) -> None:
        parent = self._scoped._data[key]
        if not isinstance(parent.get(self._field), Noted):
            parent[self._field] = Noted((self.names[1], key), parent.get(self._field) or {}, reads=True)
            parent[self._field].note_all()

    def read(self, name: Name) -> Any:
        """Implements Store."""
        parent = self._scoped._data.get(name[1])
        if parent is None:
            return GONE
        if name[0] == self.names[0]:
            return {field: value for field, value in parent.items() if field != self._field}
        children = parent.get(self._field)
        return children.peek(name[2], GONE) if isinstance(children, Noted) else (children or {}).get(name[2], GONE)

    def all(self) -> Iterable[Name]:
        """Implements Store."""
        for key in list(self._scoped._data):
            self._watch(key)
            yield (self.names[0], key)
            for child in list(self._scoped._data[key][self._field]):
                yield (self.names[1], key, child)

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Implements Store."""
        parents = {name[1]: value for name, value in entries if name[0] == self.names[0]}
        children: dict[Any, dict[Any, Any]] = {key: {} for key in parents}
        for name, value in entries:
            if name[0] == self.names[1] and name[1] in children:
                children[name[1]][name[2]] = value
        self._scoped._data.clear()
        for key, value in parents.items():
            self._scoped._data[key] = {**value, self._field: children[key]}
            self._watch(key)
