"""Wrong passwords and codes lock an address as in Cognito, and no answer reveals which accounts exist."""

import math
import re
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from cloud_lockouts import HOUR, LIMITS, LONGEST_LOCK, Lockouts
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Member, Refused, sign_in, sign_up
from zest_client.cognito import user_pool
from zest_client.guest import new_id
from zest_client.member import CODE, PASSWORD
from zest_client.srp import Proof

pytestmark = pytest.mark.attack

Json = dict[str, Any]
WRONG = "Wrong-horse-7!"
LOCKED = "Password attempts exceeded"


def address() -> str:
    return f"{new_id()}@example.com"


def outcome(do: Callable[[], Any]) -> str:
    try:
        do()
    except Refused as refused:
        return f"{refused.status} {refused.kind}: {refused}"
    return "done"


def test_password_locks_double_and_reset_after_15_minutes():
    now = [0.0]
    lockouts = Lockouts(clock=lambda: now[0])
    for _ in range(5):
        assert lockouts.begin_password("ann")
    for lock in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900):
        assert not lockouts.begin_password("ann"), f"locked for {lock} s"
        # An attempt during the lock does not make it longer.
        now[0] += lock - 0.5
        assert not lockouts.begin_password("ann")
        now[0] += 0.5
        assert lockouts.begin_password("ann")
    assert lockouts.begin_password("bob"), "each has a lock of their own"
    now[0] += 2 * LONGEST_LOCK
    assert all(lockouts.begin_password("ann") for _ in range(5))
    assert not lockouts.begin_password("ann")


def test_right_password_resets_the_counter():
    lockouts = Lockouts(clock=lambda: 0.0)
    for _ in range(4):
        for _ in range(4):
            assert lockouts.begin_password("ann")
        lockouts.password_was_right("ann")


@pytest.mark.parametrize("operation", LIMITS)
def test_operation_has_an_hourly_limit_of_tries(operation: str):
    now = [0.0]
    lockouts, limit = Lockouts(clock=lambda: now[0]), LIMITS[operation]
    assert all(lockouts.begin(operation, "ann") for _ in range(limit.tries))
    assert not lockouts.begin(operation, "ann")
    assert lockouts.begin(operation, "bob")
    now[0] += HOUR - 1
    assert not lockouts.begin(operation, "ann")
    now[0] += 1
    assert lockouts.begin(operation, "ann")
    lockouts.was_right(operation, "ann")
    left = limit.tries if limit.failures else limit.tries - 1
    assert [lockouts.begin(operation, "ann") for _ in range(left + 1)] == [True] * left + [False]


def test_expired_lockout_state_is_dropped():
    now = [0.0]
    lockouts = Lockouts(clock=lambda: now[0])
    for number in range(1000):
        lockouts.begin_password(number)
        lockouts.begin("ConfirmSignUp", number)
    now[0] += HOUR + 1
    lockouts.begin_password("ann")
    assert (len(lockouts._passwords), len(lockouts._tries)) == (1, 0)


def test_sixty_wrong_passwords_count_five_tries(zest: Zest):
    member = sign_up(zest.origin)
    started = time.monotonic()
    with ThreadPoolExecutor(12) as pool:
        seen = list(pool.map(lambda _: outcome(lambda: sign_in(zest.origin, member.email, WRONG)), range(60)))
    wrong = [it for it in seen if it.endswith("Incorrect username or password.")]
    assert len([it for it in seen if it.endswith(LOCKED)]) == 60 - len(wrong)
    # The number of locks that can have ended in this time: 1 s, 2 s, 4 s, …
    ended = int(math.log2(1 + time.monotonic() - started))
    assert 5 <= len(wrong) <= 5 + ended
    # During a lock the right password is refused, too. When it is accepted, the count starts again.
    eventually(lambda: outcome(lambda: sign_in(zest.origin, member.email)) == "done", "the lock ends", seconds=70)
    assert all("Incorrect" in outcome(lambda: sign_in(zest.origin, member.email, WRONG)) for _ in range(4))
    assert outcome(lambda: sign_in(zest.origin, member.email)) == "done"


