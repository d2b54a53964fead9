"""The journal records changes of the emulator's state by every method of a dictionary or set."""

import contextvars
import copy
import random
import threading

import pytest
from zest_local.journal import noted
from zest_local.journal.noted import Noted, NotedSet

KEYS = ["ann", "bob", "cleo"]


def changed_by(entries: Noted, chance: random.Random) -> None:
    key = chance.choice(KEYS)
    ways = [
        lambda: entries.__setitem__(key, {"mail": chance.random()}),
        lambda: entries.pop(key, None),
        lambda: entries.setdefault(key, {}).update(mail=chance.random()),
        lambda: entries.update({key: {"mail": chance.random()}}),
        lambda: entries.get(key, {}).update(mail=chance.random()),
        lambda: [entry.update(mail=chance.random()) for entry in entries.values()],
        lambda: [entry.update(mail=chance.random()) for name, entry in entries.items() if name == key],
        lambda: entries[key].update(mail=chance.random()) if key in entries else None,
        lambda: entries.clear() if chance.random() < 0.2 else None,
    ]
    chance.choice(ways)()


@pytest.mark.parametrize("seed", range(20))
def test_every_change_is_recorded(seed: int):
    chance, entries = random.Random(seed), Noted(("user",), {key: {"mail": 0} for key in KEYS}, reads=True)

    def call() -> None:
        noted.begin()
        for _ in range(40):
            before = copy.deepcopy(entries)
            changed_by(entries, chance)
            names = set(noted.taken())
            after = copy.deepcopy(entries)
            assert {("user", key) for key in KEYS if before.get(key) != after.get(key)} <= names

    contextvars.Context().run(call)
    assert noted.taken_from_others() == []


def test_reading_records_nothing():
    entries = Noted(("session",), {"key": {"until": 1}}, reads=False)
    assert (entries["key"], entries.get("none"), list(entries.values())) == ({"until": 1}, None, [{"until": 1}])
    assert (entries.peek("key"), copy.deepcopy(entries)) == ({"until": 1}, {"key": {"until": 1}})
    assert noted.taken() == []


def test_thread_of_a_call_records_with_it_and_others_separately():
    entries = Noted(("user",), {"ann": {}, "bob": {}}, reads=True)

    def call() -> list[noted.Name]:
        noted.begin()
        context = contextvars.copy_context()
        inside = threading.Thread(target=context.run, args=(entries.__setitem__, "ann", {}))
        outside = threading.Thread(target=contextvars.Context().run, args=(entries.__setitem__, "bob", {}))
        for thread in (inside, outside):
            thread.start()
            thread.join()
        return noted.taken()

    assert contextvars.Context().run(call) == [("user", "ann")]
    assert noted.taken_from_others() == [("user", "bob")]


def test_set_members_are_recorded():
    revoked = NotedSet(("revoked",), ["old"])
    revoked.add("a")
    revoked.update(["b"], {"c"})
    revoked.discard("a")
    assert set(noted.taken()) == {("revoked", name) for name in "abc"}
    revoked.clear()
    assert set(noted.taken()) == {("revoked", "b"), ("revoked", "c"), ("revoked", "old")}
