"""The recipes to draw, and the words printed around them."""

from dataclasses import dataclass, field
from pathlib import Path

RECIPES = Path(__file__).resolve().parent / "recipes"
LANGUAGES = ("en", "es", "fr")


@dataclass(frozen=True)
class Line:
    """An ingredient."""

    amount: str
    name: str

    @property
    def text(self) -> str:
        """Returns the line as text."""
        return f"{self.amount} {self.name}".strip()


@dataclass
class Group:
    """The ingredients of a group; its name may be empty."""

    name: str = ""
    lines: list[Line] = field(default_factory=list)


@dataclass
class Recipe:
    """A recipe to draw. It is also the expected result."""

    language: str
    title: str
    story: str = ""
    serves: int = 0
    prep: int = 0
    cook: int = 0
    groups: list[Group] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """Returns all ingredient lines in order."""
        return [line.text for group in self.groups for line in group.lines]

    def expected(self) -> dict[str, object]:
        """Returns the recipe in the yardstick's format of expected results."""
        return {
            "title": self.title,
            "ingredients": self.lines,
            "instructions_list": self.steps,
            "language": self.language,
            "yields": f"{self.serves} servings",
            "prep_time": self.prep,
            **({"cook_time": self.cook} if self.cook else {}),
        }


@dataclass(frozen=True)
class Words:
    """Words that cookbooks, cards and screens print around a recipe."""

    ingredients: tuple[str, ...]
    steps: tuple[str, ...]
    serves: tuple[str, ...]
    prep: str
    cook: str
    tips: str
    tip: str
    section: str
    caption: str
    buttons: tuple[str, ...]
    tabs: tuple[str, ...]


WORDS = {
    "en": Words(
        ("Ingredients", "You will need", "INGREDIENTS"),
        ("Method", "Directions", "INSTRUCTIONS"),
        ("Serves {}", "{} servings"),
        "Prep {} min",
        "Cook {} min",
        "Tip",
        "What is left over keeps for three days in a closed box.",
        "The weeknight kitchen",
        "Best eaten the day it is made",
        ("Save", "Share", "Print"),
        ("Recipes", "Search", "Profile"),
    ),
    "es": Words(
        ("Ingredientes", "Necesitas", "INGREDIENTES"),
        ("Preparación", "Elaboración", "PREPARACIÓN"),
        ("Para {} personas", "{} raciones"),
        "Preparación {} min",
        "Cocción {} min",
        "Consejo",
        "Lo que sobre se guarda tres días en un recipiente cerrado.",
        "La cocina de diario",
        "Mejor recién hecho",
        ("Guardar", "Compartir", "Imprimir"),
        ("Recetas", "Buscar", "Perfil"),
    ),
    "fr": Words(
        ("Ingrédients", "Il vous faut", "INGRÉDIENTS"),
        ("Préparation", "Les étapes", "PRÉPARATION"),
        ("Pour {} personnes", "{} parts"),
        "Préparation {} min",
        "Cuisson {} min",
        "Astuce",
        "Les restes se gardent trois jours dans une boîte fermée.",
        "La cuisine de tous les jours",
        "À déguster le jour même",
        ("Enregistrer", "Partager", "Imprimer"),
        ("Recettes", "Rechercher", "Profil"),
    ),
}


def recipes(language: str) -> list[Recipe]:
    """Returns the recipes of a language, in the order of the file."""
    found: list[Recipe] = []
    for row in (RECIPES / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        kind, _, rest = row.partition(" ")
        if kind == "#":
            found.append(Recipe(language, rest))
        elif kind:
            _add(found[-1], kind, rest)
    return found


def _add(recipe: Recipe, kind: str, rest: str) -> None:
    match kind:
        case "~":
            recipe.story = rest
        case "serves" | "prep" | "cook":
            setattr(recipe, kind, int(rest))
        case "=":
            recipe.groups.append(Group(rest))
        case "-":
            if not recipe.groups:
                recipe.groups.append(Group())
            amount, _, name = rest.partition("|")
            recipe.groups[-1].lines.append(Line(amount, name))
        case "1":
            recipe.steps.append(rest)
        case _:
            raise ValueError(f"no line of a recipe begins with {kind!r}")
