"""Rate limits and quotas apply to one greedy caller and to many."""

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from measure.load import load
from support.addresses import new_address
from support.uploads import a_page
from support.zest import OwnZest, Zest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol
from zest_client import Guest, Refused, operations
from zest_client.guest import new_id, new_submission
from zest_client.http import send, sent_from
from zest_client.instacart import ask_for_groceries
from zest_client.rest import call

pytestmark = [pytest.mark.attack, pytest.mark.counts_uses]

FEW = "addressImports=3,guestUploads=2,forms=4,ownRecipes=2,groceryLinks=2,wishes=1"


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnZest]:
    zest = OwnZest.start(tmp_path_factory.mktemp("narrow"), limits=FEW)
    yield zest
    zest.stop()


@pytest.fixture(autouse=True)
def own_address() -> Iterator[None]:
    """Gives each test its own address, because limits also count per address."""
    with sent_from(new_address()):
        yield


def processes(zest: Zest, function: str) -> int:
    cloud = int((zest.state / "run" / "cloud.pid").read_text())
    name = f"AWS_LAMBDA_FUNCTION_NAME={zest.function(function)}".encode()
    found = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                found += parent == cloud and name in (folder / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
    return found


def test_a_thousand_aliases_run_ten_resolvers_and_start_few_processes(zest: Zest, guest: Guest):
    id = guest.create_blank()["id"]
    query = " ".join(f'a{number}: getRecipe(id: "{id}") {{ id }}' for number in range(1000))
    answer = guest.post(json.dumps({"query": f"{{ {query} }}"})).json()
    read = [recipe for recipe in answer["data"].values() if recipe is not None]
    assert len(read) == 10
    assert {error["errorType"] for error in answer["errors"]} == {"ResolverExecutionLimitReached"}
    assert 1 <= processes(zest, "FnGraphql") <= (os.cpu_count() or 1) + 1


def test_answer_amplification_is_refused(guest: Guest):
    id = guest.create_blank()["id"]
    fields = " ".join(f"a{number}: ingredients {{ name text }}" for number in range(200))
    with pytest.raises(Refused, match="a query selects at most 300 fields of one answer"):
        guest.graphql(f'{{ getRecipe(id: "{id}") {{ {fields} }} }}')


def again_of(refused: pytest.ExceptionInfo[Refused]) -> datetime:
    said, moment = str(refused.value).rsplit(" ", 1)
    assert said == "LIMIT_REACHED: try again after"
    return datetime.fromisoformat(moment)


def test_guest_address_limit_names_the_reset_time(narrow: OwnZest):
    guest = narrow.guest()
    ids = [guest.create(f"{narrow.demo}carrot-cake.html")["id"] for _ in range(3)]
    with pytest.raises(Refused) as refused:
        guest.create(f"{narrow.demo}carrot-cake.html")
    assert 0 < (again_of(refused) - datetime.now(UTC)).total_seconds() <= 3600
    # A request that is sent again gets the same answer.
    assert guest.create(f"{narrow.demo}carrot-cake.html", id=ids[0])["id"] == ids[0]


def test_imports_and_rereads_share_one_limit(narrow: OwnZest):
    guest = narrow.guest()
    id = guest.import_url(f"{narrow.demo}carrot-cake.html").recipe["id"]
    token = guest.issue_owner_token()
    # The import counts towards the limit, too.
    for _ in range(2):
        guest.read_again(token, id)
    with pytest.raises(Refused) as refused:
        guest.read_again(token, id)
    assert 0 < (again_of(refused) - datetime.now(UTC)).total_seconds() <= 3600


def test_concurrent_imports_respect_the_limit_exactly(narrow: OwnZest):
    guest, outcomes = narrow.guest(), []

    def create() -> None:
        try:
            outcomes.append(guest.create(f"{narrow.demo}carrot-cake.html")["status"])
        except Refused as refused:
            outcomes.append(str(refused).split(":")[0])

    threads = [threading.Thread(target=create) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["LIMIT_REACHED"] * 9 + ["PENDING"] * 3


def test_upload_forms_and_blank_recipes_have_separate_limits(narrow: OwnZest):
    guest = narrow.guest()
    for _ in range(4):
        guest.upload_form(new_submission(), "FILE", 20 * 1024 * 1024)
    with pytest.raises(Refused, match="LIMIT_REACHED"):
        guest.upload_form(new_submission(), "FILE", 20 * 1024 * 1024)
    for _ in range(2):
        guest.create_blank()
    with pytest.raises(Refused, match="LIMIT_REACHED"):
        guest.create_blank()


def test_daily_grocery_limit_counts_only_new_links(narrow: OwnZest):
    token = narrow.guest().issue_owner_token()
    titles = [f"Soup {number} of {new_id()}" for number in range(3)]
    statuses = [ask_for_groceries(narrow.origin, token, title=title).status for title in [*titles, *titles]]
    assert statuses == [200, 200, 429, 200, 200, 429]
    told = ask_for_groceries(narrow.origin, token, title=titles[2]).json()
    assert told["code"] == "LIMIT_REACHED"
    assert re.fullmatch(r"LIMIT_REACHED: try again after \S+T00:00:00.000Z", told["message"])


def test_daily_propose_limit_counts_only_model_requests(narrow: OwnZest):
    guest = narrow.guest()
    # The blank recipe has no servings, so the tools that only calculate cannot scale it.
    recipe, token = guest.create_blank()["id"], guest.issue_owner_token()

    def wish(id: str, words: str) -> tuple[int, str | None]:
        answer = call(narrow.origin, "POST", "/agent/propose", token, {"recipeId": id, "wish": words, "language": "en"})
        return answer.status, answer.json().get("code")

    assert wish(new_id(), "in Spanish") == (404, "NO_RECIPE")
    assert wish(recipe, "in Spanish") == (200, None)
    assert wish(recipe, "in Spanish") == (429, "LIMIT_REACHED")
    assert wish(recipe, "for 8") == (422, "AGENT_NO_SERVINGS")
    assert wish(recipe, "vegan")[0] == 200


def test_guest_uploads_have_a_daily_limit(narrow: OwnZest):
    guest = narrow.guest()
    # A request for the assistant counts once. It does not count if it is refused.
    essays = [guest.import_url(f"{narrow.demo}kitchen-garden.html").recipe["id"] for _ in range(2)]
    soup = guest.import_url(f"{narrow.demo}carrot-cake.html").recipe["id"]
    for id in (soup, essays[0], soup):
        retried = guest.graphql(operations.RETRY, {"id": id, "assistant": True}, token=guest.issue_owner_token())
        assert retried["retryRecipe"]["status"] == ("SUCCESS" if id == soup else "PENDING")
    guest.create_from("FILE", guest.upload("FILE", a_page("Soup")))
    with pytest.raises(Refused, match=r"^LIMIT_REACHED: try again after \S+T00:00:00.000Z"):
        guest.graphql(operations.RETRY, {"id": essays[1], "assistant": True}, token=guest.issue_owner_token())
    assert guest.get(essays[1])["status"] == "FAILED"
    another = narrow.guest()
    submission = guest.upload("FILE", a_page("Soup"))
    for asking in (guest, another, narrow.guest()):
        with pytest.raises(Refused, match=r"^LIMIT_REACHED: try again after \S+T00:00:00.000Z"):
            asking.create_from("FILE", submission)
    # A text is not an upload. It counts towards the limit per address and hour.
    text = another.upload("FILE", b"Soup", contentType="text/plain")
    assert another.create_from("FILE", text)["status"] == "PENDING"


def test_one_upload_imported_six_times_is_one_import(guest: Guest):
    archive = b"\n\n".join(
        f"Soup {number}\n\nIngredients\n2 leeks\n1 l stock\n\nSteps\nCut the leeks.\nSimmer them.".encode()
        for number in range(20)
    )
    submission = guest.upload("FILE", archive, name="soups.txt")
    first = guest.create_from("FILE", submission)
    for _ in range(5):
        with pytest.raises(Refused, match="This upload is already a recipe"):
            guest.create_from("FILE", submission)
    assert guest.create_from("FILE", submission, id=first["id"])["id"] == first["id"]


def test_unauthorized_sockets_do_not_block_others(zest: Zest, guest: Guest):
    url = f"ws://localhost:{zest.port}/graphql/realtime"
    with ExitStack() as stack:
        opened = []
        for _ in range(60):
            try:
                socket = connect(url, subprotocols=[Subprotocol("graphql-ws")], proxy=None)
                opened.append(stack.enter_context(socket))
            except OSError:
                break
        with guest.changes() as changes:
            id = guest.create_blank()["id"]
            changes.until(lambda change: change["id"] == id)
        begun, ended = time.monotonic(), 0
        for socket in opened:
            try:
                while True:
                    socket.recv(max(0.0, 12 - (time.monotonic() - begun)))
            except ConnectionClosed:
                ended += 1
            except TimeoutError:
                continue
        assert ended == len(opened), "after ten seconds none of them is open"


def test_identity_creation_is_rate_limited(tmp_path_factory: pytest.TempPathFactory):
    zest = OwnZest.start(tmp_path_factory.mktemp("identities"), limits="on")
    try:
        config = send("GET", f"{zest.origin}/config.json").json()
        headers = {"content-type": "application/x-amz-json-1.1", "x-amz-target": "AWSCognitoIdentityService.GetId"}
        body = json.dumps({"IdentityPoolId": config["identityPoolId"]}).encode()
        statuses = [send("POST", config["identityPoolEndpoint"], headers, body).status for _ in range(100)]
        assert statuses.count(200) in (60, 61) and set(statuses) == {200, 429}
    finally:
        zest.stop()


def test_many_concurrent_imports_all_finish(zest: Zest):
    found = load(zest.origin, imports=60, guests=6, connections=30, seconds=240)
    assert not found.errors
    assert (len(found.created), found.unended, found.lost, found.statuses["INTERNAL"]) == (60, 0, 0, 0)
    assert found.slowest_end <= 120
    # A guest who arrives later is not affected.
    assert zest.guest().create(f"{zest.demo}carrot-cake.html", id=new_id())["status"] == "PENDING"
