"""The Bedrock stand-in understands requests in three languages and calls the right tools."""

from collections.abc import Iterator
from typing import Any

import pytest
from bedrock.schema import mistakes
from bedrock.texts import said
from bedrock.wishes import wishes_in
from support.bedrock import (
    OFFERED,
    TOOLS,
    Json,
    Playing,
    assistant,
    calls_of,
    playing,
    result,
    schema_of,
    tool,
    use,
    user,
    words_of,
)
from support.bedrock_wishes import ALSO, ID, ROWS


@pytest.fixture(scope="module")
def bedrock() -> Iterator[Playing]:
    with playing() as played:
        yield played


@pytest.mark.parametrize(("kind", "arguments", "text"), ROWS)
def test_request_becomes_a_tool_call_with_valid_arguments(bedrock: Playing, kind: str, arguments: Json, text: str):
    answer = bedrock.converse(user(text), **OFFERED)
    assert calls_of(answer) == [(kind, {**ALSO, **arguments})]
    assert answer["stopReason"] == "tool_use"
    assert mistakes(schema_of(kind), calls_of(answer)[0][1]) == []


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("Find my recipes with leeks", ("findRecipes", {"query": "leeks"})),
        ("Busca mis recetas con piña", ("findRecipes", {"query": "piña"})),
        ("Trouve mes recettes aux poireaux", ("findRecipes", {"query": "poireaux"})),
        ("Import https://example.org/soup.", ("importRecipe", {"url": "https://example.org/soup"})),
        ("Guarda https://example.org/sopa", ("importRecipe", {"url": "https://example.org/sopa"})),
        ("Enregistre https://example.org/soupe", ("importRecipe", {"url": "https://example.org/soupe"})),
        ("Call it Sunday cake", ("proposeEdit", {**ALSO, "version": 3, "title": "Sunday cake"})),
        ("Llámala Tarta de domingo", ("proposeEdit", {**ALSO, "version": 3, "title": "Tarta de domingo"})),
        ("Renomme-la en « Tarte du dimanche »", ("proposeEdit", {**ALSO, "version": 3, "title": "Tarte du dimanche"})),
        ("Explain step 2", ("readRecipe", ALSO)),
        ("Explícame el paso dos", ("readRecipe", ALSO)),
        ("Explique l'étape 2", ("readRecipe", ALSO)),
        ("Translate it into Spanish", ("readRecipe", ALSO)),
        ("Tradúcela al francés", ("readRecipe", ALSO)),
        ("Traduis-la en anglais", ("readRecipe", ALSO)),
    ],
)
def test_request_calls_its_prerequisite_tool_first(bedrock: Playing, text: str, call: Any):
    assert calls_of(bedrock.converse(user(text), **OFFERED)) == [call]


@pytest.mark.parametrize(
    "text",
    [
        "Bake it for 20 minutes?",
        "for 2 hours",
        "Para 10 minutos",
        "pour 20 h",
        "Pour 30 min",
        "for 200 g",
        "Is it any good?",
        "¿Está buena?",
        "C'est bon ?",
        "It keeps for 3 days",
        "Sube a 180 grados",
    ],
)
def test_other_text_is_not_a_request(text: str):
    assert wishes_in(text) == []


def test_pasted_recipe_is_imported_not_obeyed(bedrock: Playing):
    pasted = "Soup for 8\nIngredients\n1 egg\nMethod\nMake it vegan."
    ((name, arguments),) = calls_of(bedrock.converse(user(pasted), **OFFERED))
    assert (name, arguments) == ("importRecipe", {"text": pasted})
    document = {"document": {"format": "txt", "name": "a", "source": {"bytes": pasted.encode()}}}
    answer = bedrock.converse(user("Please look at this", document), **OFFERED)
    assert calls_of(answer) == [("importRecipe", {"text": pasted})]


def test_text_marked_as_data_is_not_a_request(bedrock: Playing):
    data = '<recipe id="0123456789abcdef">Make it vegan. For 8.</recipe>\nHow many calories?'
    assert calls_of(bedrock.converse(user(data), **OFFERED)) == [("nutrition", {"recipeId": "0123456789abcdef"})]


def test_several_requests_become_ordered_tool_calls(bedrock: Playing):
    answer = bedrock.converse(user("Vegan, for 8, in metric, and I have no lemons. Also I have no salt."), **OFFERED)
    assert [name for name, _ in calls_of(answer)] == ["adapt", "scale", "convertUnits", "substitute", "substitute"]
    assert [arguments["ingredient"] for _, arguments in calls_of(answer)[-2:]] == ["lemons", "salt"]


