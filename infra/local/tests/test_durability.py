"""The local cloud is killed under load: acknowledged writes exist exactly once, and started work ends."""

import os
import signal
from collections.abc import Iterator

import pytest
from measure import durability
from support.zest import OwnZest, end_of, launch
from zest_client import Guest, sign_in, sign_up

KILLS = 2
WRITES_BEFORE_A_KILL = 6
ENDED_WITHIN_SECONDS = 120


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnZest]:
    zest = OwnZest.start(tmp_path_factory.mktemp("durable"), 0, "--restart-limit", "100")
    try:
        yield zest
    finally:
        zest.stop()


def kill_cloud(zest: OwnZest) -> None:
    killed = durability.cloud_pid(zest.state)
    os.kill(killed, signal.SIGKILL)
    durability.wait_until_back(zest.state, killed, zest.origin)


def test_acknowledged_writes_survive_a_kill_exactly_once(own: OwnZest):
    load = durability.Load(own.origin, seed=11)
    load.start()
    for _ in range(KILLS):
        load.wait_for(load.answered + WRITES_BEFORE_A_KILL)
        kill_cloud(own)
    load.stop()
    findings = durability.found(load, ENDED_WITHIN_SECONDS)
    assert load.answered >= KILLS * WRITES_BEFORE_A_KILL
    assert (findings.lost, findings.doubled, findings.unended) == ([], [], [])


def test_accounts_sessions_and_live_changes_survive_a_kill(own: OwnZest):
    member = sign_up(own.origin)
    token = member.issue_owner_token()
    with member.changes() as changes:
        blank = member.create_blank()["id"]
        kill_cloud(own)
        assert member.update(token, id=blank, title="After the kill")["title"] == "After the kill"
        changes.until(
            lambda change: change["id"] == blank and change["card"]["title"] == "After the kill", ENDED_WITHIN_SECONDS
        )
    again = sign_in(own.origin, member.email)
    assert (again.user, again.get(blank)["title"]) == (member.user, "After the kill")


def test_change_unpublished_before_a_kill_is_published_after_it(own: OwnZest):
    guest: Guest = own.guest()
    with guest.changes() as changes:
        id = guest.create(f"{own.demo}tomato-galette.html")["id"]
        kill_cloud(own)
        changes.until(lambda change: change["id"] == id and change["card"]["status"] == "SUCCESS", ENDED_WITHIN_SECONDS)


def test_torn_journal_tail_is_ignored_and_earlier_damage_is_reported(own: OwnZest):
    guest = own.guest()
    blank = guest.create_blank()["id"]
    own.kill()
    journal = own.state / "cloud" / "journal"
    with journal.open("ab") as file:
        file.write(b"\xf5ZJ\n half of a write")
    second = OwnZest.start(own.state, own.port)
    try:
        assert guest.get(blank)["id"] == blank
    finally:
        second.stop()
    content = bytearray(journal.read_bytes())
    content[len(content) // 2] ^= 1
    journal.write_bytes(content)
    code, said = end_of(launch("--port", str(own.port), "--state", str(own.state)))
    line = said.splitlines()[-1]
    assert code == 1 and line.startswith("Zest did not start: ")
    assert f"journal {journal} is damaged at byte" in line and "make reset" in line
