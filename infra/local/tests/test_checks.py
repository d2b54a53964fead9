"""The summary of `make test`: of a long log only the end may be kept, so what failed is named there."""

from pathlib import Path

import pytest
from zest_local.checks import Report
from zest_local.layers import Layer

VITEST = r"""
printf '\033[41m FAIL \033[49m |together| list.e2e.ts > the list > is searched\nAssertionError: expected 1 to be 2\n'
printf ' FAIL  |together| list.e2e.ts > the list > is sorted\n\nTimeoutError: nothing came\n at line 3\n'
exit 1
"""
PYTEST = "echo 'FAILED test_live.py::test_order - assert 1 == 2'; exit 1"
CARGO = "printf -- '---- ids::tests::are_unique stdout ----\\nthread panicked at src/ids.rs\\n'; exit 101"


@pytest.mark.parametrize(
    ("script", "named"),
    [
        (
            VITEST,
            [
                "FAIL  |together| list.e2e.ts > the list > is searched: AssertionError: expected 1 to be 2",
                "FAIL  |together| list.e2e.ts > the list > is sorted: TimeoutError: nothing came",
            ],
        ),
        (PYTEST, ["FAILED test_live.py::test_order - assert 1 == 2"]),
        (CARGO, ["---- ids::tests::are_unique stdout ----: thread panicked at src/ids.rs"]),
    ],
)
def test_tests_that_failed_are_named_at_the_end(
    script: str, named: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    report = Report()
    report.run(Layer("browser", "In a browser", ("sh", "-c", script), tmp_path), {})
    shown = capfd.readouterr().out
    assert report.close() == 1
    summary = capfd.readouterr().out
    for line in named:
        assert f"\n    {line}\n" in summary
    assert shown.count("=== In a browser") == 1
    assert named[0].split(": ")[-1] in shown


def test_words_of_failure_in_a_layer_that_passed_are_not_repeated(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    report = Report()
    report.run(Layer("unit", "Unit tests", ("echo", "FAILED is a word of a test's own"), tmp_path), {})
    capfd.readouterr()
    assert report.close() == 0
    assert "FAILED" not in capfd.readouterr().out
