"""Access table of the REST APIs: every method, every kind of caller, expected answer."""

import time
from dataclasses import dataclass
from typing import Any

import pytest
from support.callers import FORGERIES, admin
from support.waiting import eventually
from support.zest import Zest
from test_mcp import INITIALIZE
from test_programs import TEXT
from zest_client import Member, programs, sign_up
from zest_client.rest import call, check_out, new_purchase
from zest_client.stripe import Stripe
from zest_local import template

pytestmark = pytest.mark.attack

# ok     done             no     401, by the authorizer or by the function
# 404    not found for this caller; routes only for the distribution are 404 for everyone
# taken  409: the purchase belongs to another member
# 400    signature rejected: only Stripe can sign
#
# guest, owner: owner tokens of a guest and of Ann; ann, bob and admin are ID tokens.
# token, narrow, ended: personal tokens of Ann: with all scopes, without the needed scope, and revoked.
# 405    streams and sessions, which the MCP server does not have
# f: forgeries that claim to be Ann; `access` is her access token for AppSync; `number` is a timestamp.
TABLE = """
                                      nobody guest owner ann  bob   admin access f:none f:key number token narrow ended
GET /payment/packages                 ok     ok    ok    ok   ok    ok    ok     ok     ok    ok     ok    ok     ok
POST /payment/checkout                no     no    no    ok   taken taken no     no     no    no     no    no     no
GET /payment/purchases/{id}           no     no    no    ok   404   404   no     no     no    no     no    no     no
GET /payment/purchases/{id}/receipt   no     no    no    ok   404   404   no     no     no    no     no    no     no
POST /payment/webhook                 400    400   400   400  400   400   400    400    400   400    400   400    400
GET /admin/members                    no     no    no    404  404   ok    no     no     no    no     no    no     no
GET /admin/members/{id}/credits       no     no    no    404  404   ok    no     no     no    no     no    no     no
POST /admin/members/{id}/grants       no     no    no    404  404   ok    no     no     no    no     no    no     no
POST /admin/members/{id}/adjustments  no     no    no    404  404   ok    no     no     no    no     no    no     no
POST /admin/purchases/{id}/refund     no     no    no    404  404   ok    no     no     no    no     no    no     no
POST /instacart/generate-url          no     ok    ok    no   no    no    no     no     no    no     no    no     no
POST /agent/propose                   no     404   ok    no   no    no    no     no     no    no     no    no     no
GET /recipe-page/index.html           404    404   404   404  404   404   404    404    404   404    404   404    404
GET /tokens                           no     no    no    ok   ok    ok    no     no     no    no     no    no     no
POST /tokens                          no     no    no    ok   ok    ok    no     no     no    no     no    no     no
DELETE /tokens/{id}                   no     no    no    ok   404   404   no     no     no    no     no    no     no
GET /proposals                        no     no    no    ok   ok    ok    no     no     no    no     no    no     no
DELETE /proposals/{id}                no     no    no    ok   404   404   no     no     no    no     no    no     no
POST /extract                         no     no    no    no   no    no    no     no     no    no     ok    404    no
POST /mcp                             no     no    no    no   no    no    no     no     no    no     ok    ok     no
GET /mcp                              405    405   405   405  405   405   405    405    405   405    405   405    405
DELETE /mcp                           405    405   405   405  405   405   405    405    405   405    405   405    405
"""

ANSWERS = {200: "ok", 401: "no", 404: "404", 405: "405", 409: "taken", 400: "400"}


def rows() -> dict[str, dict[str, str]]:
    head, *lines = [line for line in TABLE.splitlines() if line]
    names, width = head.split(), head.index("nobody")
    return {line[:width].strip(): dict(zip(names, line[width:].split(), strict=True)) for line in lines}


CELLS = [(row, caller, wanted) for row, cells in rows().items() for caller, wanted in cells.items()]


