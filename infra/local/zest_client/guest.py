"""A guest: an identity of the identity pool with its credentials and API calls."""

import json
import secrets
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from botocore.credentials import Credentials

from zest_client import cognito, operations
from zest_client.http import Answer, NotRunning, Refused, post_form, send
from zest_client.live import Changes
from zest_client.signing import signed_headers

Json = dict[str, Any]


@dataclass(frozen=True)
class Imported:
    """A finished import, and the milliseconds from the mutation to the event of its end."""

    recipe: Json
    milliseconds: float


@dataclass
class Guest:
    """A guest of the Zest instance at `origin`. Created by `Guest.arrive`."""

    origin: str
    config: Json
    identity: str = field(repr=False)
    credentials: Credentials = field(repr=False)

    @classmethod
    def arrive(cls, origin: str) -> "Guest":
        """Registers a new guest as a browser does. Raises NotRunning."""
        config = send("GET", f"{origin}/config.json").json()
        if not isinstance(config, dict):
            raise NotRunning("there is no /config.json")
        pool = {"IdentityPoolId": config["identityPoolId"]}
        identity, credentials = cognito.credentials(config, cognito.identity_pool(config, "GetId", pool)["IdentityId"])
        return cls(origin, config, identity, credentials)

    def graphql(self, query: str, variables: Json | None = None, *, token: str | None = None) -> Json:
        """Returns the data of an operation. Signs it (IAM mode) or sends a token (Lambda mode). Raises Refused."""
        answer = self.post(json.dumps({"query": query, "variables": variables or {}}), token=token)
        body = answer.json() or {}
        if answer.status != 200 or body.get("errors"):
            raise Refused(answer.status, body.get("errors") or [], body.get("data"))
        data: Json = body["data"]
        return data

    def post(self, body: str, *, token: str | None = None) -> Answer:
        """Sends a GraphQL request and returns the response of any status. An empty token sends no authorization."""
        url = self.config["graphqlEndpoint"]
        headers = {"content-type": "application/json"}
        if token is None:
            headers = signed_headers(self.credentials, self.config["region"], url, body)
        elif token:
            headers["authorization"] = token
        return send("POST", url, headers, body.encode())

    def issue_owner_token(self) -> str:
        """Returns an owner token, valid for 15 minutes."""
        token: str = self.graphql(operations.ISSUE)["issueOwnerToken"]["token"]
        return token

    def issue_claim_token(self) -> str:
        """Returns a token with which a member claims the recipes of this guest."""
        token: str = self.graphql(operations.ISSUE_CLAIM)["issueClaimToken"]["token"]
        return token

    def create(self, url: str, *, id: str | None = None, language: str | None = None, part: str | None = None) -> Json:
        """Starts the import of an address or of one of its recipes, and returns the PENDING recipe."""
        variables: Json = {"input": {"id": id or new_id(), "url": url, "language": language, "part": part}}
        return _named(self.graphql(operations.CREATE, variables), "createRecipe")

    def upload_form(self, submission: str, kind: str, size: int, **more: Any) -> Json:
        """Returns the upload form of a photo or file."""
        content_type = "image/png" if kind == "PICTURE" else "application/octet-stream"
        wanted = {"submission": submission, "kind": kind, "size": size, "contentType": content_type}
        return _named(self.graphql(operations.CREATE_UPLOAD, {"input": wanted | more}), "createUpload")

    def upload(self, kind: str, *files: bytes, submission: str | None = None, **more: Any) -> str:
        """Uploads the photos of a recipe in order, or one file, and returns the submission."""
        submission = submission or new_submission()
        for position, content in enumerate(files):
            form = self.upload_form(submission, kind, len(content), position=position, **more)
            answer = post_form(form, content)
            assert answer.status == 204, answer.body.decode(errors="replace")
        return submission

    def create_from(self, kind: str, submission: str, *, id: str | None = None, language: str | None = None) -> Json:
        """Starts the import of an upload and returns the PENDING recipe."""
        field = "pictureSubmissionUUID" if kind == "PICTURE" else "fileSubmissionUUID"
        variables: Json = {"input": {"id": id or new_id(), field: submission, "language": language}}
        return _named(self.graphql(operations.CREATE, variables), "createRecipe")

    def uploads(self, submission: str | None = None) -> "list[Json]":
        """Returns the guest's uploads; with a submission, only its uploads."""
        found: list[Json] = self.graphql(operations.LIST_UPLOADS, {"submission": submission})["listUploads"]
        return found

    def source_pages(self, id: str) -> "list[Json]":
        """Returns the pages that a recipe was read from."""
        found: list[Json] = self.graphql(operations.SOURCE_PAGES, {"id": id})["sourcePages"]
        return found

    def delete_upload(self, token: str, submission: str) -> None:
        """Deletes an upload with an owner token."""
        self.graphql(operations.DELETE_UPLOAD, {"submission": submission}, token=token)

    def get(self, id: str, *, token: str | None = None) -> Json:
        """Returns one recipe."""
        return _named(self.graphql(operations.GET, {"id": id}, token=token), "getRecipe")

    def list(self, **arguments: Any) -> Json:
        """Returns one page of the list: items and nextToken."""
        return _named(self.graphql(operations.LIST, arguments), "listRecipes")

    def create_blank(self, *, id: str | None = None, language: str | None = None) -> Json:
        """Creates a blank recipe."""
        variables = {"id": id or new_id(), "language": language}
        return _named(self.graphql(operations.BLANK, variables), "createBlankRecipe")

    def copy(self, source: str, *, id: str | None = None) -> Json:
        """Copies a recipe of any owner."""
        variables = {"sourceId": source, "id": id or new_id()}
        return _named(self.graphql(operations.COPY, variables), "copyRecipe")

    def export(self, **arguments: Any) -> Json:
        """Returns one page of complete recipes: items and nextToken."""
        return _named(self.graphql(operations.EXPORT, arguments), "exportRecipes")

    def record(self, **event: Any) -> bool:
        """Records an analytics event."""
        recorded: bool = self.graphql(operations.RECORD, {"event": event})["recordEvent"]
        return recorded

    def update(self, token: str, **changes: Any) -> Json:
        """Updates a recipe with an owner token."""
        return _named(self.graphql(operations.UPDATE, {"input": changes}, token=token), "updateRecipe")

    def set_picture(self, token: str, id: str, submission: str | None) -> Json:
        """Sets the picture of a recipe to a submission, or removes it (None), with an owner token."""
        variables = {"id": id, "submission": submission}
        return _named(self.graphql(operations.SET_PICTURE, variables, token=token), "setRecipePicture")

    def read_again(self, token: str, id: str) -> Json:
        """Reads the page of a recipe again with an owner token, and returns current and former content."""
        return _named(self.graphql(operations.READ_AGAIN, {"id": id}, token=token), "readAgain")

    def delete(self, token: str, id: str) -> None:
        """Deletes a recipe with an owner token."""
        self.graphql(operations.DELETE, {"id": id}, token=token)

    def delete_many(self, token: str, ids: "list[str]") -> "list[Json]":
        """Deletes recipes with an owner token and returns the outcome of each."""
        deletions: list[Json] = self.graphql(operations.DELETE_SOME, {"ids": ids}, token=token)["deleteRecipes"]
        return deletions

    def delete_all(self, token: str) -> Json:
        """Deletes the next batch of the guest's recipes; repeat until `done`."""
        return _named(self.graphql(operations.DELETE_ALL, token=token), "deleteAllRecipes")

    @property
    def owner(self) -> str:
        """Returns the owner name of this guest's recipes."""
        return self.identity

    def changes(
        self, owner: str | None = None, *, token: str | None = None, document: str = operations.ON_CHANGE
    ) -> Changes:
        """Returns the live changes of an owner, by default of this guest. Use it in a `with` statement."""
        endpoint, region = self.config["graphqlEndpoint"], self.config["region"]
        return Changes(endpoint, region, self.credentials, owner or self.owner, token, document)

    def import_url(self, url: str, *, seconds: float = 30, part: str | None = None) -> Imported:
        """Imports a page or one of its recipes, and waits for the end of post-processing. The measured time ends with
        the import. Raises Refused and TimeoutError.
        """
        id = new_id()
        return self._imported(id, lambda: self.create(url, id=id, part=part), seconds)

    def import_files(self, kind: str, *files: bytes, seconds: float = 30, **more: Any) -> Imported:
        """Uploads photos or a file, imports them, and waits as `import_url` does."""
        id, submission = new_id(), self.upload(kind, *files, **more)
        return self._imported(id, lambda: self.create_from(kind, submission, id=id), seconds)

    def import_page(self, address: str, submission: str, *, seconds: float = 30) -> Imported:
        """Imports a page that a browser sent for an address, and waits as `import_url` does."""
        id = new_id()
        variables: Json = {"input": {"id": id, "url": address, "pageSubmissionUUID": submission}}
        return self._imported(id, lambda: _named(self.graphql(operations.CREATE, variables), "createRecipe"), seconds)

    def _imported(self, id: str, submit: Callable[[], Json], seconds: float) -> Imported:
        with self.changes() as changes:
            started = time.perf_counter()
            submit()
            changes.until(lambda change: change["id"] == id and has_ended(change["card"]), seconds)
            milliseconds = (time.perf_counter() - started) * 1000
            if self.get(id)["nutritionalInformation"]["status"] == "PENDING":
                changes.until(lambda change: change["id"] == id and is_settled(change["card"]), seconds)
        return Imported(self.get(id), milliseconds)


def new_id() -> str:
    """Returns a recipe id: 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def new_submission() -> str:
    """Returns a submission id: a UUID v4."""
    return str(uuid.uuid4())


def has_ended(card: Json | None) -> bool:
    """Returns whether an import has ended: SUCCESS, FAILED, or the recipe was deleted."""
    return card is None or card["status"] in ("SUCCESS", "FAILED")


def is_settled(card: Json | None) -> bool:
    """Returns whether import and post-processing have ended."""
    return has_ended(card) and (card is None or card["nutritionStatus"] != "PENDING")


def _named(data: Json, field_name: str) -> Json:
    value: Json = data[field_name]
    return value
