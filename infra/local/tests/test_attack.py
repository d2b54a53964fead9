"""`make attack` counts the cases in pytest's report."""

from zest_local.attack import count


def test_report_counts_run_and_failed_cases():
    suite = '<testsuite name="{}" tests="{}" skipped="{}" failures="{}" errors="{}"/>'
    junit = f"<testsuites>{suite.format('a', 10, 2, 1, 0)}{suite.format('b', 5, 0, 0, 3)}</testsuites>"
    assert count(junit) == (13, 4)


def test_a_report_without_tests_counts_none():
    assert count('<testsuites><testsuite name="a"/></testsuites>') == (0, 0)