@dataclass(frozen=True)
class Scene:
    """All tokens, a purchase paid by Ann, and recipes of hers."""

    origin: str
    tokens: dict[str, str | None]
    purchase: str
    ann: Member
    recipe: str
    cake: str

    @property
    def member(self) -> str:
        return self.ann.user

    def ask(self, row: str, caller: str) -> int:
        method, path = row.split()
        body: Any = None
        if path == "/payment/checkout":
            body = {"purchaseId": self.purchase, "packageId": "small", "language": "en"}
        elif path == "/payment/webhook":
            body = {"type": "checkout.session.completed"}
        elif path == "/instacart/generate-url":
            body = {"ingredients": [{"name": "salt", "quantity": "1", "unit": "tsp"}]}
        elif path == "/agent/propose":
            body = {"recipeId": self.recipe, "wish": "vegan", "language": "en"}
        elif path == "/tokens" and method == "POST":
            body = {"name": "access", "scopes": ["extract"]}
        elif path == "/extract":
            body = {"text": TEXT}
        elif path == "/mcp":
            body = INITIALIZE if method == "POST" else None
        elif method == "POST":
            body = {"key": new_purchase(), "reason": "access"}
            if not path.endswith("refund"):
                body["credits"] = 1 if path.endswith("grants") else -1
        elif path == "/admin/members":
            path += f"?id={self.member}"
        if path == "/tokens/{id}":
            # A new one, which a refused deletion leaves.
            id = programs.create(self.ann).json()["token"]["id"]
            status = call(self.origin, method, f"/tokens/{id}", self.tokens[caller]).status
            assert (programs.revoke(self.ann, id).status == 404) == (status == 200)
            return status
        if path == "/proposals/{id}":
            # A new one, which a refused deletion leaves.
            propose = {"name": "propose_change", "arguments": {"id": self.cake, "wish": "vegan"}}
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": propose}
            assert call(self.origin, "POST", "/mcp", f"Bearer {self.tokens['token']}", message).status == 200
            id = programs.proposals(self.ann)[-1]["id"]
            status = call(self.origin, method, f"/proposals/{id}", self.tokens[caller]).status
            assert (programs.discard(self.ann, id).status == 404) == (status == 200)
            return status
        id = self.member if "members" in path else self.purchase
        return call(self.origin, method, path.replace("{id}", id), self.tokens[caller], body).status


@pytest.fixture(scope="module")
def scene(zest: Zest) -> Scene:
    ann, bob, guest = sign_up(zest.origin), sign_up(zest.origin), zest.guest()
    purchase = new_purchase()
    url = check_out(zest.origin, ann.id_token, purchase, "small").json()["url"]
    Stripe.of(zest.state).pay(url)
    path = f"/payment/purchases/{purchase}"
    eventually(
        lambda: call(zest.origin, "GET", path, ann.id_token).json()["purchase"]["status"] == "COMPLETED", "Ann has paid"
    )
    ended = programs.create(ann).json()
    programs.revoke(ann, ended["token"]["id"])
    tokens: dict[str, str | None] = {
        "nobody": None,
        "guest": guest.issue_owner_token(),
        "owner": ann.issue_owner_token(),
        "ann": ann.id_token,
        "bob": bob.id_token,
        "admin": admin(zest).id_token,
        "access": ann.access_token,
        "f:none": forged(ann, bob, zest, "none"),
        "f:key": forged(ann, bob, zest, "key"),
        "number": str(int(time.time())),
        "token": programs.new_token(ann),
        "narrow": programs.new_token(ann, ["read"]),
        "ended": ended["secret"],
    }
    cake = ann.import_url(f"{zest.demo}carrot-cake.html").recipe["id"]
    return Scene(zest.origin, tokens, purchase, ann, ann.create_blank()["id"], cake)


def forged(ann: Member, bob: Member, zest: Zest, how: str) -> str:
    as_id = Member(**{**vars(ann), "access_token": ann.id_token})
    token = FORGERIES[how](as_id, bob, zest.guest()).token
    assert token
    return token


def test_access_table_covers_every_rest_method():
    deployed = {f"{route['method']} {route['path']}" for route in template.rest_routes(template.load())}
    assert set(rows()) == deployed


@pytest.mark.parametrize(("row", "caller", "wanted"), CELLS)
def test_caller_gets_the_expected_status(scene: Scene, row: str, caller: str, wanted: str):
    assert ANSWERS.get(scene.ask(row, caller)) == wanted
