"""The quota tables of docs/OPERATIONS.md equal the output of `make quotas`."""

from measure import import_queue, quotas
from zest_local.places import REPOSITORY


def test_operations_tables_equal_the_simulation():
    handbook = (REPOSITORY / "docs/OPERATIONS.md").read_text()
    missing = [
        line
        for line in [*quotas.rates(), *quotas.crowds(), *quotas.users(), *quotas.peak(), *quotas.changes()]
        if line not in handbook
    ]
    assert not missing, "print them with `make quotas`:\n" + "\n".join(missing)


def test_simulation_uses_the_retry_settings_of_the_state_machine():
    retry = import_queue.throttle_retry()
    assert (retry["MaxAttempts"], retry["MaxDelaySeconds"]) == (8, 30)


def test_refused_imports_are_not_lost():
    account = import_queue.Account(5, 0, import_queue.Bucket(1, 5), {name: 1.0 for name in FUNCTIONS})
    outcome = import_queue.simulate(account, 60, 20)
    assert len(outcome.ended) + outcome.failed == 60
    assert outcome.swept and outcome.refused


def test_sweep_waits_for_starts_of_executions():
    def last(starts: import_queue.Bucket) -> float:
        account = import_queue.Account(1000, 0, starts, {name: 0.1 for name in FUNCTIONS})
        return import_queue.simulate(account, 400, 400).at(1)

    assert last(import_queue.Bucket(1, 1)) > 2 * last(import_queue.Bucket(100, 300))


def test_only_ten_million_users_reach_a_limit():
    lines = quotas.users()[2:]
    assert [line.endswith("| nothing |") for line in lines] == [True, True, False]
    assert "unsettled" not in lines[-1]


FUNCTIONS = (
    "fn-graphql",
    "fn-fetch",
    "fn-extract",
    "fn-finish",
    "fn-picture",
    "fn-apply",
    "fn-fail",
)
