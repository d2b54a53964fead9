"""An email address alone never gives access to an account, and users cannot write attributes that Cognito protects."""

import json
from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest, Member, Refused, sign_in, sign_up
from zest_client.cognito import identity_pool, user_pool
from zest_client.guest import new_id
from zest_client.member import CODE, PASSWORD, claims
from zest_client.srp import Proof
from zest_local import template

pytestmark = pytest.mark.attack

Json = dict[str, Any]
UNWRITABLE = "A client attempted to write unauthorized attribute"


@pytest.fixture(scope="module")
def victim(zest: Zest) -> Member:
    return sign_up(zest.origin)


@pytest.fixture
def mallory(zest: Zest) -> Member:
    return sign_up(zest.origin)


def address() -> str:
    return f"{new_id()}@example.com"


def update(member: Member, *attributes: tuple[str, str]) -> Json:
    listed = [{"Name": name, "Value": value} for name, value in attributes]
    request = {"AccessToken": member.access_token, "UserAttributes": listed}
    return user_pool(member.config, "UpdateUserAttributes", request)


def attributes(member: Member) -> dict[str, str]:
    found = user_pool(member.config, "GetUser", {"AccessToken": member.access_token})["UserAttributes"]
    return {attribute["Name"]: attribute["Value"] for attribute in found}


def challenge(zest: Zest, name: str) -> Json:
    request = {"AuthFlow": "USER_SRP_AUTH", "AuthParameters": {"USERNAME": name, "SRP_A": Proof().public}}
    return user_pool(zest.guest().config, "InitiateAuth", request)["ChallengeParameters"]


