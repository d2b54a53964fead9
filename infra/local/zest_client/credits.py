"""GraphQL documents of credits, and a member's lists."""

from typing import Any

from zest_client.member import Member

Json = dict[str, Any]

BALANCE_FIELDS = "id userId creditBalance heldCredits lifetimeCredits lifetimeUsage version createdAt updatedAt"
GRANT_FIELDS = """id userId purchaseId creditsGranted creditsRemaining grantType grantedDate expirationDate expired
  createdAt updatedAt"""
TRANSACTION_FIELDS = """id userId creditGrantId amount transactionType kind description balanceAfter metadata createdAt
  updatedAt idempotencyKey holdState recipeId"""
PURCHASE_FIELDS = """id userId stripePaymentIntentId stripeCheckoutSessionId packageId amountUsd creditsPurchased
  purchaseDate expirationDate status createdAt updatedAt"""

OPEN = f"mutation Open {{ openCredits {{ {BALANCE_FIELDS} }} }}"
PUBLISH = """mutation Publish($change: CreditChangeInput!) {
  publishCreditChange(change: $change) { userId version } }"""
ON_CHANGE = "subscription OnCredits($owner: ID!) { onCreditChange(userId: $owner) { userId version } }"


def _list(field: str, model: str, fields: str, key: str, moment: str = "") -> str:
    """Returns the document of a list. `key` is its key; `moment` is its sort timestamp, if it takes a
    condition on it.
    """
    name, kind = key.split(": ")
    condition = f", ${moment}: TimeKeyConditionInput" if moment else ""
    given = f", {moment}: ${moment}" if moment else ""
    return f"""query List(${name}: {kind}{condition}, $filter: {model}FilterInput, $limit: Int, $nextToken: String,
  $sortDirection: SortDirection) {{ {field}({name}: ${name}{given}, filter: $filter, limit: $limit,
  nextToken: $nextToken, sortDirection: $sortDirection) {{ items {{ {fields} }} nextToken }} }}"""


LISTS = {
    "balance": _list("listUserCreditBalanceByUserId", "UserCreditBalance", BALANCE_FIELDS, "userId: ID!"),
    "grants": _list(
        "listCreditGrantByUserIdAndExpirationDate", "CreditGrant", GRANT_FIELDS, "userId: ID!", "expirationDate"
    ),
    "transactions": _list(
        "listCreditTransactionByUserIdAndCreatedAt", "CreditTransaction", TRANSACTION_FIELDS, "userId: ID!", "createdAt"
    ),
    "transactions by key": _list(
        "listCreditTransactionByIdempotencyKey", "CreditTransaction", TRANSACTION_FIELDS, "idempotencyKey: String!"
    ),
    "purchases": _list(
        "listCreditPurchaseByUserIdAndPurchaseDate", "CreditPurchase", PURCHASE_FIELDS, "userId: ID!", "purchaseDate"
    ),
    "purchases by payment": _list(
        "listCreditPurchaseByStripePaymentIntentId",
        "CreditPurchase",
        PURCHASE_FIELDS,
        "stripePaymentIntentId: String!",
    ),
}


def page(member: Member, name: str, **arguments: Any) -> Json:
    """Returns one page of a member's list, by default of the member's own list. Raises Refused."""
    if "by" not in name:
        arguments = {"userId": member.user} | arguments
    data = member.graphql(LISTS[name], arguments, token=member.access_token)
    found: Json = next(iter(data.values()))
    return found


def open_credits(member: Member) -> Json | None:
    """Sends the request that the app sends after each sign-in, and returns the balance."""
    balance: Json | None = member.graphql(OPEN, token=member.access_token)["openCredits"]
    return balance


def items(member: Member, name: str, **arguments: Any) -> list[Json]:
    """Returns the items of one page."""
    found: list[Json] = page(member, name, **arguments)["items"]
    return found
