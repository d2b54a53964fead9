"""Adds attribute permissions of user pool clients, which ministack lacks.

A new email address takes effect at once, unverified, or, if the pool is configured so, when it is verified.
"""

import functools
import inspect

from ministack.core.responses import error_response_json, json_response
from ministack.services import cognito

# Fixed, because no mail is sent locally.
CODE = "123456"
SENDS_CODE = "GetUserAttributeVerificationCode"
VERIFIES = "VerifyUserAttribute"

_OF_COGNITO = {"sub", "identities", "email_verified", "phone_number_verified"}
_VERIFIED = {"email": "email_verified", "phone_number": "phone_number_verified"}
# Attribute changes of a user that are not verified yet.
_PENDING = "_pending_attributes"


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    cognito._sign_up = _for_client(cognito._sign_up)
    cognito._update_user_attributes = _update
    cognito._get_user = _readable(cognito._get_user)
    cognito._fake_token = _with_readable_claims(cognito._fake_token)
    cognito._UNSIGNED_IDP_ACTIONS |= {SENDS_CODE, VERIFIES}
    cognito._dispatch_idp = _with_verification(cognito._dispatch_idp)


def _for_client(sign_up):
    @functools.wraps(sign_up)
    def signed_up(data):
        pool, _ = cognito._pool_for_client(data.get("ClientId"))
        if pool is None:
            return sign_up(data)
        wanted = _wanted(data)
        if wanted is None:
            return _malformed()
        client = pool["_clients"][data["ClientId"]]
        # A write of `sub` has another error.
        if any(name != "sub" and not _may_write(client, pool, name) for name in wanted):
            return _unwritable()
        return sign_up(data)

    return signed_up


def _update(data):
    """Handles UpdateUserAttributes."""
    user, pool, client = _whose(data)
    if user is None:
        return _nobody()
    wanted = _wanted(data)
    if wanted is None:
        return _malformed()
    now = cognito._attr_list_to_dict(user["Attributes"])
    for name in wanted:
        if not _may_write(client, pool, name):
            return _unwritable()
        if name in now and not _is_mutable(pool, name):
            return _error("InvalidParameterException", f"user.{name}: Attribute cannot be updated.")
    changed = {name: value for name, value in wanted.items() if name in _VERIFIED and value != now.get(name)}
    for name, value in changed.items():
        if refused := _taken(pool, user, name, value):
            return refused
    first_proven = set(pool.get("UserAttributeUpdateSettings", {}).get("AttributesRequireVerificationBeforeUpdate", []))
    written = {name: value for name, value in wanted.items() if name not in changed or name not in first_proven}
    written |= {_VERIFIED[name]: "false" for name in changed if name not in first_proven}
    proofs = {name: {"value": value, "code": CODE} for name, value in changed.items()}
    user["Attributes"] = cognito._merge_attributes(user["Attributes"], cognito._dict_to_attr_list(written))
    user[_PENDING] = {**user.get(_PENDING, {}), **proofs}
    user["UserLastModifiedDate"] = cognito._now_epoch()
    return json_response({"CodeDeliveryDetailsList": [_delivery(name, value) for name, value in changed.items()]})


def _send_code(data):
    """Handles GetUserAttributeVerificationCode."""
    user, _, _ = _whose(data)
    if user is None:
        return _nobody()
    name = data.get("AttributeName")
    pending = user.get(_PENDING, {}).get(name, {})
    value = pending.get("value") or cognito._attr_list_to_dict(user["Attributes"]).get(name)
    if name not in _VERIFIED or not value:
        return _malformed()
    user[_PENDING] = {**user.get(_PENDING, {}), name: {"value": value, "code": CODE}}
    return json_response({"CodeDeliveryDetails": _delivery(name, value)})


