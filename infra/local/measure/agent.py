"""`make bench-agent`: measures latency of answers, fifty concurrent answers, and answers whose functions are killed.

The stand-in's model does not pause, so only Zest is measured. During kills it pauses like a real model. Every answer
must end, and every balance must match the conversations. The last line is: `agent: conversations <n> kills <n> unended
<n> wrong credits <n>`.
"""

import argparse
import os
import random
import signal
import statistics
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from zest_client import Guest, Member, NotRunning, Refused, sign_up
from zest_client.agent import Chat, is_last
from zest_client.bedrock import Bedrock
from zest_client.credits import items, open_credits
from zest_client.guest import new_id
from zest_local.places import TOOLS, State
from zest_local.zest_for_tests import LIMITS

from measure.durability import zest

STATE = TOOLS / "agent-state"
QUESTION = "Make it vegan, for 8"
WORKERS = 12
# Number of a new member's welcome credits.
CREDITS = 10
ENDED_WITHIN_SECONDS = 240
RESEND_SECONDS = 3.0
# Minimum and maximum seconds between two kills.
PAUSE_SECONDS = (0.05, 1.0)


def main() -> None:
    """Measures and prints; exits with 1 if an answer did not end or a balance is wrong."""
    parser = argparse.ArgumentParser(prog="make bench-agent")
    parser.add_argument("--profile", default="dev")
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-build", action="store_true", help="use the existing build")
    arguments = parser.parse_args()
    with zest(arguments.profile, arguments.no_build, STATE, LIMITS) as origin:
        model = Bedrock.of(STATE)
        model.switch("", {"name": "pause", "milliseconds": 0})
        guest = Guest.arrive(origin)
        recipe = guest.import_url(f"{origin}/demo/red-lentil-soup.html").recipe["id"]
        _one_after_the_other(guest, recipe, arguments.answers)
        _at_once(origin, arguments.at_once)
        model.switch("", {"name": "pause", "milliseconds": 30})
        raise SystemExit(_while_functions_are_killed(origin, arguments.kills, arguments.seed))


def _one_after_the_other(guest: Guest, recipe: str, answers: int) -> None:
    firsts, lasts = [], []
    for _ in range(answers):
        chat = Chat.begin(guest, recipe)
        with chat.listening() as parts:
            started = time.perf_counter()
            chat.say(QUESTION)
            parts.until(lambda part: bool(part["contentBlockText"]))
            firsts.append((time.perf_counter() - started) * 1000)
            parts.until(is_last)
            lasts.append((time.perf_counter() - started) * 1000)
    for name, times in (("first word", firsts), ("end", lasts)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(f"{name} after sending: p50 {statistics.median(times):.0f} p95 {p95:.0f} ms of {len(times)}", flush=True)


def _at_once(origin: str, count: int) -> None:
    chats = [Chat.begin(Guest.arrive(origin)) for _ in range(count)]

    def ask(chat: Chat) -> tuple[str, float]:
        started = time.perf_counter()
        answer = chat.ask("What is blanching?", seconds=ENDED_WITHIN_SECONDS)
        return answer["state"], time.perf_counter() - started

    started = time.perf_counter()
    with ThreadPoolExecutor(count) as pool:
        ended = list(pool.map(ask, chats))
    seconds = sorted(taken for _, taken in ended)
    states = dict(Counter(state for state, _ in ended))
    print(
        f"{count} conversations at once: {states}, p50 {statistics.median(seconds):.1f} s, "
        f"slowest {seconds[-1]:.1f} s, all within {time.perf_counter() - started:.1f} s",
        flush=True,
    )


@dataclass
class Crowd:
    """Members who use the assistant concurrently, and the outcomes of their answers."""

    origin: str
    ended: Counter[str] = field(default_factory=Counter)
    unended: int = 0
    wrong: list[str] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    """Credits used per member, according to the conversations."""
    members: list[Member] = field(default_factory=list)
    broken: list[BaseException] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def chat(self) -> None:
        """Asks questions until stopped, each in a new conversation."""
        try:
            member = self._somebody()
            while not self.stop.is_set():
                if self.used[member.owner] == CREDITS:
                    member = self._somebody()
                self._one(member)
        except BaseException as broken:
            self.broken.append(broken)

    def _somebody(self) -> Member:
        member = sign_up(self.origin)
        open_credits(member)
        self.members.append(member)
        return member

    def _one(self, member: Member) -> None:
        chat, question = Chat.begin(member), new_id()
        answer, deadline = None, time.monotonic() + ENDED_WITHIN_SECONDS
        while time.monotonic() < deadline:
            # Until the answer has ended, sends the message again with the same id.
            with suppress(Refused, NotRunning):
                chat.say("What is blanching?", id=question)
            with suppress(TimeoutError):
                answer = chat.ended(question, RESEND_SECONDS)
                break
        if answer is None:
            self.unended += 1
            return
        how = answer["state"] if not answer["errors"] else answer["errors"][0]["errorType"]
        credit = chat.state()["credit"]
        with self._lock:
            self.ended[how] += 1
            self.used[member.owner] += credit == "USED"
            if credit != ("USED" if answer["state"] == "ENDED" else "GIVEN_BACK"):
                self.wrong.append(f"{how}: {credit}")

    def balances(self) -> int:
        """Returns the number of members whose balance differs from their conversations. Waits up to 30 s for
        settlement.
        """
        deadline = time.monotonic() + 30
        odd = self.members
        while odd and time.monotonic() < deadline:
            odd = [member for member in odd if _balance(member) != CREDITS - self.used[member.owner]]
            threading.Event().wait(0.5)
        return len(odd)


def _balance(member: Member) -> int:
    balance: int = items(member, "balance")[0]["creditBalance"]
    return balance


def _while_functions_are_killed(origin: str, kills: int, seed: int) -> int:
    chance, crowd, killed = random.Random(seed), Crowd(origin), 0
    threads = [threading.Thread(target=crowd.chat, daemon=True) for _ in range(WORKERS)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    while killed < kills and not crowd.broken:
        threading.Event().wait(chance.uniform(*PAUSE_SECONDS))
        working = _processes()
        if working:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(working), signal.SIGKILL)
                killed += 1
    crowd.stop.set()
    for thread in threads:
        thread.join()
    if crowd.broken:
        raise crowd.broken[0]
    odd, conversations = crowd.balances(), sum(crowd.ended.values())
    print(
        f"{dict(crowd.ended)} of {conversations} conversations, {killed} processes killed in "
        f"{time.monotonic() - started:.0f} s; {odd} of {len(crowd.members)} balances differ {crowd.wrong[:5]}",
        flush=True,
    )
    wrong = odd + len(crowd.wrong)
    print(
        f"agent: conversations {conversations} kills {killed} unended {crowd.unended} wrong credits {wrong}", flush=True
    )
    return 1 if crowd.unended or wrong else 0


def _processes() -> list[int]:
    functions, found = str(State(STATE).functions.resolve()), []
    for process in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            program = os.readlink(process / "exe")
            if program.startswith(functions) and program.endswith("/fn-agent"):
                found.append(int(process.name))
    return found


if __name__ == "__main__":
    main()
