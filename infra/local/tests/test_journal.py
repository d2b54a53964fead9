"""The journal keeps acknowledged writes wherever the writer is killed or the file is truncated."""

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from zest_local.journal import frames
from zest_local.journal.writer import Journal
from zest_local.places import LOCAL_CLOUD

KEYS = [f"key {number}".encode() for number in range(12)]


def never(error: OSError) -> None:
    raise AssertionError(f"the journal could not be written: {error}")


@contextmanager
def opened(path: Path, **more) -> Iterator[Journal]:
    journal = Journal(path, never, **more)
    try:
        yield journal
    finally:
        journal.close()


def some_changes(chance: random.Random) -> dict[bytes, bytes | None]:
    """Returns random changes of one call: several keys, some deleted, with values that look like frames."""
    return {
        key: None if chance.random() < 0.25 else chance.randbytes(chance.randrange(60)) + b"\xf5ZJ\n"
        for key in chance.sample(KEYS, chance.randrange(1, 5))
    }


def applied(state: dict[bytes, bytes], changes: frames.Changes) -> dict[bytes, bytes]:
    return {key: value for key, value in {**state, **changes}.items() if value is not None}


@pytest.mark.parametrize("seed", range(4))
def test_journal_cut_at_any_byte_holds_whole_acknowledged_calls(tmp_path: Path, seed: int):
    chance, path = random.Random(seed), tmp_path / "journal"
    states: list[dict[bytes, bytes]] = [{}]
    acknowledged: list[tuple[int, int]] = []
    with opened(path) as journal:
        for _ in range(15):
            for _ in range(chance.randrange(1, 4)):
                changes = some_changes(chance)
                journal.put(changes)
                states.append(applied(states[-1], changes))
            journal.wait()
            acknowledged.append((path.stat().st_size, len(states) - 1))
    content = path.read_bytes()
    for end in range(frames.PREFACE_BYTES, len(content) + 1):
        found = frames.parse(path, content[:end]).entries
        least = max((number for size, number in acknowledged if size <= end), default=0)
        assert found in states[least:], f"cut off at byte {end}"


@pytest.mark.parametrize("seed", range(2))
def test_reopened_journal_continues_after_a_torn_tail(tmp_path: Path, seed: int):
    chance, path, state = random.Random(seed), tmp_path / "journal", {}
    for _ in range(6):
        with opened(path) as journal:
            assert journal.live == state
            for _ in range(chance.randrange(4)):
                changes = some_changes(chance)
                journal.put(changes)
                state = applied(state, changes)
        with path.open("ab") as file:
            file.write(chance.randbytes(chance.randrange(40)))


@pytest.mark.parametrize("seed", range(2))
def test_damage_before_the_last_write_is_reported(tmp_path: Path, seed: int):
    chance, path = random.Random(seed), tmp_path / "journal"
    with opened(path) as journal:
        for _ in range(5):
            journal.put({chance.choice(KEYS): chance.randbytes(30)})
            journal.wait()
            before_the_last = path.stat().st_size
            journal.put({b"last": chance.randbytes(30)})
            journal.wait()
    content = path.read_bytes()
    for at in range(before_the_last):
        damaged = bytearray(content)
        damaged[at] ^= 1 << chance.randrange(8)
        with pytest.raises(frames.Damaged) as told:
            frames.parse(path, bytes(damaged))
        assert str(path) in str(told.value) and "is damaged at byte" in str(told.value)
    path.write_bytes(damaged)
    with pytest.raises(frames.Damaged):
        Journal(path, never)
    assert path.read_bytes() == bytes(damaged), "a damaged file is left as it is"


def test_compaction_loses_nothing(tmp_path: Path):
    chance, path, state = random.Random(7), tmp_path / "journal", {}
    largest = 0
    with opened(path, compact_bytes=2_000) as journal:
        for _ in range(400):
            changes = some_changes(chance)
            journal.put(changes)
            state = applied(state, changes)
            if chance.random() < 0.1:
                journal.wait()
                assert frames.read(path).entries == state
                largest = max(largest, path.stat().st_size)
    assert frames.read(path).entries == state
    assert largest < 8_000
    assert [file.name for file in tmp_path.iterdir()] == ["journal"]


def test_concurrent_writers_share_a_sync_without_losing_writes(tmp_path: Path):
    path = tmp_path / "journal"
    missing: list[bytes] = []
    with opened(path) as journal:

        def write(writer: int) -> None:
            for number in range(10):
                key = f"{writer}/{number}".encode()
                journal.put({key: key})
                journal.wait()
                if key not in path.read_bytes():
                    missing.append(key)

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    written = frames.read(path)
    assert (missing, len(written.entries)) == ([], 80)
    assert written.frames < 80, "no two writes shared a sync"


def test_write_failure_is_reported_and_stops_acknowledgement(tmp_path: Path):
    told = threading.Event()
    journal = Journal(tmp_path / "journal", lambda error: told.set())
    journal.sync_with([tmp_path / ("x" * 300)])
    assert told.wait(10)
    journal.put({b"key": b"value"})
    assert not journal.is_durable()


WRITER = """
import sys
from pathlib import Path
from zest_local.journal.writer import Journal
journal = Journal(Path(sys.argv[1]), lambda error: None, compact_bytes=10_000)
number = 0
while True:
    number += 1
    now = str(number).encode()
    journal.put({b"first": now, b"second": now, str(number % 50).encode(): bytes(200)})
    journal.wait()
    print(number, flush=True)
"""


@pytest.mark.parametrize("after", [1, 150])
def test_killed_writer_loses_no_acknowledged_write(tmp_path: Path, after: int):
    path = tmp_path / "journal"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(LOCAL_CLOUD)},
    )
    assert writer.stdout is not None
    with writer:
        for line in writer.stdout:
            if int(line) == after:
                writer.kill()
                break
        said = [after, *(int(line) for line in writer.stdout.read().split(b"\n")[:-1])]
    found = frames.read(path).entries
    assert int(found[b"first"]) >= said[-1]
    assert found[b"first"] == found[b"second"], "half a call"
