"""The running API accepts every example of docs/API.md."""

import re
from pathlib import Path

import pytest
from support.zest import Zest
from zest_client import Member, sign_up
from zest_local.places import REPOSITORY

EXAMPLES = sorted((REPOSITORY / "docs" / "api").glob("*.graphql"))


@pytest.fixture(scope="module")
def member(zest: Zest) -> Member:
    return sign_up(zest.origin)


def queries() -> list[Path]:
    return [example for example in EXAMPLES if re.search(r"^query ", example.read_text(), re.MULTILINE)]


@pytest.mark.parametrize("example", queries(), ids=lambda example: example.stem)
def test_api_accepts_the_documented_query(member: Member, example: Path):
    text = example.read_text()
    declared = set(re.findall(r"\$(\w+): ", text))
    known = {"userId": member.user, "nextToken": None}
    assert declared <= set(known)
    variables = {name: known[name] for name in declared}
    [answer] = member.graphql(text, variables, token=member.access_token).values()
    assert answer["items"] == []
