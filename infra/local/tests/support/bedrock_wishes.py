"""Sample requests of users, with the expected tool and arguments."""

from typing import Any

ID = "4f1c9a7be2d05831"
ALSO = {"recipeId": ID}

WISHES: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "scale",
        {"servings": 8},
        [
            "For 8",
            "Make it for eight people please",
            "Para 8",
            "Hazla para ocho personas",
            "Pour 8 personnes",
            "Fais-la pour huit",
        ],
    ),
    (
        "convertUnits",
        {"system": "METRIC"},
        [
            "In metric units",
            "How much is that in grams?",
            "En unidades métricas",
            "Pásala a gramos",
            "En métrique",
            "Donne-la en grammes",
        ],
    ),
    ("convertUnits", {"system": "US"}, ["in cups", "in US units", "en tazas", "en tasses"]),
    (
        "adapt",
        {"diet": "vegan"},
        [
            "Make it vegan",
            "without any animal products",
            "Hazla vegana",
            "sin productos animales",
            "Rends-la végane",
            "en version végétalienne",
            "sans produits animaux",
        ],
    ),
    (
        "adapt",
        {"diet": "vegetarian"},
        [
            "vegetarian, please",
            "without meat",
            "Hazla vegetariana",
            "sin carne",
            "végétarienne s'il te plaît",
            "sans viande",
        ],
    ),
    (
        "adapt",
        {"diet": "glutenReduced"},
        [
            "gluten-free",
            "less gluten",
            "without gluten",
            "sin gluten",
            "baja en gluten",
            "sans gluten",
            "pauvre en gluten",
        ],
    ),
    (
        "substitute",
        {"ingredient": "butter"},
        [
            "I have no butter",
            "I don't have any butter, what can I use?",
            "I'm out of butter",
            "What can I take instead of butter?",
            "Replace the butter",
        ],
    ),
    (
        "substitute",
        {"ingredient": "mantequilla"},
        [
            "No tengo mantequilla",
            "¿Qué uso en lugar de la mantequilla?",
            "Me falta la mantequilla.",
            "Sin mantequilla",
            "¿Cómo puedo sustituir la mantequilla?",
        ],
    ),
    (
        "substitute",
        {"ingredient": "crème fraîche"},
        [
            "Je n'ai pas de crème fraîche",
            "Je n\u2019ai plus de crème fraîche, que faire ?",
            "Il me manque de la crème fraîche",
            "Remplace la crème fraîche",
            "sans crème fraîche",
        ],
    ),
    (
        "planTimes",
        {"servedAt": "19:30"},
        [
            "Dinner at 19:30",
            "We want to eat at 7:30 pm",
            "Cenamos a las 19:30",
            "La cena lista para las 7:30 de la tarde",
            "On dîne à 19h30",
            "Prêt pour 19:30",
        ],
    ),
    (
        "nutrition",
        {},
        [
            "How many calories?",
            "nutrition?",
            "¿Cuántas calorías tiene?",
            "Información nutricional",
            "Combien de calories ?",
            "valeurs nutritionnelles",
        ],
    ),
    (
        "shoppingLink",
        {},
        [
            "Give me a shopping link",
            "the shopping list",
            "Dame la lista de la compra",
            "un enlace de compra",
            "La liste de courses",
            "un lien d'achat",
        ],
    ),
]
ROWS = [(kind, arguments, text) for kind, arguments, texts in WISHES for text in texts]
