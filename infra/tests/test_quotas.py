"""The quota tables of docs/OPERATIONS.md equal the output of `make quotas`."""

from measure import import_queue, quotas
from zest_local.places import REPOSITORY


def test_operations_tables_equal_the_simulation():
    handbook = (REPOSITORY / "docs/OPERATIONS.md").read_text()
    missing = [line for line in [*quotas.rates(), *quotas.crowds(), *quotas.peak()] if line not in handbook]
    assert not missing, "print them with `make quotas`:\n" + "\n".join(missing)


def test_simulation_uses_the_retry_settings_of_the_state_machine():
    retry = import_queue.throttle_retry()
    assert (retry["MaxAttempts"], retry["MaxDelaySeconds"]) == (8, 30)


def test_refused_imports_are_not_lost():
    account = import_queue.Account(5, 0, 1, 5, {name: 1.0 for name in FUNCTIONS})
    outcome = import_queue.simulate(account, 60, 20)
    assert len(outcome.ended) + outcome.failed == 60
    assert outcome.swept and outcome.refused


FUNCTIONS = (
    "fn-graphql",
    "fn-fetch",
    "fn-extract",
    "fn-finish",
    "fn-picture",
    "fn-apply",
    "fn-fail",
)
