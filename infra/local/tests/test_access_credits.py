"""Access table of credits: every operation, every kind of caller, expected answer."""

from typing import Any

import pytest
from support.callers import Caller, everyone, role
from support.credit_rows import Account
from support.zest import Zest
from test_access import OUT, schema_fields
from zest_client import Member
from zest_client.credits import LISTS, ON_CHANGE, OPEN, PUBLISH

pytestmark = pytest.mark.attack

Json = dict[str, Any]

# Of Ann's credits: all   her data          mode  field not allowed in this mode or role
#                   none  none of her data  no    Unauthorized
#                                           out   refused before any field
TABLE = """
                                           timestamp guest guest/token other other/token ann/pool ann/iam ann/token bob/pool bob/iam bob/token admin/pool publisher fn-publish-credits
listUserCreditBalanceByUserId              mode      mode  mode        mode  mode        all      mode    mode      no       mode    mode      no         mode      mode
listCreditGrantByUserIdAndExpirationDate   mode      mode  mode        mode  mode        all      mode    mode      no       mode    mode      no         mode      mode
listCreditTransactionByUserIdAndCreatedAt  mode      mode  mode        mode  mode        all      mode    mode      no       mode    mode      no         mode      mode
listCreditTransactionByIdempotencyKey      mode      mode  mode        mode  mode        all      mode    mode      none     mode    mode      none       mode      mode
listCreditPurchaseByUserIdAndPurchaseDate  mode      mode  mode        mode  mode        all      mode    mode      no       mode    mode      no         mode      mode
listCreditPurchaseByStripePaymentIntentId  mode      mode  mode        mode  mode        all      mode    mode      none     mode    mode      none       mode      mode
openCredits                                mode      mode  mode        mode  mode        all      mode    mode      none     mode    mode      none       mode      mode
onCreditChange                             mode      mode  mode        mode  mode        all      mode    mode      no       mode    mode      no         mode      mode
publishCreditChange                        mode      mode  mode        mode  mode        mode     mode    mode      mode     mode    mode      mode       mode      all
"""  # noqa: E501


def rows() -> dict[str, dict[str, str]]:
    """Returns the parsed table, with `out` for callers that are refused before any field."""
    head, *lines = [line for line in TABLE.splitlines() if line]
    cells = {line.split()[0]: dict(zip(head.split(), line.split()[1:], strict=True)) for line in lines}
    return {row: callers | dict.fromkeys(OUT, "out") for row, callers in cells.items()}


CELLS = [(row, caller, wanted) for row, cells in rows().items() for caller, wanted in cells.items()]


@pytest.fixture(scope="module")
def callers(zest: Zest) -> dict[str, Caller]:
    """All callers; Ann has credits and a purchase."""
    callers = everyone(zest) | {"fn-publish-credits": Caller(role(zest, "FnPublishCreditsRole"))}
    ann = ann_of(callers)
    account = Account(zest, ann.user)
    account.give(5, f"access-{ann.user}")
    account.purchase(f"access{ann.user}", hours=1, status="FAILED", intent=f"pi_{ann.user}")
    account.write()
    return callers


def ann_of(callers: dict[str, Caller]) -> Member:
    who = callers["ann/pool"].who
    assert isinstance(who, Member)
    return who


def ask(caller: Caller, field: str, ann: str) -> str:
    if field == "onCreditChange":
        heard = caller.listen(ann, ON_CHANGE)
        return heard if isinstance(heard, str) else "all"
    if field in ("openCredits", "publishCreditChange"):
        document = OPEN if field == "openCredits" else PUBLISH
        done = caller.ask(document, {"change": {"userId": ann, "version": 1}})
        return done if isinstance(done, str) else "all" if done[field]["userId"] == ann else "none"
    [document] = [document for document in LISTS.values() if f" {field}(" in document]
    keys = {"userId": ann, "idempotencyKey": f"grant#access-{ann}", "stripePaymentIntentId": f"pi_{ann}"}
    answer = caller.ask(document, keys)
    if isinstance(answer, str):
        return answer
    found = answer[field]["items"]
    assert all(item["userId"] == ann for item in found)
    return "all" if found else "none"


@pytest.mark.parametrize(("row", "caller", "wanted"), CELLS, ids=[f"{row}: {caller}" for row, caller, _ in CELLS])
def test_caller_gets_the_expected_answer(callers: dict[str, Caller], row: str, caller: str, wanted: str):
    assert ask(callers[caller], row, ann_of(callers).user) == wanted


def test_access_table_covers_every_credit_operation():
    fields = {line.split("(")[0].split(":")[0].strip() for line in schema_fields()}
    assert {field for field in fields if "Credit" in field} == set(rows())
