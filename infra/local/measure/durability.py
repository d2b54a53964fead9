"""`make durability`: kills the local cloud repeatedly under load, and checks that no acknowledged write is lost.

Clients import demo pages under unique addresses, create recipes, upload files and sign up. At the end every
acknowledged write must exist exactly once, and every import must have ended. Last line: `durability: kills <n>
acknowledged <n> lost <n> doubled <n>`.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from zest_client import Guest, Member, NotRunning, Refused, sign_in, sign_up
from zest_client.guest import new_id, new_submission
from zest_client.http import post_form, send
from zest_local import lifeline
from zest_local.places import REPOSITORY, TOOLS

from measure.running import ready

STATE = TOOLS / "durability-state"
WORKERS = 6
# Number of recipes per guest.
RECIPES_A_GUEST = 12
# Minimum and maximum seconds between recovery and the next kill.
ALIVE_SECONDS = (0.1, 2.5)
BACK_WITHIN_SECONDS = 60
ENDED_WITHIN_SECONDS = 300
_PAGES = ["tomato-galette.html", "red-lentil-soup.html", "carrot-cake.html", "moules-marinieres.html"]

T = TypeVar("T")


@dataclass
class Load:
    """Concurrent clients of one Zest, and the writes that it acknowledged."""

    origin: str
    seed: int = 0
    acknowledged: dict[str, tuple[Guest, str]] = field(default_factory=dict)
    """Guest, and unique address or title, by recipe id."""
    edited: dict[str, str] = field(default_factory=dict)
    """Last title that was set, by recipe id."""
    uploaded: list[tuple[Guest, str]] = field(default_factory=list)
    """Guest and submission of each upload."""
    members: list[Member] = field(default_factory=list)
    guests: list[Guest] = field(default_factory=list)
    unanswered: int = 0
    """Calls without a response or with an error; they acknowledge nothing."""
    _stop: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _broken: list[BaseException] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """Returns the number of acknowledged writes."""
        return len(self.acknowledged) + len(self.edited) + len(self.uploaded) + len(self.members)

    def start(self, workers: int = WORKERS) -> None:
        """Starts the workers."""
        for number in range(workers):
            thread = threading.Thread(target=self._work, args=(random.Random(f"{self.seed}/{number}"),), daemon=True)
            self._threads.append(thread)
            thread.start()

    def wait_for(self, writes: int) -> None:
        """Waits for a number of acknowledged writes. Raises TimeoutError."""
        deadline = time.monotonic() + BACK_WITHIN_SECONDS
        while self.answered < writes and not self._broken:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.answered} of {writes} writes were acknowledged")
            self._stop.wait(0.02)

    def stop(self) -> None:
        """Stops the workers. Raises any unexpected error."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        if self._broken:
            raise self._broken[0]

    def _work(self, chance: random.Random) -> None:
        guest, made = None, 0
        while not self._stop.is_set():
            try:
                if guest is None or made == RECIPES_A_GUEST:
                    guest, made = self._somebody(chance), 0
                made += 1
                self._one_thing(guest, chance)
            except (NotRunning, Refused):
                self.unanswered += 1
                self._stop.wait(0.5)
            except BaseException as broken:
                self._broken.append(broken)
                return
            self._stop.wait(chance.uniform(0, 0.4))

    def _somebody(self, chance: random.Random) -> Guest:
        if chance.random() < 0.1:
            member = sign_up(self.origin)
            self.members.append(member)
            return member
        guest = Guest.arrive(self.origin)
        self.guests.append(guest)
        return guest

    def _one_thing(self, guest: Guest, chance: random.Random) -> None:
        id, kind = new_id(), chance.random()
        if kind < 0.65:
            url = f"{self.origin}/demo/{chance.choice(_PAGES)}?copy={id}"
            guest.create(url, id=id)
            self.acknowledged[id] = (guest, url)
        elif kind < 0.85:
            guest.create_blank(id=id)
            self.acknowledged[id] = (guest, id)
            title = f"Soup {id}"
            guest.update(guest.issue_owner_token(), id=id, title=title)
            self.edited[id] = title
        else:
            submission, content = new_submission(), f"Soup {id}\n\nIngredients\n\n200 g lentils\n".encode()
            form = guest.upload_form(submission, "FILE", len(content), position=0, name="soup.txt")
            if post_form(form, content).status != 204:
                raise NotRunning("the upload was rejected")
            self.uploaded.append((guest, submission))
            guest.create_from("FILE", submission, id=id)
            self.acknowledged[id] = (guest, submission)


