"""The stand-in's configuration, as the launcher writes it."""

import json
from dataclasses import dataclass
from pathlib import Path

# The one model that there is. Its name says what it is, so that no real model is taken for it, nor it for one.
MODEL_ID = "zest.stand-in-v1:0"
KEY_PREFIX = "bedrock-local-"


class NoConfiguration(Exception):
    """A configuration that is none; the text is one sentence without its content."""


@dataclass(frozen=True)
class Config:
    """A port on 127.0.0.1 (0 takes any free one), the key of `/local/`, and the pause before each part of an answer."""

    port: int
    key: str
    pause_milliseconds: int = 0

    @classmethod
    def read(cls, file: Path) -> "Config":
        """The configuration in a file of JSON: `port`, `key`, and `pauseMilliseconds` if it is not 0."""
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
