"""Caches parsed key conditions; ministack parses them for each row of a partition."""

import functools
import operator
import re

from ministack.services import dynamodb

_SLOT = "KeyConditionExpression"
_NAME, _VALUE = r"(#?\w+)", r"(:\w+)"
_SHAPE = re.compile(
    rf"{_NAME} = {_VALUE}(?: AND (?:{_NAME} (<|<=|=|>=|>) {_VALUE}|{_NAME} BETWEEN {_VALUE} AND {_VALUE}"
    rf"|begins_with ?\({_NAME}, {_VALUE}\)))?"
)
_COMPARE = {"<": operator.lt, "<=": operator.le, "=": operator.eq, ">=": operator.ge, ">": operator.gt}


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    dynamodb._evaluate_condition = quickly(dynamodb._evaluate_condition)


def quickly(evaluate):
    """Wraps `evaluate`: evaluates conditions on string keys, and leaves others to ministack."""

    @functools.wraps(evaluate)
    def evaluated(expression, item, values, names, slot="ConditionExpression"):
        conditions = _conditions(expression) if slot == _SLOT else None
        if conditions is not None:
            try:
                return all(
                    holds(item[names.get(name, name)]["S"], *(values[value]["S"] for value in wanted))
                    for name, holds, wanted in conditions
                )
            except KeyError:
                # The key has another type or an unknown name; ministack reports the error.
                pass
        return evaluate(expression, item, values, names, slot)

    return evaluated


@functools.lru_cache(maxsize=256)
def _conditions(expression):
    """Returns name, comparison and value names of each condition, or None if ministack must evaluate or reject it."""
    shape = _SHAPE.fullmatch(expression.strip())
    tokens = dynamodb._tokenize(expression) if shape else []
    if (
        not shape
        or dynamodb._check_reserved_keyword_usage(tokens)
        or dynamodb._condition_syntax_error(expression, _SLOT)
    ):
        return None
    partition, its_value, name, sign, value, between, low, high, beginning, prefix = shape.groups()
    conditions = [(partition, operator.eq, (its_value,))]
    if name:
        conditions.append((name, _COMPARE[sign], (value,)))
    if between:
        conditions.append((between, lambda text, low, high: low <= text <= high, (low, high)))
    if beginning:
        conditions.append((beginning, str.startswith, (prefix,)))
    return conditions
