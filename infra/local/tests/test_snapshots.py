"""A snapshot of the local cloud is complete although threads change the state meanwhile."""

import copy
import threading

import pytest
from zest_local import snapshots


class Writer:
    """Is added to a dictionary by another thread while the entry before it is copied, `times` times."""

    def __init__(self, streams: dict[str, object], times: int) -> None:
        self.streams, self.times = streams, times

    def __deepcopy__(self, memo: dict[int, object]) -> str:
        if self.times > 0:
            self.times -= 1
            name = f"stream {len(self.streams)}"
            thread = threading.Thread(target=self.streams.setdefault, args=(name, "log"))
            thread.start()
            thread.join()
        return "log"


def test_state_changed_by_a_thread_is_copied_again():
    streams: dict[str, object] = {}
    streams["stream 0"] = Writer(streams, times=3)
    assert snapshots.copied(lambda: copy.deepcopy(streams)) == {f"stream {number}": "log" for number in range(4)}


def test_state_that_never_rests_is_an_error():
    streams: dict[str, object] = {}
    streams["stream 0"] = Writer(streams, times=10 * snapshots.ATTEMPTS)
    with pytest.raises(RuntimeError, match="changed size"):
        snapshots.copied(lambda: copy.deepcopy(streams))
