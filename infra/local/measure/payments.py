"""`make payments`: measures one event sent 1,000 times concurrently, the latency from payment to balance, and payments
while all processes are killed repeatedly.

Uses the front door and the Stripe stand-in. Every paid purchase must grant its credits once, and the audit of each
buyer must find no damage. The last line is: `payments: paid <n> kills <n> missing <n> doubled <n> unsound accounts
<n>`.
"""

import argparse
import json
import os
import random
import signal
import statistics
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zest_client import Member, NotRunning, Refused, sign_in, sign_up
from zest_client.http import Answer
from zest_client.rest import call, check_out, new_purchase
from zest_client.stripe import Stripe
from zest_local.deploy import Cloud
from zest_local.places import TOOLS, State
from zest_local.zest_for_tests import LIMITS

from measure.durability import kill, zest

STATE = TOOLS / "payments-state"
CREDITS = 20
BUYERS = 8
# Minimum and maximum seconds between recovery and the next kill.
ALIVE_SECONDS = (0.3, 2.5)
OVER_WITHIN_SECONDS = 900

Json = dict[str, Any]


def main() -> None:
    """Runs the measurement and prints the results. Exits with 1 if credits are missing or doubled."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", default="dev")
    parser.add_argument("--payments", type=int, default=500)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-build", action="store_true", help="use the existing build")
    arguments = parser.parse_args()
    with zest(arguments.profile, arguments.no_build, STATE, LIMITS) as origin:
        stripe, admin = Stripe.of(STATE), _admin(origin)
        _one_event_often(origin, stripe, admin, arguments.events, arguments.threads)
        _payment_to_balance(origin, stripe, sign_up(origin))
        raise SystemExit(_while_all_is_killed(origin, stripe, admin, arguments.payments, arguments.seed))


def _one_event_often(origin: str, stripe: Stripe, admin: Member, times: int, threads: int) -> None:
    buyer = sign_up(origin)
    stripe.post("/local/switches", {"drop": 100})
    session = stripe.pay(check_out(origin, buyer.id_token, new_purchase(), "small").json()["url"])
    stripe.post("/local/switches", {"drop": 0})
    body = json.dumps(stripe.event("checkout.session.completed", id=session)).encode()
    header = stripe.signed(body)
    started = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        statuses = list(pool.map(lambda _: stripe.deliver(body, header).status, range(times)))
    seconds = time.monotonic() - started
    account = _account(origin, admin, buyer)
    counts = {status: statuses.count(status) for status in sorted(set(statuses))}
    print(
        f"one event {times} times on {threads} threads: {seconds:.1f} s, answers {counts}, "
        f"grants {len(account['grants'])}, credits {account['balance']['creditBalance']}, "
        f"audit {'clean' if account['audit']['isClean'] else account['audit']['damages']}",
        flush=True,
    )


def _payment_to_balance(origin: str, stripe: Stripe, buyer: Member) -> None:
    table, taken = Cloud.of(State(STATE)).client("dynamodb"), []
    key = {"PK": {"S": f"U#{buyer.user}"}, "SK": {"S": "BAL"}}
    for number in range(1, 21):
        url = check_out(origin, buyer.id_token, new_purchase(), "small").json()["url"]
        started, balance = time.monotonic(), 0
        stripe.pay(url)
        while balance < number * CREDITS:
            found = table.get_item(TableName=_output("LedgerTable"), Key=key, ConsistentRead=True).get("Item", {})
            balance = int(found.get("creditBalance", {"N": "0"})["N"])
        taken.append((time.monotonic() - started) * 1000)
    taken.sort()
    print(f"payment to balance: p50 {statistics.median(taken):.0f} ms, p95 {taken[18]:.0f} ms of 20", flush=True)


@dataclass
class Shop:
    """Concurrent buyers and the purchases that they have paid."""

    origin: str
    stripe: Stripe
    wanted: int
    paid: dict[str, Member] = field(default_factory=dict)
    """Buyer by purchase id."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def buy(self, buyer: Member) -> None:
        """Buys until the wanted number of purchases is paid."""
        while self._is_more():
            purchase = new_purchase()
            answer = _answered(lambda purchase=purchase: check_out(self.origin, buyer.id_token, purchase, "small"))
            self.stripe.pay(answer.json()["url"])
            with self._lock:
                self.paid[purchase] = buyer

    def _is_more(self) -> bool:
        with self._lock:
            self.wanted -= 1
            return self.wanted >= 0


