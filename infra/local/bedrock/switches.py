"""Fault switches and the conversations they apply to."""

import threading
from dataclasses import dataclass
from typing import Any

from bedrock.conversation import Conversation
from bedrock.errors import IN_STREAM, STATUS, invalid

MAX_SWITCHES = 20
MAX_CONVERSATIONS = 1_000
_ALWAYS = 10**9
_STOP_REASONS = ("content_filtered", "guardrail_intervened", "end_turn")
_NONSENSE = ("invalidJson", "wrongTypes", "unknownTool", "huge", "missing", "extra")


@dataclass(frozen=True)
class Kind:
    """The parameters of a switch by name: a range of numbers, or the allowed texts with the default first."""

    parameters: dict[str, tuple[float, float, float] | tuple[str, ...]]


# A range is (minimum, maximum, default).
KINDS: dict[str, Kind] = {
    # These replace or delay the response.
    "exception": Kind({"exception": ("ThrottlingException", *sorted(STATUS.keys() - {"ThrottlingException"}))}),
    "slow": Kind({"seconds": (0, 600, 5)}),
    # These replace or change the answer of the model.
    "refusal": Kind({"stopReason": _STOP_REASONS}),
    "nonsense": Kind({"kind": _NONSENSE}),
    "inventive": Kind({"seed": (0, 1_000_000_000, 0)}),
    "endless": Kind({}),
    "long": Kind({"until": ("maxTokens", "beyond")}),
    "obeys": Kind({}),
    # These change how the answer is sent.
    "pause": Kind({"milliseconds": (0, 10_000, 30)}),
    "emptyDeltas": Kind({}),
    "duplicateDeltas": Kind({}),
    "streamException": Kind(
        {
            "after": (0, 100_000, 3),
            "exception": ("modelStreamErrorException", *sorted(set(IN_STREAM) - {"modelStreamErrorException"})),
        }
    ),
    "cut": Kind({"after": (0, 100_000, 3), "where": ("betweenFrames", "midFrame")}),
}


@dataclass
class Switch:
    """An active switch, and how often it can still be used."""

    name: str
    parameters: dict[str, Any]
    times: int = _ALWAYS

    def told(self) -> dict[str, Any]:
        """Returns the switch as JSON."""
        return {"name": self.name, **self.parameters, **({} if self.times > _ALWAYS // 2 else {"times": self.times})}


class On(dict[str, dict[str, Any]]):
    """Parameters of the switches that are active for an answer, by name."""


class Switches:
    """Switches by a text in the user's message. The empty text matches all conversations."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: dict[str, list[Switch]] = {}

    def set(self, request: Any) -> int:
        """Replaces the switches of a text: `{said, switches: [{name, times?, …}]}`. Raises Refused."""
        if not isinstance(request, dict) or set(request) - {"said", "switches"}:
            raise invalid("Not {said, switches}.")
        said, listed = request.get("said", ""), request.get("switches")
        if not isinstance(said, str) or not isinstance(listed, list) or len(listed) > MAX_SWITCHES:
            raise invalid(f"said is a text and switches a list of at most {MAX_SWITCHES}.")
        switches = [_read(switch) for switch in listed]
        with self._lock:
            self._of.pop(said, None)
            if switches:
                self._of[said] = switches
            if len(self._of) > MAX_CONVERSATIONS:
                self._of.pop(next(iter(self._of)))
        return len(switches)

    def shown(self) -> list[dict[str, Any]]:
        """Returns all switches."""
        with self._lock:
            return [{"said": said, "switches": [one.told() for one in of]} for said, of in self._of.items()]

    def take(self, conversation: Conversation) -> On:
        """Uses each matching switch once. An exception uses up no other switch."""
        texts = conversation.said_by_user()
        with self._lock:
            on = [
                switch
                for said, of in self._of.items()
                if not said or any(said in text for text in texts)
                for switch in of
                if switch.times > 0
            ]
            failing = [switch for switch in on if switch.name == "exception"]
            taken = failing[:1] or on
            for switch in taken:
                switch.times -= 1
            return On({switch.name: switch.parameters for switch in taken})


def _read(found: Any) -> Switch:
    if not isinstance(found, dict) or found.get("name") not in KINDS:
        raise invalid(f"A switch has a name of: {', '.join(KINDS)}.")
    known = KINDS[found["name"]].parameters
    for name in found:
        if name not in ("name", "times", *known):
            raise invalid(f"The switch {found['name']} knows only: {', '.join(('times', *known))}.")
    times = found.get("times", _ALWAYS)
    if type(times) is not int or not 1 <= times <= _ALWAYS:
        raise invalid("times is a whole number of 1 and more.")
    return Switch(found["name"], {name: _parameter(name, of, found) for name, of in known.items()}, times)


def _parameter(name: str, of: Any, found: dict[str, Any]) -> Any:
    if isinstance(of[0], str):
        value = found.get(name, of[0])
        if value not in of:
            raise invalid(f"{name} is one of: {', '.join(of)}.")
        return value
    least, most, default = of
    value = found.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise invalid(f"{name} is a number from {least} to {most}.")
    return value
