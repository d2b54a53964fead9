"""Dictionaries that record which entries a request may have changed.

ministack modifies nested values in place, so any access may be a change. The entry is recorded with the request and
compared with the journal when the request ends.
"""

import copy
from collections.abc import Hashable, Iterable
from contextvars import ContextVar
from typing import Any

Name = tuple[Hashable, ...]
"""Store name and path of an entry."""

# Threads that a request starts share its context and thus this set.
_of_request: ContextVar[set[Name] | None] = ContextVar("noted", default=None)
# Entries that were changed outside requests, for example by expiry or by pollers.
_others: set[Name] = set()


def begin() -> None:
    """Starts recording for a new request in this context."""
    _of_request.set(set())


def note(name: Name) -> None:
    """Records that an entry may have changed."""
    of_request = _of_request.get()
    (_others if of_request is None else of_request).add(name)


def taken() -> list[Name]:
    """Returns and clears the entries that were recorded for this request or, without a request, outside requests."""
    of_request = _of_request.get()
    return _all_of(_others if of_request is None else of_request)


def taken_from_others() -> list[Name]:
    """Returns and clears the entries recorded outside requests."""
    return _all_of(_others)


def _all_of(names: set[Name]) -> list[Name]:
    # Remove names one by one, because another thread may add some.
    found = []
    while names:
        try:
            found.append(names.pop())
        except KeyError:
            break
    return found


class Noted(dict):
    """A dictionary that records accesses. Its entry `key` has the name `(*prefix, key)`."""

    def __init__(self, prefix: Name, entries: dict[Any, Any], *, reads: bool):
        """Creates the dictionary. If `reads` is true, reading an entry counts as a possible change."""
        super().__init__(entries)
        self._prefix, self._reads = prefix, reads

    def note_all(self) -> None:
        """Records all entries."""
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
        """Like dict.get."""
        self._note_read(key)
        return super().get(key, default)

    def values(self) -> Any:
        """Like dict.values."""
        if self._reads:
            self.note_all()
        return super().values()

    def items(self) -> Any:
        """Like dict.items."""
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
        """Like dict.pop."""
        self._note(key)
        return super().pop(key, *default)

    def popitem(self) -> Any:
        """Like dict.popitem."""
        key, value = super().popitem()
        self._note(key)
        return key, value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Like dict.setdefault."""
        self._note(key)
        return super().setdefault(key, default)

    def update(self, *others: Any, **more: Any) -> None:
        """Like dict.update."""
        super().update(*others, **more)
        self.note_all()

    def clear(self) -> None:
        """Like dict.clear."""
        self.note_all()
        super().clear()

    def silently(self) -> dict[Any, Any]:
        """Returns a plain copy and records nothing."""
        return dict(zip(super().keys(), super().values(), strict=True))

    def peek(self, key: Any, default: Any = None) -> Any:
        """Reads an entry without recording; the caller must not change it."""
        return super().get(key, default)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[Any, Any]:
        return copy.deepcopy(self.silently(), memo)


class NotedSet(set):
    """A set that records changes. Its member `key` has the name `(*prefix, key)`."""

    def __init__(self, prefix: Name, entries: Iterable[Any]):
        """Creates the set with these members and records nothing."""
        super().__init__(entries)
        self._prefix = prefix

    def _note(self, keys: Iterable[Hashable]) -> None:
        for key in keys:
            note((*self._prefix, key))

    def add(self, key: Any) -> None:
        """Like set.add."""
        super().add(key)
        self._note([key])

    def update(self, *others: Iterable[Any]) -> None:
        """Like set.update."""
        added = [key for other in others for key in other]
        super().update(added)
        self._note(added)

    def discard(self, key: Any) -> None:
        """Like set.discard."""
        super().discard(key)
        self._note([key])

    def clear(self) -> None:
        """Like set.clear."""
        self._note(list(self))
        super().clear()