def _while_all_is_killed(origin: str, stripe: Stripe, admin: Member, payments: int, seed: int) -> int:
    chance, kills, stop = random.Random(seed), 0, threading.Event()
    buyers = [sign_up(origin) for _ in range(BUYERS)]
    shop = Shop(origin, stripe, payments)
    threads = [threading.Thread(target=shop.buy, args=(buyer,), daemon=True) for buyer in buyers]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        stop.wait(chance.uniform(*ALIVE_SECONDS))
        _kill_all()
        kills += 1
        _answered(lambda: call(origin, "GET", "/payment/packages"))
    for purchase, buyer in shop.paid.items():
        _answered(lambda purchase=purchase, buyer=buyer: _over(origin, buyer, purchase))
    seconds = time.monotonic() - started
    accounts = [_account(origin, admin, buyer) for buyer in buyers]
    unsound = sum(not account["audit"]["isClean"] for account in accounts)
    bought = [grant["purchaseId"] for account in accounts for grant in account["grants"]]
    doubled, missing = len(bought) - len(set(bought)), len(shop.paid.keys() - set(bought))
    total = sum(account["balance"]["creditBalance"] for account in accounts)
    print(f"{total} credits for {len(shop.paid)} payments in {seconds:.0f} s", flush=True)
    print(
        f"payments: paid {len(shop.paid)} kills {kills} missing {missing} doubled {doubled} unsound accounts {unsound}",
        flush=True,
    )
    return 0 if (missing, doubled, unsound, total) == (0, 0, 0, CREDITS * len(shop.paid)) else 1


def _kill_all() -> None:
    kill(STATE)
    functions = str(State(STATE).functions.resolve())
    for process in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if os.readlink(process / "exe").startswith(functions):
                os.kill(int(process.name), signal.SIGKILL)


def _answered(ask: Callable[[], Answer]) -> Answer:
    """Repeats the request until the answer has status 200, and returns that answer. Raises TimeoutError."""
    deadline = time.monotonic() + OVER_WITHIN_SECONDS
    while time.monotonic() < deadline:
        with suppress(NotRunning, Refused):
            answer = ask()
            if answer.status == 200:
                return answer
        threading.Event().wait(0.1)
    raise TimeoutError("the app did not come back")


def _over(origin: str, buyer: Member, purchase: str) -> Answer:
    """Sends the request of the success page. The answer is 503 until the purchase is COMPLETED."""
    answer = call(origin, "GET", f"/payment/purchases/{purchase}", buyer.id_token)
    is_over = answer.status == 200 and answer.json()["purchase"]["status"] == "COMPLETED"
    return answer if is_over else Answer(503, answer.body)


def _account(origin: str, admin: Member, buyer: Member) -> Json:
    answer = _answered(lambda: call(origin, "GET", f"/admin/members/{buyer.user}/credits", admin.id_token))
    found: Json = answer.json()
    return found


def _admin(origin: str) -> Member:
    member = sign_up(origin)
    cognito = Cloud.of(State(STATE)).client("cognito-idp")
    cognito.admin_add_user_to_group(UserPoolId=_output("UserPoolId"), Username=member.user, GroupName="Admin")
    return sign_in(origin, member.email)


def _output(name: str) -> str:
    outputs: dict[str, str] = json.loads((STATE / "run" / "stack.json").read_text())
    return outputs[name]


if __name__ == "__main__":
    main()
