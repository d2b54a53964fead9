"""The launcher starts the Bedrock stand-in: only for local calls, with its own key, and not in deployed stages."""

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from bedrock.config import MODEL_ID, Config, NoConfiguration
from support.bedrock import client, user
from support.zest import Zest
from zest_client.bedrock import Bedrock
from zest_client.http import send
from zest_local import supervisor
from zest_local.deploy import STAND_IN_MODEL
from zest_local.places import LOCAL_CLOUD, REPOSITORY, State

SIGNED = {
    "authorization": "AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/bedrock/aws4_request,"
    f" SignedHeaders=host;x-amz-date, Signature={'0' * 64}",
    "x-amz-date": "20260101T000000Z",
}
CONVERSE = f"/model/{MODEL_ID}/converse"
HELLO = json.dumps({"messages": [user("hello")]}).encode()


@pytest.fixture
def state(tmp_path: Path) -> State:
    state = State(tmp_path)
    state.create()
    return state


@pytest.fixture
def bedrock(state: State) -> Iterator[Bedrock]:
    child = supervisor.bedrock(state)
    child.start()
    try:
        yield Bedrock.of(state.folder)
    finally:
        child.stop()


def test_key_is_new_at_each_start_and_readable_by_owner_only(state: State):
    keys = []
    for _ in range(2):
        supervisor.bedrock(state)
        keys.append(json.loads(state.bedrock.read_text())["key"])
    assert stat.S_IMODE(state.bedrock.stat().st_mode) == 0o600
    assert keys[0] != keys[1]


def test_stand_in_answers_at_the_origin_configured_for_functions(bedrock: Bedrock, state: State):
    assert supervisor.origin_of(state.bedrock) == bedrock.origin
    talking = client(bedrock.origin)
    answer = talking.converse(modelId=MODEL_ID, messages=[user("hello")])
    talking.close()
    assert "stand-in" in answer["output"]["message"]["content"][0]["text"]


def test_recorded_request_is_found_after_300_others(bedrock: Bedrock):
    url = bedrock.origin + CONVERSE
    for said in ("Ours.", *(f"Another {number}." for number in range(300))):
        assert send("POST", url, SIGNED, json.dumps({"messages": [user(said)]}).encode()).status == 200
    assert [request["messages"] for request in bedrock.requests("Ours.")] == [[user("Ours.")]]
    assert len(bedrock.ports("Ours.")) == 1


def test_switches_require_the_key_and_model_calls_a_signature(bedrock: Bedrock):
    for key in ("", "bedrock-local-another"):
        assert bedrock.ask("GET", "/local/switches", key=key).status == 401
        assert bedrock.ask("GET", "/local/requests", key=key).status == 401
        assert bedrock.ask("POST", "/local/switches", {"said": "", "switches": []}, key).status == 401
    url = bedrock.origin + CONVERSE
    assert send("POST", url, SIGNED, HELLO).status == 200
    for missing in SIGNED:
        some = {name: value for name, value in SIGNED.items() if name != missing}
        answer = send("POST", url, some, HELLO)
        assert (answer.status, answer.headers["x-amzn-errortype"]) == (403, "MissingAuthenticationTokenException")
    for wrong in ("Bearer x", SIGNED["authorization"].replace("/bedrock/", "/s3/")):
        assert send("POST", url, {**SIGNED, "authorization": wrong}, HELLO).status == 403


def test_other_origins_and_hosts_are_refused(bedrock: Bedrock):
    url = bedrock.origin + CONVERSE
    assert send("POST", url, {**SIGNED, "origin": "http://evil.example"}, HELLO).status == 403
    assert send("GET", f"{bedrock.origin}/healthz", {"host": "evil.example"}).status == 421
    assert send("GET", f"{bedrock.origin}/healthz").status == 200


def test_stand_in_listens_on_loopback_only(bedrock: Bedrock):
    listening = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    port = f"{bedrock.settings['port']:04X}"
    # State 0A is LISTEN; 0100007F is 127.0.0.1.
    addresses = re.findall(rf"^\s*\d+: ([0-9A-F]+):{port} \S+ 0A ", listening, re.MULTILINE)
    assert addresses == ["0100007F"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"port": 0}',
        '{"port": "x", "key": "bedrock-local-x"}',
        '{"port": 0, "key": "ABSKreal"}',
        '{"port": 0, "key": "bedrock-local-x", "pauseMilliseconds": -1}',
    ],
)
def test_invalid_config_is_refused_without_quoting_it(tmp_path: Path, text: str):
    file = tmp_path / "bedrock.json"
    file.write_text(text)
    with pytest.raises(NoConfiguration) as refused:
        Config.read(file)
    assert "ABSKreal" not in str(refused.value)


def test_no_deployed_stage_references_the_stand_in():
    samconfig = (REPOSITORY / "samconfig.toml").read_text()
    template = yaml.safe_dump(supervisor.template.load())
    for deployed in (samconfig, template):
        assert MODEL_ID not in deployed and "infra/local/bedrock" not in deployed and str(LOCAL_CLOUD) not in deployed
    for source in (REPOSITORY / "lambdas").glob("*/src/**/*.rs"):
        text = source.read_text()
        assert MODEL_ID not in text and "infra/local/bedrock" not in text, f"{source} names the stand-in"


def test_running_zest_has_a_model_that_identifies_as_stand_in(zest: Zest):
    assert Bedrock.of(zest.state).ask("GET", "/local/switches").status == 200
    assert STAND_IN_MODEL == MODEL_ID
    assert send("GET", f"{zest.origin}/config.json").json()["agent"] == "standIn"