# Attributes that a user cannot write, with values. Where a value could impersonate a user, the test takes the victim's.
FORBIDDEN = {
    "sub": "",
    "email_verified": "true",
    "phone_number_verified": "true",
    "phone_number": "+15550100",
    "identities": '[{"providerName":"Google","userId":"1"}]',
    "preferred_username": "admin",
    "profile": "x",
    "custom:role": "Admin",
    "cognito:groups": "Admin",
    "cognito:username": "x",
    "dev:custom:role": "Admin",
    "SUB": "x",
    "Email": "x@example.com",
    "": "x",
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_update_of_a_protected_attribute_is_refused(mallory: Member, victim: Member, name: str):
    before = attributes(mallory)
    with pytest.raises(Refused) as refused:
        update(mallory, ("name", "changed too?"), (name, FORBIDDEN[name] or victim.user))
    assert (refused.value.kind, str(refused.value)) == ("NotAuthorizedException", UNWRITABLE)
    assert attributes(mallory) == before
    again = sign_in(mallory.origin, mallory.email)
    assert (again.user, again.identity) == (mallory.user, mallory.identity)


@pytest.mark.parametrize("name", FORBIDDEN)
def test_sign_up_with_a_protected_attribute_is_refused(zest: Zest, victim: Member, name: str):
    email = address()
    wanted = [{"Name": "email", "Value": email}, {"Name": name, "Value": FORBIDDEN[name] or victim.user}]
    with pytest.raises(Refused) as refused:
        request = {"Username": email, "Password": PASSWORD, "UserAttributes": wanted}
        user_pool(victim.config, "SignUp", request)
    assert refused.value.kind in ("NotAuthorizedException", "InvalidParameterException")
    with pytest.raises(Refused, match="Incorrect username or password"):
        sign_in(zest.origin, email)
    # The account of the victim is unchanged.
    assert sign_in(zest.origin, victim.email).user == victim.user


def test_update_of_a_writable_attribute_succeeds(mallory: Member):
    update(mallory, ("name", "Mal"), ("locale", "fr"))
    assert attributes(mallory)["name"] == "Mal"
    assert claims(sign_in(mallory.origin, mallory.email).id_token)["name"] == "Mal"


def test_sub_revealed_by_srp_gives_no_access(zest: Zest, mallory: Member, victim: Member):
    sub = challenge(zest, victim.email)["USER_ID_FOR_SRP"]
    assert sub == victim.user
    with pytest.raises(Refused, match=UNWRITABLE):
        update(mallory, ("sub", sub))
    with pytest.raises(Refused, match="Incorrect username or password"):
        sign_in(zest.origin, sub)
    assert sign_in(zest.origin, mallory.email).user == mallory.user


def test_change_to_another_member_s_address_is_refused(zest: Zest, mallory: Member, victim: Member):
    for taken in (victim.email, victim.email.upper()):
        with pytest.raises(Refused) as refused:
            update(mallory, ("email", taken))
        assert refused.value.kind == "AliasExistsException"
    assert attributes(mallory)["email"] == mallory.email
    assert sign_in(zest.origin, victim.email).user == victim.user


def verify(member: Member, code: str, name: str = "email") -> Json:
    request = {"AccessToken": member.access_token, "AttributeName": name, "Code": code}
    return user_pool(member.config, "VerifyUserAttribute", request)


def test_new_address_takes_effect_after_verification(zest: Zest, mallory: Member):
    new = address()
    delivery = update(mallory, ("email", new))["CodeDeliveryDetailsList"]
    assert [(it["AttributeName"], it["DeliveryMedium"]) for it in delivery] == [("email", "EMAIL")]
    # The template requires that the new address is verified. Until then the old one stays verified and can sign in.
    assert attributes(mallory)["email"] == mallory.email
    assert sign_in(zest.origin, mallory.email).user == mallory.user
    with pytest.raises(Refused, match="Incorrect username or password"):
        sign_in(zest.origin, new)
    with pytest.raises(Refused) as refused:
        verify(mallory, "000000")
    assert refused.value.kind == "CodeMismatchException"
    verify(mallory, CODE)
    assert (attributes(mallory)["email"], attributes(mallory)["email_verified"]) == (new, "true")
    assert sign_in(zest.origin, new).user == mallory.user
    with pytest.raises(Refused, match="Incorrect username or password"):
        sign_in(zest.origin, mallory.email)
    with pytest.raises(Refused) as refused:
        verify(mallory, CODE)
    assert refused.value.kind == "ExpiredCodeException", "a code is good once"


def test_address_taken_during_verification_stays_with_its_new_owner(zest: Zest, mallory: Member):
    new = address()
    update(mallory, ("email", new))
    other = sign_up(zest.origin, new)
    with pytest.raises(Refused) as refused:
        verify(mallory, CODE)
    assert refused.value.kind == "AliasExistsException"
    assert sign_in(zest.origin, new).user == other.user


def test_verification_code_for_other_attributes_is_refused(mallory: Member):
    for name in ("sub", "name", "email_verified", "phone_number", ""):
        with pytest.raises(Refused):
            verify(mallory, CODE, name)
        request = {"AccessToken": mallory.access_token, "AttributeName": name}
        with pytest.raises(Refused):
            user_pool(mallory.config, "GetUserAttributeVerificationCode", request)


def test_address_in_capitals_creates_no_second_account(zest: Zest, victim: Member):
    for name in (victim.email.upper(), victim.email.title()):
        wanted = [{"Name": "email", "Value": name}]
        with pytest.raises(Refused) as refused:
            request = {"Username": name, "Password": PASSWORD, "UserAttributes": wanted}
            user_pool(victim.config, "SignUp", request)
        assert refused.value.kind == "UsernameExistsException"
        assert sign_in(zest.origin, name).user == victim.user


def test_sign_up_with_mismatched_address_is_refused(victim: Member):
    wanted = [{"Name": "email", "Value": victim.email}]
    with pytest.raises(Refused) as refused:
        user_pool(victim.config, "SignUp", {"Username": address(), "Password": PASSWORD, "UserAttributes": wanted})
    assert refused.value.kind == "InvalidParameterException"


CHALLENGES = [
    "NEW_PASSWORD_REQUIRED",
    "MFA_SETUP",
    "SOFTWARE_TOKEN_MFA",
    "SMS_MFA",
    "EMAIL_OTP",
    "SELECT_CHALLENGE",
    "CUSTOM_CHALLENGE",
    "DEVICE_SRP_AUTH",
    "PASSWORD",
    "",
]


@pytest.mark.parametrize("name", CHALLENGES)
def test_unissued_challenge_is_refused(zest: Zest, victim: Member, name: str):
    """Regression: a forged challenge session could set the password of any account."""
    answers = {
        "USERNAME": victim.email,
        "NEW_PASSWORD": "Mallory-was-1-here",
        "PASSWORD": "Mallory-was-1-here",
        "SOFTWARE_TOKEN_MFA_CODE": "000000",
        "ANSWER": "1",
    }
    session = challenge(zest, victim.email)["SECRET_BLOCK"]
    for more in ({}, {"Session": session}, {"Session": "x" * 40}):
        with pytest.raises(Refused):
            user_pool(
                victim.config, "RespondToAuthChallenge", {"ChallengeName": name, "ChallengeResponses": answers} | more
            )
    assert sign_in(zest.origin, victim.email).user == victim.user


@pytest.mark.parametrize("flow", ["USER_PASSWORD_AUTH", "ADMIN_USER_PASSWORD_AUTH", "CUSTOM_AUTH", "USER_AUTH", ""])
def test_non_srp_auth_flow_is_refused(victim: Member, flow: str):
    request = {"AuthFlow": flow, "AuthParameters": {"USERNAME": victim.email, "PASSWORD": PASSWORD}}
    with pytest.raises(Refused):
        user_pool(victim.config, "InitiateAuth", request)


def test_client_reads_only_permitted_attributes(mallory: Member):
    assert set(attributes(mallory)) <= {"sub", "email", "email_verified", "name", "locale"}
    told = set(claims(mallory.id_token))
    assert not told & {"phone_number", "identities", "preferred_username"}


def test_unknown_identity_gets_no_credentials(victim: Member, guest: Guest):
    for identity in ("us-east-1:00000000-0000-4000-8000-000000000000", "x", ""):
        with pytest.raises(Refused) as refused:
            identity_pool(guest.config, "GetCredentialsForIdentity", {"IdentityId": identity})
        assert refused.value.kind == "ResourceNotFoundException"
    with pytest.raises(Refused, match="forbidden"):
        identity_pool(guest.config, "GetCredentialsForIdentity", {"IdentityId": victim.identity})


def test_admin_operation_from_a_browser_is_refused(mallory: Member, victim: Member, zest: Zest):
    pool = zest.outputs["UserPoolId"]
    for operation in ("AdminSetUserPassword", "AdminUpdateUserAttributes", "AdminGetUser", "ListUsers"):
        with pytest.raises(Refused):
            user_pool(mallory.config, operation, {"UserPoolId": pool, "Username": victim.email, "Password": PASSWORD})


def test_written_attributes_do_not_change_the_token_sub(zest: Zest, mallory: Member):
    """The owner of a recipe is the `sub`, which no attribute that a member writes can change."""
    update(mallory, ("name", json.dumps({"sub": mallory.user})))
    again = sign_in(zest.origin, mallory.email)
    assert (again.user, claims(again.access_token)["sub"]) == (mallory.user, mallory.user)


def test_template_configures_cognito_the_same_on_aws():
    resources = template.load()["Resources"]
    pool, client = (resources[name]["Properties"] for name in ("UserPool", "UserPoolClient"))
    assert client["WriteAttributes"] == ["email", "name", "locale"]
    assert client["ReadAttributes"] == ["email", "email_verified", "name", "locale"]
    assert client["ExplicitAuthFlows"] == ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    assert client["PreventUserExistenceErrors"] == "ENABLED"
    assert pool["UserAttributeUpdateSettings"] == {"AttributesRequireVerificationBeforeUpdate": ["email"]}
    assert pool["AutoVerifiedAttributes"] == ["email"]
    assert pool["UsernameConfiguration"] == {"CaseSensitive": False}
    assert resources["IdentityPool"]["Properties"]["CognitoIdentityProviders"][0]["ServerSideTokenCheck"] is True
