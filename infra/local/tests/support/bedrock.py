"""Runs the Bedrock stand-in in this process, with boto3 as client and with sample tools."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

import boto3
from bedrock.config import MODEL_ID, Config
from bedrock.server import StandIn
from botocore.config import Config as ClientConfig
from zest_client.bedrock import Bedrock

Json = dict[str, Any]
KEY = "bedrock-local-test"
SYSTEM = "You help a cook. recipeId: 4f1c9a7be2d05831, version: 3"


@dataclass
class Playing:
    """A running stand-in with its client. It records pauses in `waits` instead of sleeping."""

    server: StandIn
    control: Bedrock
    client: Any
    waits: list[float] = field(default_factory=list)

    def converse(self, *messages: Json, **more: Any) -> Json:
        return self.client.converse(modelId=MODEL_ID, messages=list(messages), **more)

    def stream(self, *messages: Json, **more: Any) -> list[Json]:
        answer = self.client.converse_stream(modelId=MODEL_ID, messages=list(messages), **more)
        with closing(answer["stream"]) as stream:
            return list(stream)


def client(origin: str) -> Any:
    config = ClientConfig(retries={"total_max_attempts": 1}, read_timeout=20, connect_timeout=5, proxies={})
    return boto3.client(
        "bedrock-runtime",
        endpoint_url=origin,
        region_name="us-east-1",
        aws_access_key_id="AKIAEXAMPLE",
        aws_secret_access_key="example",
        config=config,
    )


@contextmanager
def playing() -> Iterator[Playing]:
    waits: list[float] = []
    with StandIn(Config(0, KEY), waits.append) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        control = Bedrock({"port": server.server_address[1], "key": KEY})
        talking = client(server.origin)
        try:
            yield Playing(server, control, talking, waits)
        finally:
            talking.close()
            server.shutdown()
            thread.join()


def user(*content: str | Json) -> Json:
    return {"role": "user", "content": [{"text": block} if isinstance(block, str) else block for block in content]}


def assistant(*content: str | Json) -> Json:
    return {**user(*content), "role": "assistant"}


def use(id: str, name: str, **input: Any) -> Json:
    return {"toolUse": {"toolUseId": id, "name": name, "input": input}}


def result(id: str, *content: str | Json, status: str = "success") -> Json:
    blocks = [{"text": block} if isinstance(block, str) else {"json": block} for block in content]
    return {"toolResult": {"toolUseId": id, "content": blocks, "status": status}}


def tool(name: str, required: tuple[str, ...] = (), **properties: Json) -> Json:
    """Returns a tool whose inputSchema allows no additional properties."""
    schema = {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
    return {"toolSpec": {"name": name, "description": f"The tool {name}.", "inputSchema": {"json": schema}}}


def schema_of(name: str, tools: list[Json] | None = None) -> Json:
    found = [one["toolSpec"] for one in tools or TOOLS if one["toolSpec"]["name"] == name]
    schema: Json = found[0]["inputSchema"]["json"]
    return schema


_ID: Json = {"recipeId": {"type": "string", "minLength": 8}}
_TEXTS: Json = {"type": "array", "items": {"type": "string"}}
TOOLS = [
    tool("readRecipe", ("recipeId",), **_ID),
    tool("findRecipes", (), query={"type": "string"}),
    tool("scale", ("recipeId", "servings"), **_ID, servings={"type": "integer", "minimum": 1, "maximum": 100}),
    tool("convertUnits", ("recipeId", "system"), **_ID, system={"enum": ["METRIC", "US"]}),
    tool("adapt", ("recipeId", "diet"), **_ID, diet={"enum": ["vegan", "vegetarian", "glutenReduced"]}),
    tool("substitute", ("recipeId", "ingredient"), **_ID, ingredient={"type": "string"}),
    tool(
        "translate",
        ("recipeId", "language", "instructions"),
        **_ID,
        language={"enum": ["en", "es", "fr"]},
        title={"type": "string"},
        ingredients=_TEXTS,
        instructions=_TEXTS,
    ),
    tool("nutrition", ("recipeId",), **_ID),
    tool("planTimes", ("recipeId", "servedAt"), **_ID, servedAt={"type": "string", "pattern": r"^\d\d:\d\d$"}),
    tool("shoppingLink", ("recipeId",), **_ID),
    tool("importRecipe", (), url={"type": "string"}, text={"type": "string"}),
    tool("proposeEdit", ("recipeId", "version", "title"), **_ID, version={"type": "integer"}, title={"type": "string"}),
]
# grounding::Answer as the tool that an import forces the model to call.
RECIPE = tool(
    "recipeOfPage",
    ("ingredients", "instructions"),
    title={"type": ["string", "null"]},
    ingredients=_TEXTS,
    instructions=_TEXTS,
    servings={"type": ["integer", "null"]},
    prepMinutes={"type": ["integer", "null"]},
    cookMinutes={"type": ["integer", "null"]},
    totalMinutes={"type": ["integer", "null"]},
)
OFFERED: Json = {"system": [{"text": SYSTEM}], "toolConfig": {"tools": TOOLS}}
FORCED: Json = {"toolConfig": {"tools": [RECIPE], "toolChoice": {"tool": {"name": "recipeOfPage"}}}}


def words_of(answer: Json) -> str:
    return "\n".join(block["text"] for block in answer["output"]["message"]["content"] if "text" in block)


def calls_of(answer: Json) -> list[tuple[str, Any]]:
    """Returns the tool calls of a Converse answer: names and arguments."""
    uses = [block["toolUse"] for block in answer["output"]["message"]["content"] if "toolUse" in block]
    return [(use["name"], use["input"]) for use in uses]


def streamed(events: list[Json]) -> list[tuple[str, str]]:
    """Joins the blocks of a stream: for each block `text` or the name of the tool, and its text."""
    blocks: dict[int, list[str]] = {}
    for event in events:
        if start := event.get("contentBlockStart"):
            blocks[start["contentBlockIndex"]] = [start["start"]["toolUse"]["name"], ""]
        elif piece := event.get("contentBlockDelta"):
            delta = piece["delta"]
            block = blocks.setdefault(piece["contentBlockIndex"], ["text", ""])
            block[1] += delta["text"] if "text" in delta else delta["toolUse"]["input"]
    return [(kind, text) for _, (kind, text) in sorted(blocks.items())]


def stop_reason(events: list[Json]) -> str | None:
    return next((event["messageStop"]["stopReason"] for event in events if "messageStop" in event), None)


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
