"""Prints the output of concurrent layers: as a block when a layer ends, or at once if only one layer runs."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from zest_local.layers import Layer


@dataclass
class _Running:
    layer: Layer
    started: float
    lines: list[str] = field(default_factory=list)


class Console:
    """The output of the layers. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[str, _Running] = {}
        self._live: str | None = None
        self._starting = False

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Returns a context in which several layers are started. When it ends, the console knows whether one runs
        alone.
        """
        with self._lock:
            self._starting = True
        yield
        with self._lock:
            self._starting = False
            self._show_what_runs_alone()

    def start(self, layer: Layer) -> None:
        """Registers a layer."""
        with self._lock:
            self._running[layer.name] = _Running(layer, time.monotonic())
            if self._starting:
                print(f"--- {layer.title}: started", flush=True)
            else:
                self._show_what_runs_alone()

    def line(self, layer: Layer, line: str) -> None:
        """Handles one line of a layer's output, including its newline."""
        with self._lock:
            if self._live == layer.name:
                print(line, end="", flush=True)
            else:
                self._running[layer.name].lines.append(line)

    def end(self, layer: Layer, result: str, seconds: float) -> None:
        """Ends a layer and prints its buffered output."""
        with self._lock:
            running = self._running.pop(layer.name)
            if self._live == layer.name:
                self._live = None
            else:
                _print_block(running)
            print(f"--- {layer.title}: {result} in {seconds:.1f} s", flush=True)

    def progress(self) -> None:
        """Prints the names of the running layers, unless a single one prints its output at once."""
        with self._lock:
            if self._running and self._live is None:
                now = time.monotonic()
                running = (f"{each.layer.title} ({now - each.started:.0f} s)" for each in self._running.values())
                print(f"--- running: {', '.join(running)}", flush=True)

    def _show_what_runs_alone(self) -> None:
        if self._live is None and len(self._running) == 1:
            [running] = self._running.values()
            self._live = running.layer.name
            _print_block(running)


def _print_block(running: _Running) -> None:
    text = "".join(running.lines)
    end = "" if not text or text.endswith("\n") else "\n"
    print(f"\n=== {running.layer.title}\n{text}", end=end, flush=True)
