"""Signing in with Google, through the whole chain of redirects, with the local stand-in in Google's place."""

import base64
import hashlib
import http.client
import json
import re
import secrets
from dataclasses import dataclass
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


def send(zest: Zest, method: str, target: str, form: dict[str, str] | None = None) -> Answer:
    """One request that follows no redirect."""
    connection = http.client.HTTPConnection("localhost", zest.port, timeout=30)
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
    """One sign-in: what the browser keeps while it goes from place to place."""

    zest: Zest
    guest: Guest
    verifier: str
    prefix: str = ""

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
        return send(self.zest, "GET", f"/oauth2/authorize?{urlencode(asked | changes)}")

    def say(self, email: str, verified: str = "yes", act: str = "continue") -> str:
        """Tells the stand-in who one is; answers where the app is entered again."""
        google = self.begin().location
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
        """The member that one is after it all."""
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
def test_who_comes_from_google_is_a_member_like_any_other(visit: Visit, email: str, prefix: str):
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


def test_who_comes_from_google_gets_the_credits_of_new_members_once_for_their_address(visit: Visit, email: str):
    member = visit.member(email)
    assert [open_credits(member)["creditBalance"] for _ in range(2)] == [10, 10]
    member.delete_account()
    assert open_credits(visit.member(email)) is None


def test_a_password_and_google_with_one_verified_address_are_one_account(visit: Visit, email: str):
    own = sign_up(visit.zest.origin, email)
    from_google = visit.member(email)
    assert (from_google.user, from_google.identity) == (own.user, own.identity)
    assert visit.member(email).user == own.user, "at the second time too"


def test_an_address_that_google_has_not_verified_opens_nothing(visit: Visit, email: str):
    sign_up(visit.zest.origin, email)
    entered = visit.say(email, verified="no")
    assert field(entered, "code") == ""
    assert field(entered, "error") == "invalid_request"
    assert field(entered, "error_description") == (
        "PreSignUp failed with error Google has not verified your e-mail address. "
        "Sign up with e-mail and password instead."
    )
    assert field(entered, "state") == "mine"


def test_an_account_that_was_never_confirmed_is_handed_to_nobody(visit: Visit, email: str):
    attributes = [{"Name": "email", "Value": email}]
    request = {"Username": email, "Password": PASSWORD, "UserAttributes": attributes}
    squatted = user_pool(visit.guest.config, "SignUp", request)["UserSub"]
    assert visit.member(email).user != squatted


def test_who_has_come_from_google_gets_no_second_account_with_a_password(visit: Visit, email: str):
    visit.member(email)
    with pytest.raises(Refused, match=r"already exists|Continue with Google"):
        sign_up(visit.zest.origin, email)


def test_who_turns_back_is_told_so(visit: Visit, email: str):
    entered = visit.say(email, act="cancel")
    assert entered.startswith(visit.callback)
    assert (field(entered, "error"), field(entered, "state")) == ("access_denied", "mine")


def test_a_code_is_worth_nothing_without_its_verifier_and_nothing_twice(visit: Visit, email: str):
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
def test_a_sign_in_that_the_pool_does_not_know_goes_nowhere(visit: Visit, changes: dict[str, str]):
    refused = visit.begin(**changes)
    assert (refused.status, refused.location) == (400, "")


def test_an_answer_that_nobody_asked_for_goes_nowhere(zest: Zest):
    for query in ("code=x&state=y", "state=y", "", "error=access_denied&state=y"):
        refused = send(zest, "GET", f"/oauth2/idpresponse?{query}")
        assert (refused.status, refused.location) == (400, "")


def test_signing_out_returns_to_the_app_only(visit: Visit):
    client = visit.guest.config["userPoolClientId"]
    for path in ("/", "/es", "/fr"):
        known = {"client_id": client, "logout_uri": f"{visit.zest.origin}{path}"}
        assert send(visit.zest, "GET", f"/logout?{urlencode(known)}").location == known["logout_uri"]
    for logout_uri in ("https://evil.example/", f"{visit.zest.origin}/demo/", ""):
        unknown = {"client_id": client, "logout_uri": logout_uri}
        refused = send(visit.zest, "GET", f"/logout?{urlencode(unknown)}")
        assert (refused.status, refused.location) == (400, "")


def test_the_stand_in_says_that_it_is_none_and_takes_texts_as_texts(visit: Visit):
    hostile = urlencode({"state": '"><script>x</script>'})
    page = send(visit.zest, "GET", f"/local/google/authorize?{hostile}")
    assert page.status == 200 and "This is not Google" in page.body and "<script>" not in page.body
    for email in ("", "no-address", "@", "x" * 300 + "@example.com"):
        answer = send(visit.zest, "POST", "/local/google/authorize", {"state": "s", "email": email})
        assert (answer.status, answer.location) == (400, ""), email
