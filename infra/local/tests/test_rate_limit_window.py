"""Tests of limits may run when an hour ends."""

import pytest
from support.rate_limit_window import within_one_hour


class Runs:
    """A test that fails at first."""

    def __init__(self, failures: int, seconds: int):
        self.failures, self.seconds = failures, seconds
        self.now, self.number = 3590, 0

    def __call__(self) -> None:
        self.number += 1
        self.now += self.seconds
        assert self.number > self.failures


@pytest.mark.parametrize("failures, seconds, runs", [(0, 10, 1), (1, 9, 1), (2, 10, 2)])
def test_only_a_failure_across_the_hour_runs_again(failures: int, seconds: int, runs: int):
    test = Runs(failures, seconds)
    if failures:
        with pytest.raises(AssertionError):
            within_one_hour(test, lambda: test.now)
    else:
        within_one_hour(test, lambda: test.now)
    assert test.number == runs


def test_second_run_decides():
    test = Runs(failures=1, seconds=10)
    within_one_hour(test, lambda: test.now)
    assert test.number == 2
