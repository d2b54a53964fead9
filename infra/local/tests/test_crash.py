"""A dedicated Zest is killed, stopped and restarted: acknowledged writes survive, and no process remains."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.machines import execution_arn, wait_for
from support.processes import children_of, is_connected_to
from support.uploads import a_paprika_archive
from support.waiting import eventually
from support.zest import OwnZest, processes_of
from zest_client import Guest, NotRunning, Refused
from zest_client.http import send

GONE_WITHIN_SECONDS = 20
ENDED_WITHIN_SECONDS = 180


class Life:
    """The Zest of these tests, with the same state folder and port at each start."""

    def __init__(self, state: Path):
        self.zest = OwnZest.start(state)
        self.guest = self.zest.guest()
        self.slow: str | None = None

    def begin_again(self) -> None:
        if self.zest.process.stdout is not None:
            self.zest.process.stdout.close()
        self.zest = OwnZest.start(self.zest.state, self.zest.port)

    def nothing_is_left(self) -> None:
        eventually(
            lambda: not processes_of(str(self.zest.state)) and not self.zest.children(),
            "all processes are gone",
            GONE_WITHIN_SECONDS,
        )


def ended(guest: Guest, id: str) -> dict | None:
    recipe = guest.get(id)
    return None if recipe["status"] == "PENDING" else recipe


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Life]:
    life = Life(tmp_path_factory.mktemp("life"))
    try:
        yield life
    finally:
        life.zest.stop()


def test_acknowledged_writes_survive_sigkill_and_imports_resume(life: Life):
    zest, guest = life.zest, life.guest
    done = [guest.import_url(zest.demo + page).recipe for page in ("tomato-galette.html", "kitchen-garden.html")]
    token = guest.issue_owner_token()
    life.slow = guest.create(zest.demo + "slow")["id"]
    failing = guest.create(zest.demo + "status/500")["id"]
    last = guest.create(zest.demo + "carrot-cake.html")["id"]
    zest.kill()
    life.nothing_is_left()
    with pytest.raises(NotRunning):
        zest.guest()

    life.begin_again()
    for recipe in done:
        assert guest.get(recipe["id"]) == recipe
    picture = send("GET", f"{zest.origin}/{done[0]['imageUrl']}")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/webp")
    assert eventually(lambda: ended(guest, failing), "the failing import ends")["errorCode"] == "SITE_ERROR"
    assert eventually(lambda: ended(guest, last), "the last import ends")["status"] == "SUCCESS"
    # Token, session and live changes are still valid.
    assert guest.update(token, id=done[0]["id"], title="After the crash")["title"] == "After the crash"
    assert guest.import_url(zest.demo + "carrot-cake.html").recipe["status"] == "SUCCESS"


def test_killed_launcher_leaves_no_processes(life: Life):
    recipe = life.guest.import_url(life.zest.demo + "carrot-cake.html").recipe
    life.zest.kill_launcher()
    life.nothing_is_left()
    life.begin_again()
    assert life.guest.get(recipe["id"])["status"] == "SUCCESS"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_clean_restart_loses_nothing(life: Life, number: signal.Signals):
    guest = life.guest
    recipe = guest.import_url(life.zest.demo + "moules-marinieres.html").recipe
    before = guest.list()["items"]
    life.zest.stop(number)
    assert life.zest.process.returncode == 0
    life.nothing_is_left()
    life.begin_again()
    assert guest.get(recipe["id"]) == recipe
    assert [card["id"] for card in guest.list()["items"]] == [card["id"] for card in before]
    # Live changes arrive for imports and for edits.
    assert guest.import_url(life.zest.demo + "red-lentil-soup.html").recipe["status"] == "SUCCESS"


@pytest.mark.parametrize("child", ["gateway", "cloud"])
def test_killed_child_is_restarted(life: Life, child: str):
    guest, pid_file = life.guest, life.zest.state / "run" / f"{child}.pid"
    id = guest.import_url(life.zest.demo + "tortilla-de-patatas.html").recipe["id"]
    before = int(pid_file.read_text())
    os.kill(before, signal.SIGKILL)

    def works_again() -> bool:
        try:
            return int(pid_file.read_text()) != before and guest.get(id)["status"] == "SUCCESS"
        except (NotRunning, Refused, ValueError):
            return False

    eventually(works_again, f"the {child} is back")
    assert guest.import_url(life.zest.demo + "carrot-cake.html").recipe["status"] == "SUCCESS"


def test_crashing_function_is_retried_then_the_import_fails(life: Life):
    zest, guest = life.zest, life.guest
    fetch = zest.function("FnFetch").encode()
    cloud = int((zest.state / "run" / "cloud.pid").read_text())
    id = guest.create(zest.demo + "slow")["id"]

    def crashed_until_it_ended() -> dict | None:
        for pid in children_of(cloud, b"AWS_LAMBDA_FUNCTION_NAME=" + fetch):
            # Kill the process while it works. A process that is still starting has no connection.
            if is_connected_to(pid, zest.port):
                os.kill(pid, signal.SIGABRT)
        return ended(guest, id)

    recipe = eventually(crashed_until_it_ended, "the import ends", ENDED_WITHIN_SECONDS)
    assert (recipe["status"], recipe["errorCode"]) == ("FAILED", "INTERRUPTED")
    assert recipe["errorDetails"] == "The import was interrupted on our side. Try again."
    run = wait_for(zest, execution_arn(zest.outputs["ProcessingArn"], f"{id}-1"))
    assert (run.visited, run.calls["Fetch"]) == (["Source", "Fetch", "Fail"], 3)


def test_reader_panic_is_reported_as_an_internal_error(life: Life):
    id = life.guest.create(life.zest.demo + "slow")["id"]
    caught = {"id": id, "attempt": 1, "error": {"Error": "READER_FAILED", "Cause": ""}}
    assert life.zest.invoke("FnFail", caught)[1] is None
    recipe = life.guest.get(id)
    assert (recipe["status"], recipe["errorCode"]) == ("FAILED", "READER_FAILED")
    assert recipe["errorDetails"].startswith("We couldn't read this recipe")


def test_repeatedly_interrupted_import_ends(life: Life):
    recipe = eventually(lambda: ended(life.guest, life.slow or ""), "the slow import ends", 2 * ENDED_WITHIN_SECONDS)
    assert recipe["status"] == "FAILED"
    # The gateway serves the page, and it restarts seconds after the local cloud has resumed the import.
    assert recipe["errorCode"] in ("TIMED_OUT", "INTERRUPTED", "UNREACHABLE")


def test_archive_import_resumes_after_a_crash_without_duplicates(life: Life):
    guest, titles = life.guest, {f"Soup {number:03}" for number in range(150)}
    id = guest.create_from("FILE", guest.upload("FILE", a_paprika_archive(sorted(titles))))["id"]
    eventually(lambda: (guest.get(id)["importSummary"] or {}).get("imported", 0) >= 20, "some are there")
    life.zest.kill()
    life.nothing_is_left()
    life.begin_again()
    recipe = eventually(lambda: ended(guest, id), "it goes on", ENDED_WITHIN_SECONDS)
    assert (recipe["status"], recipe["importSummary"]["imported"]) == ("SUCCESS", 150)
    found: list[str] = []
    token = None
    while True:
        page = guest.list(limit=100, nextToken=token)
        found += [card["title"] for card in page["items"] if card["fileSubmissionUUID"]]
        token = page["nextToken"]
        if token is None:
            break
    assert (len(found), set(found)) == (150, titles)
