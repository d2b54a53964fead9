"""The cost tables of docs/OPERATIONS.md add up, and an import has as many transitions as they say."""

import json
import re

import pytest
from measure import quotas
from zest_local.places import REPOSITORY

MANUAL = (REPOSITORY / "docs/OPERATIONS.md").read_text()
TABLES = re.findall(r"(?:^\|.*\n)+", MANUAL, re.MULTILINE)


def table(title: str) -> list[list[str]]:
    """The rows of the table whose first column has this title."""
    [found] = [lines for lines in TABLES if lines.startswith(f"| {title}")]
    return [[cell.strip(" *") for cell in line.strip().strip("|").split("|")] for line in found.splitlines()[2:]]


@pytest.mark.parametrize(
    "title", ["fixed costs per month", "one import of a page", "one grocery link", "one purchase, from checkout"]
)
def test_total_is_the_sum_of_the_rows(title: str):
    *rows, total = [float(row[-1].removeprefix("$")) for row in table(title)]
    assert total == pytest.approx(sum(rows), abs=0.000_005)


def test_import_costs_at_most_35_cents_per_thousand():
    *_, total = table("one import of a page")
    assert float(total[-1].removeprefix("$")) <= 0.000_35


def test_transitions_are_those_of_a_successful_import():
    case = json.loads((REPOSITORY / "statemachines/tests/processing-success.json").read_text())
    # One for each state, and one for the start.
    transitions = len(case["expected"]["visited"]) + 1
    assert table("one import of a page")[0][1].startswith(f"{transitions} transitions ")
    [quota] = [one for one in quotas.quotas() if one["key"] == "transitions"]
    assert quota["use"] == transitions
