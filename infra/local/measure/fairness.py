"""Measures the latency of one caller while another one attacks.

python -m measure.fairness

The attacker continuously sends requests with 1,000 aliases over eight connections, with a timestamp as token and as a
guest. The other caller is a guest who lists recipes. Compares its 95th percentile with and without the attack.
"""

import argparse
import json
import multiprocessing
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path

from zest_client import Guest, NotRunning, Refused
from zest_client.http import send

from measure import running
from measure.load import is_kind, percentile

READS = 200


@dataclass
class Felt:
    """The latencies in milliseconds, and the number of refused requests."""

    milliseconds: list[float]
    refused: int

    @property
    def p95(self) -> float:
        """Returns the 95th percentile in milliseconds."""
        return percentile(self.milliseconds, 0.95)


def worst(id: str) -> str:
    """Returns a query that requests the same recipe 1,000 times."""
    aliases = " ".join(f'a{number}: getRecipe(id: "{id}") {{ id title }}' for number in range(1000))
    return json.dumps({"query": f"{{ {aliases} }}"})


def read(guest: Guest, count: int) -> Felt:
    """Lists recipes `count` times in sequence."""
    felt = Felt([], 0)
    for _ in range(count):
        begun = time.perf_counter()
        try:
            guest.list(limit=20)
        except Refused as reason:
            if not is_kind(reason):
                raise
            felt.refused += 1
            continue
        felt.milliseconds.append((time.perf_counter() - begun) * 1000)
        # Below the limit of thirty requests a second.
        time.sleep(0.04)
    return felt


def measure(origin: str, reads: int = READS) -> tuple[Felt, Felt, int]:
    """Returns the latencies without and with an attack, and the number of attack requests."""
    guest = Guest.arrive(origin)
    # Before both measurements: creates the recipe and starts the processes.
    id = guest.create_blank()["id"]
    read(guest, 20)
    quiet = read(guest, reads)
    # The attacker is a separate process with low priority, as if on another machine.
    context = multiprocessing.get_context("spawn")
    begun, done, sent = context.Event(), context.Event(), context.Value("q", 0)
    attacker = context.Process(target=attack, args=(origin, id, begun, done, sent), daemon=True)
    attacker.start()
    try:
        if not begun.wait(60):
            raise NotRunning("the attacker did not start")
        attacked = read(guest, reads)
    finally:
        done.set()
        attacker.join()
    return quiet, attacked, sent.value


def attack(origin: str, id: str, begun: Event, done: Event, sent: "Synchronized[int]") -> None:
    """Sends attack requests until stopped."""
    _yield_the_processors()
    attacker = Guest.arrive(origin)
    body = worst(id)

    def one(number: int) -> None:
        while not done.is_set():
            try:
                if number % 2:
                    attacker.post(body)
                else:
                    token = str(int(time.time() * 1000))
                    headers = {"content-type": "application/json", "authorization": token}
                    send("POST", attacker.config["graphqlEndpoint"], headers, body.encode())
            except NotRunning:
                continue
            with sent.get_lock():
                sent.value += 1

    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    begun.set()
    for thread in threads:
        thread.join()


def _yield_the_processors() -> None:
    """Gives this process the lowest priority. `nice` has no effect across sessions (autogroups)."""
    os.nice(19)
    os.setsid()
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text("19")


def main() -> None:
    """Prints both latencies and their ratio. Fails if it is above three or a read is refused during the attack."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    parser = argparse.ArgumentParser(prog="fairness")
    parser.add_argument("--profile", default="release")
    arguments = parser.parse_args()
    try:
        with running.zest(arguments.profile, limits="on") as zest:
            quiet, attacked, sent = measure(zest.origin)
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")
    times = attacked.p95 / quiet.p95
    print(f"p95 of a read: quiet {quiet.p95:.0f} ms, attacked {attacked.p95:.0f} ms ({times:.1f} times)")
    print(f"refused: quiet {quiet.refused}, attacked {attacked.refused} of {READS}; the attacker sent {sent}")
    sys.exit(0 if times <= 3 and not attacked.refused else 1)


if __name__ == "__main__":
    main()