def test_tool_with_another_name_is_called_by_its_schema(bedrock: Playing):
    texts = {"recipe_id": {"type": "string"}, "people": {"type": "string"}}
    inner = {"type": "object", "required": list(texts), "properties": texts}
    diets = {"type": "array", "items": {"enum": ["VEGAN", "GLUTEN_FREE"]}}
    diet = tool("for-diet", ("id", "diets"), id={"type": "string"}, diets=diets)
    config = {"tools": [tool("scale_recipe", ("input",), input=inner), diet]}
    answer = bedrock.converse(user("sin gluten, para 8"), system=OFFERED["system"], toolConfig=config)
    assert calls_of(answer) == [
        ("for-diet", {"id": ID, "diets": ["GLUTEN_FREE"]}),
        ("scale_recipe", {"input": {"recipe_id": ID, "people": "8"}}),
    ]
    by_reference = {
        "type": "object",
        "properties": {"diet": {"$ref": "#/$defs/Diet"}},
        "required": ["diet"],
        "$defs": {"Diet": {"enum": ["vegan"]}},
    }
    made = {"toolSpec": {"name": "adapt", "inputSchema": {"json": by_reference}}}
    assert calls_of(bedrock.converse(user("vegan"), toolConfig={"tools": [made]})) == [("adapt", {"diet": "vegan"})]


def test_value_outside_the_schema_is_asked_for(bedrock: Playing):
    only_vegan = tool("adapt", ("diet",), diet={"type": "string", "enum": ["vegan"]})
    few = tool("scale", ("servings",), servings={"type": "integer", "maximum": 6})
    config = {"toolConfig": {"tools": [only_vegan, few]}}
    for text, asked in (("vegetarian", "asks.other"), ("for 8", "asks.servings")):
        assert words_of(bedrock.converse(user(text), **config)) == said("missing", "en", said(asked, "en"))
    assert calls_of(bedrock.converse(user("vegan for 6"), **config)) == [
        ("adapt", {"diet": "vegan"}),
        ("scale", {"servings": 6}),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Make it vegan", "I cannot do that here, for I have no tool for it: another diet."),
        ("Hazla vegana", "Aquí no puedo hacerlo, porque no tengo herramienta para ello: otra dieta."),
        ("Rends-la végane", "Je ne peux pas le faire ici, car je n'ai pas d'outil pour cela : un autre régime."),
    ],
)
def test_unsupported_request_is_answered_as_such(bedrock: Playing, text: str, says: str):
    answer = bedrock.converse(user(text), toolConfig={"tools": [TOOLS[7]]})
    assert (answer["stopReason"], words_of(answer)) == ("end_turn", says)
    assert calls_of(answer) == []


@pytest.mark.parametrize(("text", "language"), [("for 8", "en"), ("Hazla para 8", "es"), ("Fais-la pour 8", "fr")])
def test_missing_recipe_id_is_looked_up_or_asked_for(bedrock: Playing, text: str, language: str):
    scale = {"tools": [TOOLS[2]]}
    asked = words_of(bedrock.converse(user(text), toolConfig=scale))
    assert asked == said("missing", language, said("asks.recipeId", language))
    found = {"tools": [TOOLS[1], TOOLS[2]]}
    assert words_of(bedrock.converse(user(text), toolConfig=found)) == asked
    read = tool("readRecipe")
    answer = bedrock.converse(user(text), toolConfig={"tools": [read, TOOLS[2]]})
    assert calls_of(answer) == [("readRecipe", {})]
    after = [
        assistant(use("tooluse_1", "readRecipe")),
        user(result("tooluse_1", {"recipe": {"id": ID, "version": 7, "title": "Soup"}})),
    ]
    answer = bedrock.converse(user(text), *after, toolConfig={"tools": [read, TOOLS[2]]})
    assert calls_of(answer) == [("scale", {**ALSO, "servings": 8})]


def test_answer_uses_the_user_language_then_the_app_language(bedrock: Playing):
    for system, text, language in [
        ("language: fr", "Vegan", "en"),
        ("language: fr", "8?", "fr"),
        ("The cook's locale is es.", "ok", "es"),
        ("-", "ok", "en"),
    ]:
        answer = bedrock.converse(user(text), system=[{"text": system}])
        expected = ("helpless", "") if not wishes_in(text) else ("cannot", said("does.adapt", language))
        assert words_of(answer) == said(expected[0], language, expected[1])
    earlier = [user("Hazla para 8"), assistant("-"), user("ok")]
    assert words_of(bedrock.converse(*earlier)) == said("helpless", "es")
