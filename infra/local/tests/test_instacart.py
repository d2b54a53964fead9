"""The launcher starts the Instacart stand-in: only for local calls, with its own key, and not in deployed stages."""

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from support.zest import Zest
from zest_client.http import send
from zest_client.instacart import Instacart
from zest_local import supervisor
from zest_local.places import LOCAL_CLOUD, REPOSITORY, State

RECIPE = "/idp/v1/products/recipe"
SOUP = {"title": "<b>Soup", "ingredients": [{"name": "salt", "display_text": "1 tsp <i>salt"}]}


@pytest.fixture
def state(tmp_path: Path) -> State:
    state = State(tmp_path)
    state.create()
    return state


@pytest.fixture
def instacart(state: State) -> Iterator[Instacart]:
    child = supervisor.instacart(state, "dev")
    child.start()
    try:
        yield Instacart.of(state.folder)
    finally:
        child.stop()


def test_key_is_new_at_each_start_and_readable_by_owner_only(state: State):
    keys = []
    for _ in range(2):
        supervisor.instacart(state, "dev")
        keys.append(json.loads(state.instacart.read_text())["apiKey"])
    assert stat.S_IMODE(state.instacart.stat().st_mode) == 0o600
    assert keys[0] != keys[1]


def test_key_is_required_and_pages_identify_as_stand_in(instacart: Instacart):
    for key in ("", "keys.local-another"):
        assert instacart.ask("POST", RECIPE, SOUP, key).status == 401
        assert instacart.ask("GET", "/local/pages?title=Soup", key=key).status == 401
        assert instacart.ask("POST", "/local/faults", {"title": "Soup", "next": []}, key).status == 401
    answer = instacart.ask("POST", RECIPE, SOUP)
    link = answer.json()["products_link_url"]
    assert (answer.status, link) == (200, f"{instacart.origin}/store/recipes/1")
    for language, said in (("en", "plays Instacart"), ("es-MX,en", "hace de Instacart"), ("fr", "joue le rôle")):
        page = send("GET", link, {"accept-language": language}).body.decode()
        assert said in page
        assert "&lt;b&gt;Soup" in page and "1 tsp &lt;i&gt;salt" in page
        assert "<b>" not in page and "<script" not in page
    assert send("GET", f"{instacart.origin}/store/recipes/2").status == 404


def test_other_origins_and_hosts_are_refused(instacart: Instacart):
    headers = {"authorization": f"Bearer {instacart.settings['apiKey']}", "origin": "http://evil.example"}
    assert send("POST", instacart.origin + RECIPE, headers, json.dumps(SOUP).encode()).status == 403
    assert send("GET", f"{instacart.origin}/healthz", {"host": "evil.example"}).status == 421


def test_stand_in_listens_on_loopback_only(instacart: Instacart):
    listening = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    port = f"{instacart.settings['port']:04X}"
    # State 0A is LISTEN; 0100007F is 127.0.0.1.
    addresses = re.findall(rf"^\s*\d+: ([0-9A-F]+):{port} \S+ 0A ", listening, re.MULTILINE)
    assert addresses == ["0100007F"]


def test_running_zest_offers_groceries_with_the_stand_in(zest: Zest):
    assert Instacart.of(zest.state).ask("GET", "/healthz").status == 200
    assert send("GET", f"{zest.origin}/config.json").json()["groceries"] is True
    assert zest.outputs["Groceries"] == Instacart.of(zest.state).origin


def test_no_deployed_stage_references_the_stand_in():
    assert "stand-in" not in (REPOSITORY / "samconfig.toml").read_text()
    template = yaml.safe_dump(supervisor.template.load())
    assert "instacart-stand-in" not in template and str(LOCAL_CLOUD) not in template
    for manifest in (REPOSITORY / "lambdas").glob("*/Cargo.toml"):
        deployed, *_ = manifest.read_text().split("[dev-dependencies]")
        assert "instacart-stand-in" not in deployed, f"{manifest.parent.name} is built with the stand-in"
