"""What docs/OPERATIONS.md says of AWS's quotas is what `make quotas` prints."""

from measure import import_queue, quotas
from zest_local.places import REPOSITORY


def test_the_tables_of_the_handbook_are_those_of_the_simulation():
    handbook = (REPOSITORY / "docs/OPERATIONS.md").read_text()
    missing = [line for line in [*quotas.rates(), *quotas.crowds()] if line not in handbook]
    assert not missing, "print them with `make quotas`:\n" + "\n".join(missing)


def test_a_place_is_waited_for_as_the_state_machine_says():
    retry = import_queue.throttle_retry()
    assert (retry["MaxAttempts"], retry["MaxDelaySeconds"]) == (8, 30)


def test_nothing_is_lost_of_what_does_not_fit():
    account = import_queue.Account(5, 0, 1, 5, {name: 1.0 for name in FUNCTIONS})
    outcome = import_queue.simulate(account, 60, 20)
    assert len(outcome.ended) + outcome.failed == 60
    assert outcome.swept and outcome.refused


FUNCTIONS = (
    "fn-graphql",
    "fn-fetch",
    "fn-extract",
    "fn-finish",
    "fn-nutrition",
    "fn-tags",
    "fn-picture",
    "fn-apply",
    "fn-fail",
)
