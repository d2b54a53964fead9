"""The stand-in for Instacart as the launcher starts it: on this machine, with its own key, in no deployed stage."""

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


def test_its_key_is_another_at_every_start_and_its_owner_s_alone(state: State):
    keys = []
    for _ in range(2):
        supervisor.instacart(state, "dev")
        keys.append(json.loads(state.instacart.read_text())["apiKey"])
    assert stat.S_IMODE(state.instacart.stat().st_mode) == 0o600
    assert keys[0] != keys[1]


def test_it_asks_for_its_key_and_shows_what_it_was_told_as_a_stand_in(instacart: Instacart):
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


def test_other_pages_and_other_names_do_not_speak_to_it(instacart: Instacart):
    headers = {"authorization": f"Bearer {instacart.settings['apiKey']}", "origin": "http://evil.example"}
    assert send("POST", instacart.origin + RECIPE, headers, json.dumps(SOUP).encode()).status == 403
    assert send("GET", f"{instacart.origin}/healthz", {"host": "evil.example"}).status == 421


def test_it_listens_on_this_machine_alone(instacart: Instacart):
    listening = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    port = f"{instacart.settings['port']:04X}"
    # 0A is a socket that listens; 0100007F is 127.0.0.1.
    addresses = re.findall(rf"^\s*\d+: ([0-9A-F]+):{port} \S+ 0A ", listening, re.MULTILINE)
    assert addresses == ["0100007F"]


def test_a_running_zest_has_one_and_offers_groceries(zest: Zest):
    assert Instacart.of(zest.state).ask("GET", "/healthz").status == 200
    assert send("GET", f"{zest.origin}/config.json").json()["groceries"] is True
    assert zest.outputs["Groceries"] == Instacart.of(zest.state).origin


def test_no_deployed_stage_knows_it():
    assert "stand-in" not in (REPOSITORY / "samconfig.toml").read_text()
    template = yaml.safe_dump(supervisor.template.load())
    assert "instacart-stand-in" not in template and str(LOCAL_CLOUD) not in template
    for manifest in (REPOSITORY / "lambdas").glob("*/Cargo.toml"):
        deployed, *_ = manifest.read_text().split("[dev-dependencies]")
        assert "instacart-stand-in" not in deployed, f"{manifest.parent.name} is built with the stand-in"
