"""Fixtures: one Zest for all tests, started by `make test` or here. Each test uses its own guests."""

import inspect
import os
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path

import pytest
from support.planting import Seeds
from support.rate_limit_window import within_one_hour
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


# Slowest test files, slowest first. A worker takes a whole file, so a slow file that starts late delays the end.
LONGEST = (
    "test_agent_injections",
    "test_state_machines",
    "test_bad_input",
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
    """Orders the slowest files first, and tests marked `last` at the end of their file."""
    ranks = {name: rank for rank, name in enumerate(LONGEST)}

    def place(item: pytest.Item) -> tuple[int, bool]:
        return ranks.get(item.path.stem, len(ranks)), item.get_closest_marker("last") is not None

    items.sort(key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs the tests that are marked `counts_uses` within one window of the limits."""
    if pyfuncitem.get_closest_marker("counts_uses") is None:
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    within_one_hour(partial(pyfuncitem.obj, **arguments))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the exit code and output of the test's own Zest to a failure."""
    report = yield
    for value in item.funcargs.values() if report.failed else ():
        zest = getattr(value, "zest", value)
        crash = getattr(report.longrepr, "reprcrash", None)
        if isinstance(zest, OwnZest) and crash and (exited := zest.exit_report()):
            crash.message = f"{exited} ({crash.message})"
    return report


@pytest.fixture(scope="session")
def seeds(zest: Zest) -> Seeds:
    return Seeds(zest)
