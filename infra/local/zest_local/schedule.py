"""Decides in which order layers run, and how many at the same time."""

from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from typing import Protocol

from zest_local.layers import Layer

PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"
PROGRESS_SECONDS = 60


class Runner(Protocol):
    """Runs layers."""

    def starting(self) -> AbstractContextManager[None]:
        """Returns the context in which layers are started."""

    def start(self, layer: Layer) -> None:
        """Announces a layer."""

    def execute(self, layer: Layer) -> str:
        """Runs a layer in its own thread; returns its result."""
        ...

    def skip(self, layer: Layer) -> None:
        """Records that a layer is not run because a dependency did not pass."""

    def progress(self) -> None:
        """Called at intervals while no layer ends."""

    def stop(self) -> None:
        """Makes every call of `execute` return."""


def run_all(layers: Iterable[Layer], runner: Runner, at_once: int) -> None:
    """Runs each layer when its dependencies have passed, in order, at most `at_once` at the same time."""
    waiting = list(layers)
    running: dict[Future[str], Layer] = {}
    results: dict[str, str] = {}
    names = {layer.name for layer in waiting}
    if missing := [layer.name for layer in waiting if not names.issuperset(layer.after)]:
        raise ValueError(f"missing layers that others need: {', '.join(missing)}")
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        try:
            while waiting or running:
                for layer in cannot_run(waiting, results):
                    waiting.remove(layer)
                    results[layer.name] = NOT_RUN
                    runner.skip(layer)
                with runner.starting():
                    while len(running) < at_once and (layer := next_to_start(waiting, running.values(), results)):
                        waiting.remove(layer)
                        runner.start(layer)
                        running[pool.submit(runner.execute, layer)] = layer
                ended, _ = wait(running, PROGRESS_SECONDS, FIRST_COMPLETED)
                if not ended:
                    runner.progress()
                for future in ended:
                    results[running.pop(future).name] = future.result()
        except BaseException:
            runner.stop()
            raise


def next_to_start(waiting: Iterable[Layer], running: Iterable[Layer], results: dict[str, str]) -> Layer | None:
    """Returns the first waiting layer whose dependencies have passed and whose lock is free."""
    held = {layer.lock for layer in running if layer.lock}
    for layer in waiting:
        if layer.lock not in held and all(results.get(name) == PASSED for name in layer.after):
            return layer
    return None


def cannot_run(waiting: Iterable[Layer], results: dict[str, str]) -> list[Layer]:
    """Returns the waiting layers with a dependency that did not pass."""
    return [layer for layer in waiting if any(results.get(name, PASSED) != PASSED for name in layer.after)]
