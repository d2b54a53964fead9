"""Filter patterns of CloudWatch Logs that template.yaml uses: JSON fields equal to a text, joined by ||."""

import json
import re
from typing import Any

from support.template import RESOURCES

TERM = re.compile(r'\$((?:\.\w+)+) = "([^"]*)"')


def counted_by(pattern: str, line: str) -> bool:
    """Returns whether a filter counts a line. A text that ends with * matches any ending."""
    whole = re.fullmatch(r"\{ (.+) \}", pattern)
    assert whole, pattern
    terms = [part.strip("()") for part in whole[1].split(" || ")]
    parsed = [TERM.fullmatch(term) for term in terms]
    assert all(parsed), pattern
    try:
        event = json.loads(line)
    except json.JSONDecodeError:
        return False
    return any(_is(_field(event, term[1]), term[2]) for term in parsed if term)


def _field(event: Any, path: str) -> Any:
    for name in path.lstrip(".").split("."):
        event = event.get(name) if isinstance(event, dict) else None
    return event


def _is(value: Any, wanted: str) -> bool:
    if not isinstance(value, str):
        return False
    return value.startswith(wanted[:-1]) if wanted.endswith("*") else value == wanted


def filters() -> dict[str, dict[str, Any]]:
    """Returns the properties of the template's metric filters, by logical id."""
    return {name: body["Properties"] for name, body in RESOURCES.items() if body["Type"] == "AWS::Logs::MetricFilter"}


def metric_of(filter: dict[str, Any]) -> tuple[str, str]:
    """Returns namespace and name of the metric that a filter adds to, as JSON."""
    [metric] = filter["MetricTransformations"]
    return json.dumps(metric["MetricNamespace"]), json.dumps(metric["MetricName"])
