"""Where ministack keeps what is journalled, entry by entry."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ministack.core import persistence

from zest_local.journal.noted import Name, Noted, NotedSet, note

GONE = object()
"""What an entry reads as that is not there."""


class Store(Protocol):
    """Some of ministack's state, as a map."""

    names: tuple[str, ...]
    """The first parts of its entries' names."""

    def read(self, name: Name) -> Any:
        """The entry as JSON can hold it, or GONE."""

    def all(self) -> Iterable[Name]:
        """The names of all its entries."""

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Puts these entries in the place of all that it holds."""


def key_of(name: Name) -> bytes:
    """A name as a journal's key."""
    return json.dumps(name, separators=(",", ":")).encode()


def name_of(key: bytes) -> Name:
    """The name that a key was made of."""
    return _tuples(json.loads(key))


def encoded(value: Any) -> bytes:
    """An entry as a journal's value."""
    return json.dumps(value, default=persistence._json_default, separators=(",", ":")).encode()


def decoded(value: bytes) -> Any:
    """The entry that a value was made of."""
    return json.loads(value, object_hook=persistence._json_object_hook)


def _tuples(part: Any) -> Any:
    return tuple(_tuples(inner) for inner in part) if isinstance(part, list) else part


class Entries:
    """A dictionary in an attribute of something of ministack's: of a module, or of a scoped dictionary."""

    def __init__(
        self,
        name: str,
        holder: Any,
        attribute: str = "_data",
        *,
        reads: bool = True,
        still_good: Callable[[Any], bool] = lambda value: True,
    ):
        """`reads` as Noted has it; `still_good` says of an entry of an earlier life whether it is taken up."""
        self.names = (name,)
        self._holder, self._attribute, self._still_good = holder, attribute, still_good
        self._entries = Noted((name,), getattr(holder, attribute), reads=reads)
        setattr(holder, attribute, self._entries)

    def read(self, name: Name) -> Any:
        """As Store has it."""
        return self._entries.peek(name[1], GONE)

    def all(self) -> Iterable[Name]:
        """As Store has it."""
        return [(self.names[0], key) for key in list(self._entries)]

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """As Store has it."""
        self._entries.clear()
        self._entries.update({name[1]: value for name, value in entries if self._still_good(value)})


class Members:
    """A set in an attribute of one of ministack's modules."""

    def __init__(self, name: str, holder: Any, attribute: str):
        """Of this module and attribute."""
        self.names = (name,)
        self._members = NotedSet((name,), getattr(holder, attribute))
        setattr(holder, attribute, self._members)

    def read(self, name: Name) -> Any:
        """As Store has it."""
        return True if name[1] in self._members else GONE

    def all(self) -> Iterable[Name]:
        """As Store has it."""
        return [(self.names[0], member) for member in list(self._members)]

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """As Store has it."""
        self._members.clear()
        self._members.update(name[1] for name, _ in entries)


class Parents:
    """Entries with many of their own in one field: pools with their users. Each of those is an entry too."""

    def __init__(self, parent: str, child: str, scoped: Any, field: str):
        """`scoped` is the dictionary by account and region; `field` holds the children."""
        self.names = (parent, child)
        self._scoped, self._field = scoped, field

    def note(self) -> None:
        """After a call of the service: its parents are few and small, so each is compared; children of one that is
        new are noted from now on."""
        for key in list(self._scoped._data):
            note((self.names[0], key))
            self._watch(key)

    def _watch(self, key: Any) -> None:
        parent = self._scoped._data[key]
        if not isinstance(parent.get(self._field), Noted):
            parent[self._field] = Noted((self.names[1], key), parent.get(self._field) or {}, reads=True)
            parent[self._field].note_all()

    def read(self, name: Name) -> Any:
        """As Store has it."""
        parent = self._scoped._data.get(name[1])
        if parent is None:
            return GONE
        if name[0] == self.names[0]:
            return {field: value for field, value in parent.items() if field != self._field}
        children = parent.get(self._field)
        return children.peek(name[2], GONE) if isinstance(children, Noted) else (children or {}).get(name[2], GONE)

    def all(self) -> Iterable[Name]:
        """As Store has it."""
        for key in list(self._scoped._data):
            self._watch(key)
            yield (self.names[0], key)
            for child in list(self._scoped._data[key][self._field]):
                yield (self.names[1], key, child)

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """As Store has it."""
        parents = {name[1]: value for name, value in entries if name[0] == self.names[0]}
        children: dict[Any, dict[Any, Any]] = {key: {} for key in parents}
        for name, value in entries:
            if name[0] == self.names[1] and name[1] in children:
                children[name[1]][name[2]] = value
        self._scoped._data.clear()
        for key, value in parents.items():
            self._scoped._data[key] = {**value, self._field: children[key]}
            self._watch(key)
