"""Dictionaries that note which of their entries a request may have changed.

ministack keeps its state in dictionaries and changes what lies in them in place. So whoever has taken an entry out may
have changed it: its name is noted with the request, and at the request's end the entry is compared with the journal.
"""

import copy
from collections.abc import Hashable, Iterable
from contextvars import ContextVar
from typing import Any

Name = tuple[Hashable, ...]
"""A store's name, and what leads to the entry in it."""

# A thread that a request starts shares its context, and so this set.
_of_request: ContextVar[set[Name] | None] = ContextVar("noted", default=None)
# What no request has changed: a reaper's, a poller's.
_others: set[Name] = set()


def begin() -> None:
    """What is noted from here on in this context belongs to a request of its own."""
    _of_request.set(set())


def note(name: Name) -> None:
    """This entry may have changed."""
    of_request = _of_request.get()
    (_others if of_request is None else of_request).add(name)


def taken() -> list[Name]:
    """What this request has noted since the last time; outside of one, what no request has."""
    of_request = _of_request.get()
    return _all_of(_others if of_request is None else of_request)


def taken_from_others() -> list[Name]:
    """What no request has noted."""
    return _all_of(_others)


def _all_of(names: set[Name]) -> list[Name]:
    # Another thread may add to it meanwhile: one by one nothing gets lost.
    found = []
    while names:
        try:
            found.append(names.pop())
        except KeyError:
            break
    return found


class Noted(dict):
    """A dictionary of which the entry `key` has the name `(*prefix, key)`."""

    def __init__(self, prefix: Name, entries: dict[Any, Any], *, reads: bool):
        """`reads`: whoever reads an entry may change what lies in it."""
        super().__init__(entries)
        self._prefix, self._reads = prefix, reads

    def note_all(self) -> None:
        """Any entry may have changed."""
        for key in list(super().keys()):
            note((*self._prefix, key))

    def _note(self, key: Hashable) -> None:
        note((*self._prefix, key))

    def _note_read(self, key: Hashable) -> None:
        if self._reads:
            self._note(key)

    def __getitem__(self, key: Any) -> Any:
        self._note_read(key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """As dict has it."""
        self._note_read(key)
        return super().get(key, default)

    def values(self) -> Any:
        """As dict has it."""
        if self._reads:
            self.note_all()
        return super().values()

    def items(self) -> Any:
        """As dict has it."""
        if self._reads:
            self.note_all()
        return super().items()

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._note(key)

    def __delitem__(self, key: Any) -> None:
        super().__delitem__(key)
        self._note(key)

    def pop(self, key: Any, *default: Any) -> Any:
        """As dict has it."""
        self._note(key)
        return super().pop(key, *default)

    def popitem(self) -> Any:
        """As dict has it."""
        key, value = super().popitem()
        self._note(key)
        return key, value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """As dict has it."""
        self._note(key)
        return super().setdefault(key, default)

    def update(self, *others: Any, **more: Any) -> None:
        """As dict has it."""
        super().update(*others, **more)
        self.note_all()

    def clear(self) -> None:
        """As dict has it."""
        self.note_all()
        super().clear()

    def silently(self) -> dict[Any, Any]:
        """A plain copy, of which nothing is noted."""
        return dict(zip(super().keys(), super().values(), strict=True))

    def peek(self, key: Any, default: Any = None) -> Any:
        """An entry for somebody who does not change it."""
        return super().get(key, default)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[Any, Any]:
        return copy.deepcopy(self.silently(), memo)


class NotedSet(set):
    """A set of which the entry `key` has the name `(*prefix, key)`."""

    def __init__(self, prefix: Name, entries: Iterable[Any]):
        """With these entries, which are not noted."""
        super().__init__(entries)
        self._prefix = prefix

    def _note(self, keys: Iterable[Hashable]) -> None:
        for key in keys:
            note((*self._prefix, key))

    def add(self, key: Any) -> None:
        """As set has it."""
        super().add(key)
        self._note([key])

    def update(self, *others: Iterable[Any]) -> None:
        """As set has it."""
        added = [key for other in others for key in other]
        super().update(added)
        self._note(added)

    def discard(self, key: Any) -> None:
        """As set has it."""
        super().discard(key)
        self._note([key])

    def clear(self) -> None:
        """As set has it."""
        self._note(list(self))
        super().clear()
