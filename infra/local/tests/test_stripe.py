"""The launcher starts the Stripe stand-in: only for local calls, with its own keys, and not in deployed stages."""

import json
import re
import stat
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from support.zest import Zest
from zest_client.stripe import Stripe
from zest_local import supervisor
from zest_local.places import LOCAL_CLOUD, REPOSITORY, State

SESSION = {
    "mode": "payment",
    "success_url": "http://localhost:3000/credits/success?session={CHECKOUT_SESSION_ID}",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][unit_amount]": "299",
    "line_items[0][price_data][product_data][name]": "20 credits",
    "line_items[0][quantity]": "1",
}


@pytest.fixture
def state(tmp_path: Path) -> State:
    state = State(tmp_path)
    state.create()
    return state


@pytest.fixture
def stripe(state: State) -> Iterator[Stripe]:
    child = supervisor.stripe(state, "dev", "http://localhost:1")
    child.start()
    try:
        yield Stripe.of(state.folder)
    finally:
        child.stop()


def test_keys_are_new_at_each_start_and_readable_by_owner_only(state: State):
    first = _keys(state)
    assert stat.S_IMODE(state.stripe.stat().st_mode) == 0o600
    assert first.isdisjoint(_keys(state))


def test_key_is_required_and_a_payment_completes(stripe: Stripe):
    sessions, form = "/v1/checkout/sessions", urllib.parse.urlencode(SESSION).encode()
    for key in ("", "sk_test_another"):
        assert stripe.ask(sessions, form, key)[0] == 401
    key = stripe.settings["secretKey"]
    status, session = stripe.ask(sessions, form, key)
    assert (status, session["payment_status"]) == (200, "unpaid")
    assert session["url"].startswith(f"http://127.0.0.1:{stripe.settings['port']}/c/pay/cs_test_")
    assert stripe.ask(f"/local/sessions/{session['id']}/pay", b'{"card":"succeeds"}', key)[0] == 200
    assert stripe.ask(f"{sessions}/{session['id']}", key=key)[1]["payment_status"] == "paid"


def test_running_zest_receives_stand_in_events_at_its_origin(zest: Zest):
    running = Stripe.of(zest.state)
    assert running.ask("/v1/refunds")[0] == 401
    assert running.ask("/v1/refunds", key=running.settings["secretKey"])[0] == 200
    assert running.settings["webhookUrl"] == f"{zest.origin}/api/payment/webhook"


def test_stand_in_listens_on_loopback_only(stripe: Stripe):
    listening = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    port = f"{stripe.settings['port']:04X}"
    # State 0A is LISTEN; 0100007F is 127.0.0.1.
    addresses = re.findall(rf"^\s*\d+: ([0-9A-F]+):{port} \S+ 0A ", listening, re.MULTILINE)
    assert addresses == ["0100007F"]


def test_no_deployed_stage_references_the_stand_in():
    # The template and the crates of the functions are deployed. Tests of these crates may name the stand-in.
    assert "stand-in" not in (REPOSITORY / "samconfig.toml").read_text()
    template = yaml.safe_dump(supervisor.template.load())
    assert "stripe-stand-in" not in template and str(LOCAL_CLOUD) not in template
    for manifest in (REPOSITORY / "lambdas").glob("*/Cargo.toml"):
        deployed, *_ = manifest.read_text().split("[dev-dependencies]")
        assert "stripe-stand-in" not in deployed, f"{manifest.parent.name} is built with the stand-in"


def _keys(state: State) -> set[str]:
    supervisor.stripe(state, "dev", "http://localhost:1")
    settings = json.loads(state.stripe.read_text())
    return {settings["secretKey"], settings["webhookSecret"]}
