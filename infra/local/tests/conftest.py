"""Fixtures: one Zest for all tests, started by `make test` or here. Each test uses its own guests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.planting import Seeds
from support.zest import OwnZest, Zest
from zest_client import Guest


def pytest_configure() -> None:
    """Removes the developer's AWS settings."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]


@pytest.fixture(scope="session")
def zest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Zest]:
    origin, state = os.environ.get("ZEST_ORIGIN"), os.environ.get("ZEST_STATE")
    if origin and state:
        yield Zest(origin, Path(state))
        return
    own = OwnZest.start(tmp_path_factory.mktemp("zest"))
    try:
        yield own
    finally:
        own.stop()


@pytest.fixture
def guest(zest: Zest) -> Guest:
    return zest.guest()


@pytest.fixture
def stranger(zest: Zest) -> Guest:
    return zest.guest()


@pytest.fixture(scope="session", autouse=True)
def slow_import(request: pytest.FixtureRequest) -> tuple[Guest, str] | None:
    """An import that takes most of a minute: submitted first, checked last."""
    if not any(item.get_closest_marker("last") for item in request.session.items):
        return None
    zest: Zest = request.getfixturevalue("zest")
    guest = zest.guest()
    id: str = guest.create(zest.demo + "slow")["id"]
    return guest, id


# Slowest test files, slowest first. A worker takes a whole file, so a slow file that starts late delays the end.
LONGEST = (
    "test_agent_injections",
    "test_crash",
    "test_attack_limits",
    "test_durability",
    "test_attack_lockouts",
    "test_access",
    "test_access_conversations",
    "test_access_feedback",
    "test_access_shared_lists",
    "test_agent_killed",
    "test_audit_credits",
    "test_agent",
    "test_sam_local",
    "test_template",
    "test_assistant_at_import",
    "test_propose",
    "test_read_again",
    "test_attack_deletion",
    "test_many_recipes",
    "test_book",
    "test_feedback",
    "test_attack_logs",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Orders the slowest files first and tests marked `last` last."""
    files_of_last = {item.path for item in items if item.get_closest_marker("last")}
    ranks = {name: rank for rank, name in enumerate(LONGEST)}

    def place(item: pytest.Item) -> tuple[bool, int, bool]:
        is_last = item.get_closest_marker("last") is not None
        return item.path in files_of_last, ranks.get(item.path.stem, len(ranks)), is_last

    items.sort(key=place)


@pytest.fixture(scope="session")
def seeds(zest: Zest) -> Seeds:
    return Seeds(zest)


@pytest.fixture(scope="session", autouse=True)
def deleted_import(request: pytest.FixtureRequest, slow_import: tuple[Guest, str] | None) -> str | None:
    """An import whose recipe was deleted while it ran; checked last."""
    if slow_import is None:
        return None
    zest: Zest = request.getfixturevalue("zest")
    guest = zest.guest()
    id: str = guest.create(zest.demo + "slow")["id"]
    guest.delete(guest.issue_owner_token(), id)
    return id