def _verify(data):
    """Handles VerifyUserAttribute."""
    user, pool, _ = _whose(data)
    if user is None:
        return _nobody()
    name = data.get("AttributeName")
    pending = user.get(_PENDING, {}).get(name, {})
    if refused := cognito._code_error(pending.get("code"), data.get("Code")):
        return refused
    # Another user may have taken the value in the meantime.
    if refused := _taken(pool, user, name, pending["value"]):
        return refused
    proven = cognito._dict_to_attr_list({name: pending["value"], _VERIFIED[name]: "true"})
    user["Attributes"] = cognito._merge_attributes(user["Attributes"], proven)
    user[_PENDING] = {other: proof for other, proof in user[_PENDING].items() if other != name}
    user["UserLastModifiedDate"] = cognito._now_epoch()
    return json_response({})


def _with_verification(dispatch):
    handlers = {SENDS_CODE: _send_code, VERIFIES: _verify}

    @functools.wraps(dispatch)
    async def dispatched(action, data):
        if action not in handlers:
            return await dispatch(action, data)
        name = "zest-cognito-attributes"
        return await cognito.run_reentrant(cognito._run_idp_handler, handlers[action], action, data, thread_name=name)

    return dispatched


def _readable(get_user):
    @functools.wraps(get_user)
    def got(data):
        _, _, client = _whose(data)
        status, headers, body = get_user(data)
        if status != 200 or client is None:
            return status, headers, body
        answer = cognito.json.loads(body)
        answer["UserAttributes"] = [it for it in answer["UserAttributes"] if _may_read(client, it["Name"])]
        return json_response(answer)

    return got


def _with_readable_claims(token):
    signature = inspect.signature(token)

    @functools.wraps(token)
    def made(*given, **named):
        asked = signature.bind(*given, **named).arguments
        client = (cognito._get_pool_unscoped(asked["pool_id"]) or {}).get("_clients", {}).get(asked["client_id"])
        if client is not None and asked.get("user_attrs"):
            attributes = asked["user_attrs"].items()
            asked["user_attrs"] = {name: value for name, value in attributes if _may_read(client, name)}
        return token(**asked)

    return made


def _whose(data):
    user, pool = cognito._user_pool_for_access_token(data.get("AccessToken", ""))
    if not user:
        return None, None, None
    client = pool["_clients"].get(cognito._token_claims(data["AccessToken"]).get("client_id"))
    return (user, pool, client) if client is not None else (None, None, None)


def _wanted(data):
    wanted = {}
    attributes = data.get("UserAttributes") or []
    if not isinstance(attributes, list):
        return None
    for attribute in attributes:
        if not isinstance(attribute, dict) or not isinstance(attribute.get("Name"), str):
            return None
        if not isinstance(attribute.get("Value", ""), str) or attribute["Name"] in wanted:
            return None
        wanted[attribute["Name"]] = attribute.get("Value", "")
    return wanted


def _may_write(client, pool, name):
    if name in _OF_COGNITO or name not in _schema(pool):
        return False
    return name in (client.get("WriteAttributes") or _schema(pool))


def _may_read(client, name):
    return name == "sub" or not client.get("ReadAttributes") or name in client["ReadAttributes"]


def _is_mutable(pool, name):
    return _schema(pool)[name].get("Mutable", True)


def _schema(pool):
    return {attribute["Name"]: attribute for attribute in pool.get("SchemaAttributes", [])}


def _taken(pool, user, name, value):
    if name not in {*(pool.get("UsernameAttributes") or []), *(pool.get("AliasAttributes") or [])}:
        return None
    other = cognito._resolve_user(pool, value)[0]
    if other is None or other is user:
        return None
    return _error("AliasExistsException", f"An account with the given {name} already exists.")


def _delivery(name, value):
    medium = "EMAIL" if name == "email" else "SMS"
    return {"AttributeName": name, "DeliveryMedium": medium, "Destination": cognito._masked_destination(value)}


def _nobody():
    return _error("NotAuthorizedException", "Invalid Access Token")


def _malformed():
    return _error("InvalidParameterException", "These are no attributes.")


def _unwritable():
    return _error("NotAuthorizedException", "A client attempted to write unauthorized attribute")


def _error(kind, message):
    return error_response_json(kind, message, 400)