def test_lock_is_shared_by_capitalised_addresses(zest: Zest):
    member = sign_up(zest.origin)
    names = [member.email, member.email.upper(), member.email.title()] * 2
    seen = [outcome(lambda name=name: sign_in(zest.origin, name, WRONG)) for name in names[:5]]
    assert all("Incorrect" in it for it in seen)
    assert is_locked(zest, names[5])


def is_locked(zest: Zest, email: str) -> bool:
    """Returns whether more wrong passwords are rejected without being checked. If a lock ends before the next try, a
    longer one follows.
    """
    return any(outcome(lambda: sign_in(zest.origin, email, WRONG)).endswith(LOCKED) for _ in range(8))


def unknown_and_known(zest: Zest) -> dict[str, str]:
    return {"unknown": address(), "known": sign_up(zest.origin).email}


def call(guest: Guest, operation: str, request: Json) -> str:
    return outcome(lambda: user_pool(guest.config, operation, request))


def test_hundred_wrong_codes_are_limited_after_fifteen(zest: Zest, guest: Guest):
    email = address()
    wanted = [{"Name": "email", "Value": email}]
    user_pool(guest.config, "SignUp", {"Username": email, "Password": PASSWORD, "UserAttributes": wanted})
    tries = [
        call(guest, "ConfirmSignUp", {"Username": email, "ConfirmationCode": f"{number:06}"}) for number in range(100)
    ]
    assert [it.split(":")[0] for it in tries] == ["400 CodeMismatchException"] * 15 + [
        "400 LimitExceededException"
    ] * 85
    # After the limit, even the right code is refused.
    assert "LimitExceeded" in call(guest, "ConfirmSignUp", {"Username": email, "ConfirmationCode": CODE})
    # A request with the sender's token counts, too.
    other = sign_up(zest.origin)
    request = {"Username": email, "ConfirmationCode": CODE, "ClientId": guest.config["userPoolClientId"]}
    request["AccessToken"] = other.access_token
    assert "LimitExceeded" in call(guest, "ConfirmSignUp", request)


def test_reset_code_limit_is_the_same_for_unknown_addresses(zest: Zest, guest: Guest):
    seen: dict[str, list[str]] = {}
    for name, email in unknown_and_known(zest).items():
        reset = {"Username": email, "Password": "Other-horse-8!"}
        seen[name] = [call(guest, "ConfirmForgotPassword", reset | {"ConfirmationCode": "000000"})]
        seen[name] += [call(guest, "ForgotPassword", {"Username": email}) for _ in range(12)]
        seen[name] += [
            call(guest, "ConfirmForgotPassword", reset | {"ConfirmationCode": f"{number:06}"}) for number in range(20)
        ]
        seen[name] += [call(guest, "ResendConfirmationCode", {"Username": email}) for _ in range(12)]
    assert seen["known"] == seen["unknown"]
    kinds = [it.split(":")[0].split()[-1] for it in seen["known"]]
    limit = "LimitExceededException"
    assert kinds == (
        ["ExpiredCodeException"]
        + ["done"] * 10
        + [limit] * 2
        + ["CodeMismatchException"] * 14
        + [limit] * 6
        + ["done"] * 10
        + [limit] * 2
    )


def test_change_password_tries_are_limited_per_token(zest: Zest):
    member = sign_up(zest.origin)
    request = {"AccessToken": member.access_token, "ProposedPassword": "Other-horse-8!"}
    tries = [
        call(member, "ChangePassword", request | {"PreviousPassword": f"Guess-horse-{number}!"}) for number in range(8)
    ]
    assert ["Limit" in it for it in tries] == [False] * 5 + [True] * 3
    assert "Limit" in call(member, "ChangePassword", request | {"PreviousPassword": PASSWORD})


def begun(guest: Guest, email: str) -> Json:
    request = {"AuthFlow": "USER_SRP_AUTH", "AuthParameters": {"USERNAME": email, "SRP_A": Proof().public}}
    found: Json = user_pool(guest.config, "InitiateAuth", request)
    return found


UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def test_challenge_has_the_same_shape_for_unknown_addresses(zest: Zest, guest: Guest):
    unconfirmed = address()
    wanted = [{"Name": "email", "Value": unconfirmed}]
    user_pool(guest.config, "SignUp", {"Username": unconfirmed, "Password": PASSWORD, "UserAttributes": wanted})
    shapes, answers = {}, {}
    for name, email in (unknown_and_known(zest) | {"unconfirmed": unconfirmed}).items():
        first, again, capitals = begun(guest, email), begun(guest, email), begun(guest, email.upper())
        parameters = first["ChallengeParameters"]
        assert UUID.fullmatch(parameters["USER_ID_FOR_SRP"]), name
        for same in ("SALT", "USERNAME", "USER_ID_FOR_SRP"):
            shown = {it["ChallengeParameters"][same] for it in (first, again, capitals)}
            assert len(shown) == 1, f"{same} of the {name} one stays the same"
        assert parameters["SRP_B"] != again["ChallengeParameters"]["SRP_B"]
        shapes[name] = {key: type(value) for key, value in parameters.items()} | {"": set(first)}
        # The salt has the same length for every address. Otherwise it would reveal which addresses exist.
        shapes[name]["salt"] = len(parameters["SALT"])
        answers[name] = [outcome(lambda email=email: sign_in(zest.origin, email, WRONG)) for _ in range(5)]
        assert is_locked(zest, email), name
    assert shapes["known"] == shapes["unknown"] == shapes["unconfirmed"]
    assert answers["known"] == answers["unknown"] == answers["unconfirmed"]


def test_right_password_of_an_unconfirmed_address_reports_it(zest: Zest, guest: Guest):
    email = address()
    wanted = [{"Name": "email", "Value": email}]
    user_pool(guest.config, "SignUp", {"Username": email, "Password": PASSWORD, "UserAttributes": wanted})
    for _ in range(7):
        assert "UserNotConfirmedException" in outcome(lambda: sign_in(zest.origin, email))


def milliseconds(do: Callable[[], Any]) -> float:
    started = time.perf_counter()
    outcome(do)
    return (time.perf_counter() - started) * 1000


@dataclass(frozen=True)
class Difference:
    """The answer times in milliseconds, for unknown and for known addresses."""

    unknown: list[float]
    known: list[float]

    @property
    def is_noise(self) -> bool:
        """Returns whether the medians differ no more than answers of one kind vary."""
        unknown, known = statistics.median(self.unknown), statistics.median(self.known)
        noise = max(
            statistics.median(abs(it - middle) for it in each)
            for each, middle in ((self.unknown, unknown), (self.known, known))
        )
        return abs(unknown - known) <= 5 + 3 * noise


def test_answer_time_is_the_same_for_unknown_addresses(zest: Zest, guest: Guest):
    """Sends few requests per address, so that locks do not affect the times."""

    def difference(ask: Callable[[str], None]) -> Difference:
        pairs = [(address(), sign_up(zest.origin).email) for _ in range(12)]
        times: tuple[list[float], list[float]] = ([], [])
        for number, pair in enumerate(pairs):
            # Alternate the order, so that other load affects both kinds of addresses.
            for which in (0, 1) if number % 2 else (1, 0):
                times[which].append(milliseconds(lambda email=pair[which]: ask(email)))
        return Difference(*times)

    def wrong(email: str) -> None:
        sign_in(zest.origin, email, WRONG)

    def of_operation(operation: str, **more: str) -> Callable[[str], None]:
        return lambda email: user_pool(guest.config, operation, {"Username": email, **more}) and None

    asked: dict[str, Callable[[str], None]] = {
        "first step": lambda email: begun(guest, email) and None,
        "sign-in": wrong,
        "forgotten": of_operation("ForgotPassword"),
        "code": of_operation("ConfirmForgotPassword", Password="Other-horse-8!", ConfirmationCode="000000"),
        "again": of_operation("ResendConfirmationCode"),
    }
    for name, ask in asked.items():
        # Try again, because other load may delay one of them for a while.
        seen = next((it for it in (difference(ask) for _ in range(3)) if it.is_noise), None)
        assert seen is not None, f"{name} takes longer for one of them, each time"


def test_lock_of_one_member_does_not_affect_others(zest: Zest):
    locked, free = sign_up(zest.origin), sign_up(zest.origin)
    for _ in range(6):
        outcome(lambda: sign_in(zest.origin, locked.email, WRONG))
    assert isinstance(sign_in(zest.origin, free.email), Member)
