"""Sign-in with Google follows the full chain of redirects, with a local stand-in for Google."""

import base64
import hashlib
import http.client
import json
import re
import secrets
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from support.zest import Zest
from zest_client import Guest, Member, Refused, sign_up
from zest_client.cognito import user_pool
from zest_client.credits import open_credits
from zest_client.guest import new_id
from zest_client.member import PASSWORD, claims, with_tokens

pytestmark = pytest.mark.attack

FORM = {"content-type": "application/x-www-form-urlencoded"}
SCOPES = "phone email openid profile aws.cognito.signin.user.admin"


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    body: str


def send(zest: Zest, method: str, target: str, form: dict[str, str] | None = None, source: str = "127.0.0.1") -> Answer:
    connection = http.client.HTTPConnection("localhost", zest.port, timeout=30, source_address=(source, 0))
    try:
        connection.request(method, target.removeprefix(zest.origin), urlencode(form) if form else None, FORM)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers.get("location", ""), answer.read().decode())
    finally:
        connection.close()


def field(address: str, name: str) -> str:
    return parse_qs(urlsplit(address).query).get(name, [""])[0]


@dataclass
class Visit:
    """One sign-in with the cookies that a browser would keep."""

    zest: Zest
    guest: Guest
    verifier: str
    prefix: str = ""
    source: str = "127.0.0.1"

    @property
    def callback(self) -> str:
        return f"{self.zest.origin}{self.prefix}/oauth/callback"

    def begin(self, **changes: str) -> Answer:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "redirect_uri": self.callback,
            "response_type": "code",
            "client_id": self.guest.config["userPoolClientId"],
            "identity_provider": "Google",
            "scope": SCOPES,
            "state": "mine",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return send(self.zest, "GET", f"/oauth2/authorize?{urlencode(asked | changes)}", source=self.source)

    def say(self, email: str, verified: str = "yes", act: str = "continue", google: str = "") -> str:
        """Signs in at the stand-in with this address, and returns the URL that leads back to the app."""
        google = google or self.begin().location
        page = send(self.zest, "GET", google)
        [state] = re.findall(r'name="state" value="([^"]+)"', page.body)
        form = {"state": state, "email": email, "name": "Ana", "verified": verified, "act": act}
        cognito = send(self.zest, "POST", "/local/google/authorize", form).location
        return send(self.zest, "GET", cognito).location

    def exchange(self, code: str, **changes: str) -> Answer:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.guest.config["userPoolClientId"],
            "redirect_uri": self.callback,
            "code_verifier": self.verifier,
        }
        return send(self.zest, "POST", "/oauth2/token", form | changes)

    def member(self, email: str) -> Member:
        entered = self.say(email)
        answer = json.loads(self.exchange(field(entered, "code")).body)
        names = {"IdToken": "id_token", "AccessToken": "access_token", "RefreshToken": "refresh_token"}
        return with_tokens(self.guest, email, {name: answer[field] for name, field in names.items()})


@pytest.fixture
def visit(zest: Zest, guest: Guest) -> Visit:
    return Visit(zest, guest, secrets.token_urlsafe(48))


@pytest.fixture
def email() -> str:
    return f"{new_id()}@example.com"


@pytest.mark.parametrize("prefix", ["", "/es", "/fr"])
def test_google_user_is_an_ordinary_member(visit: Visit, email: str, prefix: str):
    visit.prefix = prefix
    entered = visit.say(email)
    assert entered.startswith(f"{visit.callback}?") and field(entered, "state") == "mine"
    member = visit.member(email)
    said = claims(member.id_token)
    assert (said["email"], said["email_verified"], said["name"]) == (email, True, "Ana")
    id = new_id()
    member.graphql("mutation M($id: ID!) { createBlankRecipe(id: $id) { id } }", {"id": id}, token=member.access_token)
    assert member.claim() == 0
    again = visit.member(email)
    assert (again.user, again.identity) == (member.user, member.identity)
    assert [card["id"] for card in again.list()["items"]] == [id]
    refresh = {"AuthFlow": "REFRESH_TOKEN_AUTH", "AuthParameters": {"REFRESH_TOKEN": member.refresh_token}}
    assert user_pool(member.config, "InitiateAuth", refresh)["AuthenticationResult"]["IdToken"]
    assert member.delete_account() == 1
    assert visit.member(email).user != member.user, "the account was deleted, not only its recipes"


def test_begun_sign_ins_of_one_address_drop_none_of_another(visit: Visit, email: str):
    begun, greedy = visit.begin().location, replace(visit, source="127.0.7.1")
    first = greedy.begin().location
    for _ in range(200):
        assert greedy.begin().status == 302
    entered = visit.say(email, google=begun)
    assert field(entered, "code"), entered
    assert greedy.say(email, google=first) == "", "its own first one is dropped"


