"""The configuration, which the launcher writes."""

import json
from dataclasses import dataclass
from pathlib import Path

# The only model id. No real model has it.
MODEL_ID = "zest.stand-in-v1:0"
KEY_PREFIX = "bedrock-local-"


class NoConfiguration(Exception):
    """The configuration is invalid. The message does not contain it."""


@dataclass(frozen=True)
class Config:
    """The port on 127.0.0.1 (0 selects a free one), the key of `/local/`, and the delay before each stream event."""

    port: int
    key: str
    pause_milliseconds: int = 0

    @classmethod
    def read(cls, file: Path) -> "Config":
        """Reads a JSON file with `port`, `key` and optional `pauseMilliseconds`."""
        try:
            settings = json.loads(file.read_text())
            config = cls(int(settings["port"]), str(settings["key"]), int(settings.get("pauseMilliseconds", 0)))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise NoConfiguration(f"The configuration {file} is not valid ({type(error).__name__}).") from error
        if not config.key.startswith(KEY_PREFIX):
            raise NoConfiguration(f"key must begin with {KEY_PREFIX}: this is a stand-in, and takes no real key.")
        if not 0 <= config.pause_milliseconds <= 10_000:
            raise NoConfiguration("pauseMilliseconds must be between 0 and 10000.")
        return config
