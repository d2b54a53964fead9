"""A guest: an identity of the pool, its credentials, and what it can do with them."""

import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from botocore.credentials import Credentials

from zest_client import cognito, operations
from zest_client.http import Answer, NotRunning, Refused, send
from zest_client.live import Changes
from zest_client.signing import signed_headers

Json = dict[str, Any]


@dataclass(frozen=True)
class Imported:
    """An import that has ended, and the milliseconds from the mutation to that news in the subscription."""

    recipe: Json
    milliseconds: float


@dataclass
class Guest:
    """A guest of the Zest at `origin`; made by `Guest.arrive`."""

    origin: str
    config: Json
    identity: str = field(repr=False)
    credentials: Credentials = field(repr=False)

    @classmethod
    def arrive(cls, origin: str) -> "Guest":
        """A new guest, as a browser becomes one. Raises NotRunning."""
        config = send("GET", f"{origin}/config.json").json()
        if not isinstance(config, dict):
            raise NotRunning("there is no /config.json")
        pool = {"IdentityPoolId": config["identityPoolId"]}
        identity, credentials = cognito.credentials(config, cognito.identity_pool(config, "GetId", pool)["IdentityId"])
        return cls(origin, config, identity, credentials)

    def graphql(self, query: str, variables: Json | None = None, *, token: str | None = None) -> Json:
        """The data of one operation: signed (IAM mode), or with a token (lambda mode). Raises Refused."""
        answer = self.post(json.dumps({"query": query, "variables": variables or {}}), token=token)
        body = answer.json() or {}
        if answer.status != 200 or body.get("errors"):
            raise Refused(answer.status, body.get("errors") or [], body.get("data"))
        data: Json = body["data"]
        return data

    def post(self, body: str, *, token: str | None = None) -> Answer:
        """The raw answer to a GraphQL request; an empty token sends no authorization at all."""
        url = self.config["graphqlEndpoint"]
        headers = {"content-type": "application/json"}
        if token is None:
            headers = signed_headers(self.credentials, self.config["region"], url, body)
        elif token:
            headers["authorization"] = token
        return send("POST", url, headers, body.encode())

    def issue_owner_token(self) -> str:
        """A token that proves for 15 minutes who this guest is."""
        token: str = self.graphql(operations.ISSUE)["issueOwnerToken"]["token"]
        return token

    def issue_claim_token(self) -> str:
        """What a later member claims this guest's recipes with."""
        token: str = self.graphql(operations.ISSUE_CLAIM)["issueClaimToken"]["token"]
        return token

    def create(self, url: str, *, id: str | None = None, language: str | None = None) -> Json:
        """Has an address imported; answers the PENDING recipe."""
        variables: Json = {"input": {"id": id or new_id(), "url": url, "language": language}}
        return _named(self.graphql(operations.CREATE, variables), "createRecipe")

    def get(self, id: str, *, token: str | None = None) -> Json:
        """One recipe."""
        return _named(self.graphql(operations.GET, {"id": id}, token=token), "getRecipe")

    def list(self, **arguments: Any) -> Json:
        """One page of the list: items and nextToken."""
        return _named(self.graphql(operations.LIST, arguments), "listRecipes")

    def create_blank(self, *, id: str | None = None, language: str | None = None) -> Json:
        """Begins a recipe by hand."""
        variables = {"id": id or new_id(), "language": language}
        return _named(self.graphql(operations.BLANK, variables), "createBlankRecipe")

    def copy(self, source: str, *, id: str | None = None) -> Json:
        """Copies a recipe, one's own or another's."""
        variables = {"sourceId": source, "id": id or new_id()}
        return _named(self.graphql(operations.COPY, variables), "copyRecipe")

    def export(self, **arguments: Any) -> Json:
        """One page of whole recipes: items and nextToken."""
        return _named(self.graphql(operations.EXPORT, arguments), "exportRecipes")

    def record(self, **event: Any) -> bool:
        """Has an event counted."""
        recorded: bool = self.graphql(operations.RECORD, {"event": event})["recordEvent"]
        return recorded

    def update(self, token: str, **changes: Any) -> Json:
        """Changes a recipe, with an owner token."""
        return _named(self.graphql(operations.UPDATE, {"input": changes}, token=token), "updateRecipe")

    def delete(self, token: str, id: str) -> None:
        """Deletes a recipe, with an owner token."""
        self.graphql(operations.DELETE, {"id": id}, token=token)

    def delete_many(self, token: str, ids: "list[str]") -> "list[Json]":
        """Deletes recipes, with an owner token; the outcome of each."""
        deletions: list[Json] = self.graphql(operations.DELETE_SOME, {"ids": ids}, token=token)["deleteRecipes"]
        return deletions

    def delete_all(self, token: str) -> Json:
        """Deletes as many of all recipes as one call can: deleted and done."""
        return _named(self.graphql(operations.DELETE_ALL, token=token), "deleteAllRecipes")

    @property
    def owner(self) -> str:
        """The name under which this one's recipes are kept."""
        return self.identity

    def changes(self, owner: str | None = None, *, token: str | None = None) -> Changes:
        """The live changes of an owner, by default one's own; to be used in a `with`."""
        endpoint = self.config["graphqlEndpoint"]
        return Changes(endpoint, self.config["region"], self.credentials, owner or self.owner, token)

    def import_url(self, url: str, *, seconds: float = 30) -> Imported:
        """Imports a page and waits until nothing more will come: the end is what is timed, the answer has tags,
        nutrition and picture too. Raises Refused for an address that is not taken, and TimeoutError."""
        id = new_id()
        with self.changes() as changes:
            started = time.perf_counter()
            self.create(url, id=id)
            changes.until(lambda change: change["id"] == id and has_ended(change["card"]), seconds)
            milliseconds = (time.perf_counter() - started) * 1000
            if self.get(id)["nutritionalInformation"]["status"] == "PENDING":
                changes.until(lambda change: change["id"] == id and is_settled(change["card"]), seconds)
        return Imported(self.get(id), milliseconds)


def new_id() -> str:
    """A recipe's id: 128 random bits."""
    return secrets.token_hex(16)


def has_ended(card: Json | None) -> bool:
    """Whether an import is over: SUCCESS, FAILED, or its recipe deleted."""
    return card is None or card["status"] in ("SUCCESS", "FAILED")


def is_settled(card: Json | None) -> bool:
    """Whether nothing more will come: over, and post-processing with it."""
    return has_ended(card) and (card is None or card["nutritionStatus"] != "PENDING")


def _named(data: Json, field_name: str) -> Json:
    value: Json = data[field_name]
    return value
