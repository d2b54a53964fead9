"""Ledger rows in the format of the server, which tests write to the table."""

from datetime import UTC, datetime, timedelta
from typing import Any

from boto3.dynamodb.types import TypeSerializer

from support.zest import Zest

Row = dict[str, Any]

DAY = timedelta(days=1)


def moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03}Z"


class Account:
    """Builds consistent ledger rows of a member. The audit finds no damage in them."""

    def __init__(self, zest: Zest, member: str, *, began: datetime | None = None):
        """Creates the account; `member` is the user name."""
        self._zest, self.member = zest, member
        self.began = began or datetime.now(UTC) - 100 * DAY
        self.rows: dict[tuple[str, str], Row] = {}
        self.version = self.balance = self.given = self.used = 0

    def _put(self, pk: str, sk: str, **row: Any) -> Row:
        self.rows[pk, sk] = {"PK": pk, "SK": sk} | {name: value for name, value in row.items() if value is not None}
        return self.rows[pk, sk]

    def _own(self, sk: str, **row: Any) -> Row:
        return self._put(f"U#{self.member}", sk, userId=self.member, **row)

    def at(self, hours: float) -> str:
        return moment(self.began + timedelta(hours=hours))

    def _post(self, kind: str, type: str, amount: int, grant: Row, key: str | None, hours: float, **more: Any) -> None:
        self.version, self.balance = self.version + 1, self.balance + amount
        part = {"creditGrantId": grant["id"], "purchaseId": grant.get("purchaseId"), "amount": amount}
        if part["purchaseId"] is None:
            del part["purchaseId"]
        self._own(
            f"T#{self.version:012}",
            sequence=self.version,
            kind=kind,
            transactionType=type,
            amount=amount,
            balanceAfter=self.balance,
            creditGrantId=grant["id"],
            allocations=[part],
            idempotencyKey=key,
            description="A test",
            metadata=more.pop("metadata", {}),
            createdAt=self.at(hours),
            **more,
        )
        if key:
            receipt = {"sequence": self.version, "amount": amount, "balanceAfter": self.balance}
            asked = {"idempotencyKey": key, "requestHash": "0" * 64, "createdAt": self.at(hours)}
            self._put(f"I#{key}", "I", userId=self.member, **asked, **receipt)

    def give(self, credits: int, key: str, *, hours: float = 0, lasts: timedelta = 200 * DAY, **metadata: str) -> Row:
        """Adds a promotional grant."""
        expires = moment(self.began + timedelta(hours=hours) + lasts)
        grant = self._grant(f"t{self.version + 1}-0", "PROMOTIONAL", credits, self.at(hours), expires)
        self.given += credits
        self._post("PROMOTION", "ADJUSTMENT", credits, grant, f"grant#{key}", hours, metadata=metadata)
        return grant

    def _grant(self, id: str, type: str, credits: int, at: str, expires: str, **more: Any) -> Row:
        return self._own(
            f"G#{expires}#{id}",
            id=id,
            grantType=type,
            creditsGranted=credits,
            creditsRemaining=credits,
            grantedDate=at,
            updatedAt=at,
            expirationDate=expires,
            expired=False,
            due="GRANT",
            dueAt=expires,
            **more,
        )

    def hold(self, grant: Row, id: str, *, hours: float, deadline: float) -> Row:
        """Adds a hold for an import. `hours` and `deadline` count from the start of the account."""
        self._take(grant, f"hold#{id}", hours)
        taken = [{"creditGrantId": grant["id"], "amount": -1}]
        at, ends = self.at(hours), self.at(deadline)
        times = {"deadline": ends, "createdAt": at, "updatedAt": at, "due": "HOLD", "dueAt": ends}
        return self._own(f"H#{id}", id=id, state="HELD", credits=1, taken=taken, sequence=self.version, **times)

    def _take(self, grant: Row, key: str, hours: float) -> None:
        grant["creditsRemaining"] -= 1
        grant["updatedAt"] = self.at(hours)
        if not grant["creditsRemaining"]:
            del grant["due"], grant["dueAt"]
        self.used += 1
        self._post("USAGE", "USAGE", -1, grant, key, hours)

    def purchase(self, id: str, *, hours: float, status: str = "PENDING", intent: str | None = None) -> Row:
        at = self.at(hours)
        due = {"due": "PURCHASE", "dueAt": at} if status == "PENDING" else {}
        return self._put(
            f"P#{id}",
            "P",
            id=id,
            userId=self.member,
            version=1,
            status=status,
            packageId="credits-20",
            creditsPurchased=20,
            amount=299,
            currency="usd",
            stripePaymentIntentId=intent,
            purchaseDate=at,
            lost=0,
            target=0,
            clawed=0,
            updatedAt=at,
            **due,
        )

    def write(self) -> None:
        if self.version:
            last = self.rows[f"U#{self.member}", f"T#{self.version:012}"]["createdAt"]
            self._own(
                "BAL",
                version=self.version,
                creditBalance=self.balance,
                lifetimeCredits=self.given,
                lifetimeUsage=self.used,
                lifetimeExpired=0,
                lifetimeRefunded=0,
                lifetimeAdjustedOut=0,
                createdAt=self.at(0),
                updatedAt=last,
            )
        serialize = TypeSerializer().serialize
        requests = [
            {"PutRequest": {"Item": {name: serialize(value) for name, value in row.items()}}}
            for row in self.rows.values()
        ]
        table, name = self._zest.client("dynamodb"), self._zest.outputs["LedgerTable"]
        for start in range(0, len(requests), 25):
            answer = table.batch_write_item(RequestItems={name: requests[start : start + 25]})
            assert not answer.get("UnprocessedItems")
