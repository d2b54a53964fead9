"""Whole conversations with the stand-in for Bedrock, as they stand in `bedrock_conversations/`.

A file has a cook's words, what each tool answers, and all that was asked and said, which UPDATE_GOLDEN=1 writes
down anew.
"""

import json
import os
from pathlib import Path

import pytest
from support.bedrock import OFFERED, Json, playing, user, words_of

FILES = sorted((Path(__file__).parent / "bedrock_conversations").glob("*.json"))
MOST_TURNS = 6


def _held(conversation: Json) -> list[list[str]]:
    """What is asked and said after each of the cook's words, with Zest's part played by the file."""
    messages: list[Json] = []
    transcript = []
    with playing() as bedrock:
        for said in conversation["cook"]:
            messages.append(user(said))
            lines: list[str] = []
            for _ in range(MOST_TURNS):
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
def test_a_conversation_goes_as_it_is_written_down(file: Path):
    conversation = json.loads(file.read_text())
    held = _held(conversation)
    if os.environ.get("UPDATE_GOLDEN"):
        conversation["transcript"] = held
        file.write_text(json.dumps(conversation, ensure_ascii=False, indent=1) + "\n")
    assert held == conversation["transcript"]


def test_there_is_one_in_each_language():
    assert {file.stem for file in FILES} == {"en", "es", "fr"}