@dataclass
class Findings:
    """The defects found after all kills."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unended: list[str] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)


def found(load: Load, seconds: float) -> Findings:
    """Compares the stored data with the acknowledged writes. Waits until all imports have ended, at most `seconds`."""
    findings = Findings()
    deadline = time.monotonic() + seconds
    waiting = dict(load.acknowledged)
    while waiting:
        for id, (guest, what) in list(waiting.items()):
            recipe = _there(lambda guest=guest, id=id: guest.get(id))
            if recipe is None:
                findings.lost.append(what)
            elif recipe["status"] == "PENDING" and time.monotonic() < deadline:
                continue
            else:
                _look_at(recipe, load, findings, what)
            del waiting[id]
        threading.Event().wait(0.5)
    for guest, submission in load.uploaded:
        if submission not in {upload["submission"] for upload in guest.uploads(submission)}:
            findings.lost.append(f"upload {submission}")
    for member in load.members:
        if _there(lambda member=member: sign_in(load.origin, member.email)) is None:
            findings.lost.append("a member")
    for guest in {guest.identity: guest for guest, _ in load.acknowledged.values()}.values():
        cards = everything_of(guest)
        sources = [card["url"] or card["fileSubmissionUUID"] for card in cards]
        findings.doubled += [source for source, times in Counter(filter(None, sources)).items() if times > 1]
        findings.doubled += [id for id, times in Counter(card["id"] for card in cards).items() if times > 1]
    return findings


def _look_at(recipe: dict[str, Any], load: Load, findings: Findings, what: str) -> None:
    id = recipe["id"]
    findings.states[recipe["errorCode"] or recipe["status"]] += 1
    if recipe["status"] == "PENDING":
        findings.unended.append(what)
    if id in load.edited and recipe["title"] != load.edited[id]:
        findings.lost.append(f"the title of {id}")
    picture = recipe.get("imageUrl")
    if picture and send("GET", f"{load.origin}/{picture}").status != 200:
        findings.lost.append(f"the picture of {id}")


def everything_of(guest: Guest) -> list[dict[str, Any]]:
    """Returns all cards of a guest's list."""
    cards: list[dict[str, Any]] = []
    token = None
    while True:
        page = guest.list(limit=100, nextToken=token)
        cards += page["items"]
        token = page["nextToken"]
        if token is None:
            return cards


def _there(look: Callable[[], T]) -> T | None:
    """Returns the result of `look`, or None if the app answers "not found" or a GraphQL error."""
    try:
        return look()
    except Refused as refused:
        if refused.status == 200 or "NotFound" in str(refused) or "not found" in str(refused):
            return None
        raise


def kill(state: Path) -> None:
    """Sends SIGKILL to the local cloud."""
    with suppress(ProcessLookupError):
        os.kill(int((state / "run" / "cloud.pid").read_text()), signal.SIGKILL)


def wait_until_back(state: Path, killed: int, origin: str) -> None:
    """Waits until a restarted local cloud answers. Raises TimeoutError."""
    deadline = time.monotonic() + BACK_WITHIN_SECONDS
    while time.monotonic() < deadline:
        with suppress(NotRunning, Refused, ValueError, OSError, KeyError):
            if cloud_pid(state) != killed:
                Guest.arrive(origin)
                return
        threading.Event().wait(0.05)
    raise TimeoutError("the local cloud did not come back")


def cloud_pid(state: Path) -> int:
    """Returns the process id of the local cloud."""
    return int((state / "run" / "cloud.pid").read_text())


def main() -> int:
    """Kills the cloud repeatedly, compares the data and prints the findings. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="durability")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--profile", default="dev")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--no-build", action="store_true", help="use the existing build")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no kill after this time")
    arguments = parser.parse_args()
    chance, kills = random.Random(arguments.seed), 0
    print(f"seed {arguments.seed}", flush=True)
    began = time.monotonic()
    # Limits are off: an address may create sixty identities an hour, and each kill needs one.
    with zest(arguments.profile, arguments.no_build, STATE, "off") as origin:
        load = Load(origin, arguments.seed)
        load.start()
        while kills < arguments.kills and time.monotonic() - began < arguments.seconds:
            threading.Event().wait(chance.uniform(*ALIVE_SECONDS))
            killed = cloud_pid(STATE)
            kill(STATE)
            kills += 1
            wait_until_back(STATE, killed, origin)
            if kills % 10 == 0:
                passed = time.monotonic() - began
                print(
                    f"{passed:6.0f} s  {kills} kills, {load.answered} acknowledged, {load.unanswered} not", flush=True
                )
        load.stop()
        findings = found(load, ENDED_WITHIN_SECONDS)
    for what, names in vars(findings).items():
        print(f"{what}: {dict(names) if isinstance(names, Counter) else names}")
    lost = len(findings.lost) + len(findings.unended)
    print(f"durability: kills {kills} acknowledged {load.answered} lost {lost} doubled {len(findings.doubled)}")
    return 1 if lost or findings.doubled else 0


@contextmanager
def zest(profile: str, no_build: bool, state: Path, limits: str) -> Iterator[str]:
    """Starts a Zest with fresh state, whose cloud may restart 1,000 times a minute. Yields its origin."""
    shutil.rmtree(state, ignore_errors=True)
    command = [sys.executable, "-m", "zest_local", "--profile", profile, "--port", "0"]
    command += ["--no-build"] if no_build else []
    process = subprocess.Popen(
        [*command, "--state", str(state), "--restart-limit", "1000"],
        cwd=REPOSITORY,
        env={**os.environ, **lifeline.environment(), "LIMITS": limits},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        origin = ready(process)
        # Read the output, because messages about restarts would fill the pipe.
        threading.Thread(target=_read_on, args=(process,), daemon=True).start()
        yield origin
    finally:
        process.terminate()
        process.wait(60)


def _read_on(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if "ended" not in line:
            print(line, end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
