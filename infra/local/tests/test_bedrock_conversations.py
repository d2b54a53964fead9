"""Conversations with the Bedrock stand-in match golden files (`bedrock_conversations/`).

Each file has the user's messages, the results of the tools, and the expected calls and texts. UPDATE_GOLDEN=1 writes
the expected ones again.
"""

import json
import os
from pathlib import Path

import pytest
from support.bedrock import OFFERED, Json, playing, user, words_of

FILES = sorted((Path(__file__).parent / "bedrock_conversations").glob("*.json"))
MAX_TURNS = 6


def _held(conversation: Json) -> list[list[str]]:
    """Returns the calls and texts after each message of the user. The results in the file replace Zest's tools."""
    messages: list[Json] = []
    transcript = []
    with playing() as bedrock:
        for said in conversation["cook"]:
            messages.append(user(said))
            lines: list[str] = []
            for _ in range(MAX_TURNS):
                answer = bedrock.converse(*messages, **OFFERED)
                messages.append(answer["output"]["message"])
                lines += words_of(answer).splitlines()
                uses = [block["toolUse"] for block in messages[-1]["content"] if "toolUse" in block]
                lines += [f"{use['name']} {json.dumps(use['input'], ensure_ascii=False)}" for use in uses]
                if not uses:
                    break
                messages.append(user(*[_result(use, conversation["tools"]) for use in uses]))
            transcript.append(lines)
    return transcript


def _result(use: Json, tools: Json) -> Json:
    return {"toolResult": {"toolUseId": use["toolUseId"], "content": [{"json": tools[use["name"]]}]}}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_conversation_matches_its_golden_file(file: Path):
    conversation = json.loads(file.read_text())
    held = _held(conversation)
    if os.environ.get("UPDATE_GOLDEN"):
        conversation["transcript"] = held
        file.write_text(json.dumps(conversation, ensure_ascii=False, indent=1) + "\n")
    assert held == conversation["transcript"]


def test_every_language_has_a_conversation():
    assert {file.stem for file in FILES} == {"en", "es", "fr"}
