"""The Bedrock stand-in puts tool results into words. It calculates nothing itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from bedrock.extraction import read
from bedrock.schema import mistakes
from bedrock.texts import said
from bedrock.translations import food_translated, translated
from support.bedrock import (
    OFFERED,
    Json,
    Playing,
    assistant,
    calls_of,
    playing,
    result,
    schema_of,
    use,
    user,
    words_of,
)
from support.bedrock_wishes import ALSO, ID, ROWS
from support.demo_pages import visible_text


@pytest.fixture(scope="module")
def bedrock() -> Iterator[Playing]:
    with playing() as played:
        yield played


def _after(text: str, name: str, *content: str | Json, status: str = "success") -> list[Json]:
    return [user(text), assistant(use("tooluse_1", name, **ALSO)), user(result("tooluse_1", *content, status=status))]


PROPOSAL = {
    "recipeId": ID,
    "version": 3,
    "lines": [
        {
            "before": "225 g butter",
            "verdict": "replaced",
            "after": {"quantity": "225", "unit": "g", "name": "plant-based butter"},
            "reason": {"kind": "substituted", "effect": "It browns less."},
        },
        {"before": "4 eggs", "verdict": "cannot", "reason": "No substitute is known."},
        {"before": "1 tsp honey", "verdict": "leftOut", "reason": "The dish does without."},
        {"before": "2 lemons", "verdict": "kept", "reason": "suits"},
    ],
    "remarks": ["Read every label."],
}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Make it vegan",
            ["4 eggs: I know no way (No substitute is known.)", "1 tsp honey: left out (The dish does without.)"],
        ),
        (
            "Hazla vegana",
            ["4 eggs: no sé cómo (No substitute is known.)", "1 tsp honey: se omite (The dish does without.)"],
        ),
        (
            "Rends-la végane",
            [
                "4 eggs: je ne sais pas comment faire (No substitute is known.)",
                "1 tsp honey: à omettre (The dish does without.)",
            ],
        ),
    ],
)
def test_proposal_is_listed_line_by_line_without_allergy_claims(bedrock: Playing, text: str, lines: list[str]):
    answer = bedrock.converse(*_after(text, "adapt", PROPOSAL), **OFFERED)
    told = words_of(answer)
    language = {"M": "en", "H": "es", "R": "fr"}[text[0]]
    assert answer["stopReason"] == "end_turn"
    assert "- 225 g butter → 225 g plant-based butter (It browns less.)" in told.splitlines()
    assert all(f"- {line}" in told.splitlines() for line in lines)
    assert "2 lemons" not in told and "- Read every label." in told
    assert told.endswith(said("labels", language) + "\n" + said("unchanged", language))
    assert not re.search(r"\bfree\b|libre de|\bsans\b", told)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Explain step 2", ["The recipe says: “Fold in the flour.”", "To fold in is"]),
        ("Explica el paso 2", ["La receta dice: «Fold in the flour.»", "«Fold in» es"]),
        ("Explique l'étape 2", ["La recette dit : « Fold in the flour. »", "« Fold in » veut dire"]),
        ("Explain step 9", ["The recipe has no such step."]),
    ],
)
def test_step_is_quoted_and_explained(bedrock: Playing, text: str, says: list[str]):
    recipe = {"title": "Cake", "instructions": ["Beat the eggs.", "Fold in the flour."]}
    told = words_of(bedrock.converse(*_after(text, "readRecipe", recipe), **OFFERED))
    assert all(part in told for part in says) and "Beat" not in told


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ('What does "fold in" mean?', "To fold in is"),
        ("¿Qué significa sofreír?", "Sofreír es"),
        ("Que veut dire « émincer » ?", "Émincer, c'est"),
        ("What does flurbing mean?", "I do not know the word “flurbing”."),
    ],
)
def test_cooking_terms_are_explained_without_a_tool(bedrock: Playing, text: str, start: str):
    assert words_of(bedrock.converse(user(text), **OFFERED)).startswith(start)


def test_tool_error_is_reported_with_its_reason(bedrock: Playing):
    for text, name in (("Para 8 personas", "es"), ("Pour 8 personnes", "fr"), ("For 8 people", "en")):
        told = words_of(bedrock.converse(*_after(text, "scale", "It names no amounts.", status="error"), **OFFERED))
        assert told == f"{said('failed', name)}: It names no amounts."


@pytest.mark.parametrize(
    ("text", "name", "content", "says"),
    [
        (
            "How many calories?",
            "nutrition",
            {"perServing": {"calories": 385, "fat": "24 g"}},
            "- calories: 385\n- fat: 24 g",
        ),
        (
            "Dinner at 19:30",
            "planTimes",
            {"schedule": [{"at": "18:05", "what": "Heat the oven"}]},
            "- 18:05: Heat the oven",
        ),
        ("a shopping link", "shoppingLink", {"url": "https://shop.example/r/1"}, "- https://shop.example/r/1"),
        (
            "I have no butter",
            "substitute",
            {"substitutes": [{"quantity": "100", "unit": "g", "name": "margarine", "effect": "Softer."}]},
            "- 100 g margarine (Softer.)",
        ),
        (
            "Find my recipes",
            "findRecipes",
            {"recipes": [{"id": ID, "title": "Soup"}, {"id": "b", "title": "Cake"}]},
            "- Soup\n- Cake",
        ),
        (
            "For 8",
            "scale",
            '{"lines": [{"before": "1.50 l milk", "after": "3.00 l milk"}]}',
            "- 1.50 l milk → 3.00 l milk",
        ),
        ("For 8", "scale", {"lines": [{"after": {"quantity": 0.25, "unit": "l", "name": "milk"}}]}, "- 0.25 l milk"),
        ("For 8", "scale", {"lines": []}, "There is nothing to change for that."),
    ],
)
def test_results_of_each_tool_are_phrased(bedrock: Playing, text: str, name: str, content: Any, says: str):
    told = words_of(bedrock.converse(*_after(text, name, content), **OFFERED))
    assert says in told


# The text that lambdas/agent adds for a model.
NEXT = "The cook is shown this line by line behind your answer, and decides."
LINE = {"before": "50 g butter", "after": "50 g plant-based butter", "verdict": "REPLACED"}
REASONS = {"reasons": [{"code": "SUBSTITUTED", "words": "It browns less."}]}
OURS = {
    "adapt": {
        "changesSomething": True,
        "lines": [LINE | REASONS, {"before": "a lobster", "verdict": "CANNOT", "reasons": [{"code": "NO_SUBSTITUTE"}]}],
        "steps": [{"step": 1, "after": "Melt it. (butter → plant-based butter)", "verdict": "REPLACED"}],
        "remarks": [{"code": "READ_EVERY_LABEL", "diet": "vegan"}, {"code": "STEPS_NAME_MORE", "steps": [0]}],
        "next": NEXT,
    },
    "scale": {"changesSomething": True, "servings": {"before": 4, "after": 8}, "lines": [LINE], "next": NEXT},
    "substitute": {
        "changesSomething": False,
        "lines": [],
        "steps": [],
        "choices": [{"name": "plant-based butter", "line": None, "effect": "It browns less."}],
        "proposed": "plant-based butter",
        "next": NEXT,
    },
    "translate": {
        "changesSomething": True,
        "remarks": [],
        "staysAsItIsBecauseNumbersDiffer": [{"line": "50 g butter"}],
        "next": NEXT,
    },
    "nutrition": {
        "perServing": {"calories": "320 kcal", "fat": None},
        "source": "reckoned from the lines, an estimate",
        "knownPercentOfWeight": 93,
    },
    "planTimes": {
        "begin": {"time": "23:40", "daysBefore": 1},
        "steps": [{"place": 0, "begin": {"time": "23:40", "daysBefore": 1}, "takesMinutes": 25, "isEstimate": False}],
        "ready": "00:05",
    },
    "shoppingLink": {"offered": True, "next": "The cook is shown a button."},
}
TOLD = {
    "en": [
        "servings: 4 → 8",
        "50 g butter → 50 g plant-based butter",
        "a lobster: I know no way",
        "There is a button for it below: nothing happens before you press it.",
        "plant-based butter (It browns less.)",
        "50 g butter (it stays as it is: the translation has other numbers)",
        "calories: 320 kcal",
        "That is an estimate, reckoned from the lines.",
        "23:40: 25 min",
        "begin: 23:40",
        "ready: 00:05",
    ],
    "es": ["raciones: 4 → 8", "inicio: 23:40", "lista: 00:05"],
    "fr": ["parts: 4 → 8", "début: 23:40", "prête: 00:05"],
}
ASKING = {
    "en": {
        "adapt": "Make it vegan",
        "scale": "For 8",
        "substitute": "I have no butter",
        "translate": "Translate it into Spanish",
        "nutrition": "How many calories?",
        "planTimes": "Dinner at 00:05",
        "shoppingLink": "a shopping link",
    },
    "es": {"adapt": "Hazla vegana", "scale": "Para 8 personas", "planTimes": "La cena es a las 00:05"},
    "fr": {"adapt": "Rends-la végane", "scale": "Pour 8 personnes", "planTimes": "Le dîner est à 00h05"},
}


@pytest.mark.parametrize("language", ASKING)
def test_answer_contains_no_field_names_or_codes(bedrock: Playing, language: str):
    every = ""
    for name, text in ASKING[language].items():
        told = words_of(bedrock.converse(*_after(text, name, OURS[name]), **OFFERED))
        # Forbid camelCase, UPPER_CASE, a label without a value, and text that is meant only for the model.
        assert not re.search(r"[a-z][A-Z]|[A-Z]_[A-Z]|^- .*: *$|The cook", told, re.MULTILINE), told
        every += told + "\n"
    lines = [line.removeprefix("- ") for line in every.splitlines()]
    assert [line for line in TOLD[language] if line not in lines] == [], every


def test_every_number_in_the_answer_comes_from_a_tool(bedrock: Playing):
    results = {"value": 17, "more": [{"before": "3 eggs", "after": "6 eggs"}], "text": "Bake for 45 to 50 minutes."}
    for kind, arguments, text in ROWS:
        if kind == "convertUnits":
            continue
        told = words_of(bedrock.converse(*_after(text, kind, results), **OFFERED))
        assert set(re.findall(r"\d+", told)) == {"17", "3", "6", "45", "50"}, (text, arguments, told)
        before = words_of(bedrock.converse(user(text), **OFFERED))
        assert not re.search(r"\d", before), (text, before)


def test_translation_keeps_the_recipe_numbers(bedrock: Playing):
    recipe = {
        "id": ID,
        "title": "Lemon Drizzle Loaf",
        "ingredients": [{"quantity": "225", "unit": "g", "name": "soft butter"}, {"name": "unheard-of herb"}],
        "instructions": ["Bake for 45 to 50 minutes, until a skewer comes out clean.", "Dance."],
    }
    for text, language, title, food, step in [
        (
            "Translate it into Spanish",
            "es",
            "Bizcocho de limón glaseado",
            "mantequilla blanda",
            "Hornea de 45 a 50 minutos, hasta que un palillo salga limpio.",
        ),
        (
            "Translate it into French",
            "fr",
            "Cake au citron nappé",
            "beurre mou",
            "Enfournez pour 45 à 50 minutes, jusqu'à ce qu'une pique ressorte propre.",
        ),
    ]:
        messages = _after(text, "readRecipe", recipe)
        ((name, arguments),) = calls_of(bedrock.converse(*messages, **OFFERED))
        assert (name, arguments["language"], arguments["title"]) == ("translate", language, title)
        assert arguments["ingredients"] == [food, "unheard-of herb"] and arguments["instructions"] == [step, "Dance."]
        assert mistakes(schema_of("translate"), arguments) == []
        asked = assistant(use("tooluse_2", "translate", **arguments))
        after = [*messages, asked, user(result("tooluse_2", "Proposed."))]
        told = words_of(bedrock.converse(*after, **OFFERED))
        lacking = [said("untranslated", "en"), "- unheard-of herb", "- Dance."]
        assert told.splitlines()[1:] == ["- Proposed.", said("unchanged", "en"), *lacking]


@pytest.mark.parametrize(
    ("page", "language", "count"),
    [
        ("lemon-drizzle-loaf", "en", 14),
        ("red-lentil-soup", "en", 20),
        ("tortilla-de-patatas", "es", 13),
        ("lentejas-de-domingo", "es", 17),
        ("quiche-aux-poireaux", "fr", 18),
        ("tarte-aux-pommes", "fr", 19),
    ],
)
def test_translation_table_covers_the_demo_recipe(page: str, language: str, count: int):
    recipe = read(visible_text(page))
    lines = [recipe.values["title"], *recipe.ingredients, *recipe.instructions]
    assert len(lines) == count
    for to in {"en", "es", "fr"} - {language}:
        for line in lines:
            found = food_translated(line, to)
            assert found is not None and found != line, (to, line)
            if (whole := translated(line, to)) is not None:
                assert re.findall(r"\d+", whole) == re.findall(r"\d+", line)


def test_last_request_of_a_conversation_is_answered(bedrock: Playing):
    messages = [user("Make it vegan"), assistant("I did."), *_after("For 8", "scale", {"lines": []})]
    assert words_of(bedrock.converse(*messages, **OFFERED)) == said("nothing", "en")
    assert calls_of(bedrock.converse(*messages, assistant("-"), user("calories?"), **OFFERED)) == [("nutrition", ALSO)]


def test_unknown_request_is_reported_as_not_understood(bedrock: Playing):
    for text, language in (
        ("What wine goes with it?", "en"),
        ("¿Qué vino le va bien con esta receta?", "es"),
        ("Quel vin avec cette recette ?", "fr"),
    ):
        told = words_of(bedrock.converse(user(text), **OFFERED))
        assert told.startswith(said("unknown", language)) and said("does.scale", language) in told


def test_picture_content_is_not_guessed(bedrock: Playing):
    picture = {"image": {"format": "png", "source": {"bytes": b"\x89PNG"}}}
    assert words_of(bedrock.converse(user("Here it is", picture), **OFFERED)) == said("unread", "en")


def test_greeting_names_the_stand_in_and_its_abilities(bedrock: Playing):
    for text, name in (("hello", "en"), ("hola", "es"), ("bonjour", "fr")):
        told = words_of(bedrock.converse(user(text), **OFFERED))
        assert said("hello", name).split(" ")[3] in told and said("does.scale", name) in told
        assert words_of(bedrock.converse(user(text))) == said("helpless", name)