def test_google_user_gets_the_welcome_credits_once_per_address(visit: Visit, email: str):
    member = visit.member(email)
    assert [open_credits(member)["creditBalance"] for _ in range(2)] == [10, 10]
    member.delete_account()
    assert open_credits(visit.member(email)) is None


def test_password_and_google_with_one_verified_address_share_an_account(visit: Visit, email: str):
    own = sign_up(visit.zest.origin, email)
    from_google = visit.member(email)
    assert (from_google.user, from_google.identity) == (own.user, own.identity)
    assert visit.member(email).user == own.user, "at the second time too"


def test_address_unverified_by_google_is_refused(visit: Visit, email: str):
    sign_up(visit.zest.origin, email)
    entered = visit.say(email, verified="no")
    assert field(entered, "code") == ""
    assert field(entered, "error") == "invalid_request"
    assert field(entered, "error_description") == (
        "PreSignUp failed with error Google has not verified your email address. "
        "Sign up with email and password instead."
    )
    assert field(entered, "state") == "mine"


def test_unconfirmed_account_is_not_linked(visit: Visit, email: str):
    attributes = [{"Name": "email", "Value": email}]
    request = {"Username": email, "Password": PASSWORD, "UserAttributes": attributes}
    squatted = user_pool(visit.guest.config, "SignUp", request)["UserSub"]
    assert visit.member(email).user != squatted


def test_google_user_cannot_sign_up_again_with_a_password(visit: Visit, email: str):
    visit.member(email)
    with pytest.raises(Refused, match=r"already exists|Continue with Google"):
        sign_up(visit.zest.origin, email)


def test_cancelled_sign_in_is_reported(visit: Visit, email: str):
    entered = visit.say(email, act="cancel")
    assert entered.startswith(visit.callback)
    assert (field(entered, "error"), field(entered, "state")) == ("access_denied", "mine")


def test_code_requires_its_verifier_and_works_once(visit: Visit, email: str):
    for changes in ({"code_verifier": "x" * 50}, {"code_verifier": ""}):
        refused = visit.exchange(field(visit.say(email), "code"), **changes)
        assert (refused.status, json.loads(refused.body)) == (400, {"error": "invalid_grant"})
    code = field(visit.say(email), "code")
    assert visit.exchange(code).status == 200
    assert visit.exchange(code).status == 400
    assert visit.exchange("made-up").status == 400
    assert visit.exchange(field(visit.say(email), "code"), redirect_uri="https://evil.example/").status == 400


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example/oauth/callback"},
        {"redirect_uri": "http://localhost/oauth/callback"},
        {"client_id": "other"},
        {"identity_provider": "Facebook"},
        {"identity_provider": ""},
        {"response_type": "token"},
        {"code_challenge_method": "plain"},
    ],
    ids=str,
)
def test_authorize_request_with_unknown_parameters_is_refused(visit: Visit, changes: dict[str, str]):
    refused = visit.begin(**changes)
    assert (refused.status, refused.location) == (400, "")


def test_unsolicited_idp_response_is_refused(zest: Zest):
    for query in ("code=x&state=y", "state=y", "", "error=access_denied&state=y"):
        refused = send(zest, "GET", f"/oauth2/idpresponse?{query}")
        assert (refused.status, refused.location) == (400, "")


def test_sign_out_redirects_to_the_app_only(visit: Visit):
    client = visit.guest.config["userPoolClientId"]
    for path in ("/", "/es", "/fr"):
        known = {"client_id": client, "logout_uri": f"{visit.zest.origin}{path}"}
        assert send(visit.zest, "GET", f"/logout?{urlencode(known)}").location == known["logout_uri"]
    for logout_uri in ("https://evil.example/", f"{visit.zest.origin}/demo/", ""):
        unknown = {"client_id": client, "logout_uri": logout_uri}
        refused = send(visit.zest, "GET", f"/logout?{urlencode(unknown)}")
        assert (refused.status, refused.location) == (400, "")


def test_stand_in_identifies_itself_and_escapes_input(visit: Visit):
    hostile = urlencode({"state": '"><script>x</script>'})
    page = send(visit.zest, "GET", f"/local/google/authorize?{hostile}")
    assert page.status == 200 and "This is not Google" in page.body and "<script>" not in page.body
    for email in ("", "no-address", "@", "x" * 300 + "@example.com"):
        answer = send(visit.zest, "POST", "/local/google/authorize", {"state": "s", "email": email})
        assert (answer.status, answer.location) == (400, ""), email
