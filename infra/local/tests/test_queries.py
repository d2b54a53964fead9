"""The local cloud's cache of parsed key conditions does not change the results of queries."""

import pytest
from cloud_queries import quickly
from ministack.services import dynamodb

READ = dynamodb._evaluate_condition
VALUES = {":p": {"S": "U#ann"}, ":a": {"S": "G#1"}, ":b": {"S": "T#2é"}, ":n": {"N": "7"}}
NAMES = {"#pk": "PK", "#sk": "SK"}
SORT_KEYS = ["BAL", "G#", "G#1", "G#10", "T#2", "T#2é", "T#2\U0001f955", "T#3"]
ROWS = [{"PK": {"S": owner}, "SK": {"S": key}} for owner in ("U#ann", "U#bea") for key in SORT_KEYS]
CONDITIONS = [
    "PK = :p",
    "#pk = :p AND #sk BETWEEN :a AND :b",
    "PK = :p AND SK BETWEEN :a AND :b",
    "PK = :p AND begins_with(SK, :a)",
    "PK = :p AND begins_with (SK, :a)",
    *(f"PK = :p AND SK {sign} :b" for sign in ("<", "<=", "=", ">=", ">")),
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_condition_is_parsed_once_with_the_same_result(condition: str, monkeypatch: pytest.MonkeyPatch):
    expected = [READ(condition, row, VALUES, NAMES, slot="KeyConditionExpression") for row in ROWS]
    assert True in expected
    assert False in expected
    quick = quickly(READ)
    quick(condition, ROWS[0], VALUES, NAMES, slot="KeyConditionExpression")
    monkeypatch.setattr(dynamodb, "_tokenize", lambda expression: pytest.fail(f"{expression} is read again"))
    assert [quick(condition, row, VALUES, NAMES, slot="KeyConditionExpression") for row in ROWS] == expected


@pytest.mark.parametrize(
    ("condition", "row"),
    [
        ("PK = :p AND SK = :n", {"PK": {"S": "U#ann"}, "SK": {"N": "7"}}),
        ("PK = :p AND SK = :n", {"PK": {"S": "U#ann"}, "SK": {"N": "8"}}),
        ("PK = :p AND SK = :b", {"PK": {"S": "U#ann"}}),
        ("(PK = :p)", {"PK": {"S": "U#ann"}}),
    ],
)
def test_unsupported_condition_is_left_to_ministack(condition: str, row: dict):
    expected = READ(condition, row, VALUES, NAMES, slot="KeyConditionExpression")
    assert quickly(READ)(condition, row, VALUES, NAMES, slot="KeyConditionExpression") == expected


def test_condition_invalid_for_ministack_is_refused():
    for condition in ("PK = :p AND year = :b", "PK = :p AND SK === :b"):
        with pytest.raises(ValueError, match=r"reserved keyword|Invalid KeyConditionExpression"):
            quickly(READ)(condition, ROWS[0], VALUES, NAMES, slot="KeyConditionExpression")
