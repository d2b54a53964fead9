"""Parts of a recipe as HTML, used by the layouts."""

from dataclasses import dataclass
from html import escape
from random import Random

from measure.drawing.texts import WORDS, Recipe, Words


@dataclass(frozen=True)
class Page:
    """A picture to draw: recipe, fonts and random choices."""

    recipe: Recipe
    font: str
    head_font: str
    random: Random

    @property
    def words(self) -> Words:
        """The printed words of the recipe's language."""
        return WORDS[self.recipe.language]

    def title(self, style: str = "") -> str:
        """The title; capitals depend on the style."""
        return f'<h1 style="{style}">{escape(self.recipe.title)}</h1>'

    def story(self, style: str = "") -> str:
        """The introduction, if any."""
        return f'<p style="{style}">{escape(self.recipe.story)}</p>' if self.recipe.story else ""

    def facts(self, between: str = " · ") -> str:
        """Servings and times."""
        recipe, words = self.recipe, self.words
        facts = [self.random.choice(words.serves).format(recipe.serves), words.prep.format(recipe.prep)]
        if recipe.cook:
            facts.append(words.cook.format(recipe.cook))
        return escape(between.join(facts))

    def head(self, names: tuple[str, ...], style: str = "") -> str:
        """A heading with one of several names."""
        return f'<h2 style="{style}">{escape(self.random.choice(names))}</h2>'

    def ingredients_head(self, style: str = "") -> str:
        """The heading of the ingredients."""
        return self.head(self.words.ingredients, style)

    def steps_head(self, style: str = "") -> str:
        """The heading of the steps."""
        return self.head(self.words.steps, style)

    def ingredients(self, bullet: str = "", style: str = "") -> str:
        """The ingredient list, one paragraph per line, with group names."""
        out = []
        for group in self.recipe.groups:
            if group.name:
                out.append(f"<h3>{escape(group.name)}</h3>")
            out += [f'<p class="line" style="{style}">{bullet}{escape(line.text)}</p>' for line in group.lines]
        return "".join(out)

    def amounts_apart(self, names_first: bool = False) -> str:
        """The ingredient list with amounts in a separate column."""
        out = []
        for group in self.recipe.groups:
            if group.name:
                out.append(f"<h3>{escape(group.name)}</h3>")
            rows = []
            for line in group.lines:
                cells = [f'<td class="amount">{escape(line.amount)}</td>', f"<td>{escape(line.name)}</td>"]
                rows.append(f"<tr>{''.join(reversed(cells) if names_first else cells)}</tr>")
            out.append(f"<table>{''.join(rows)}</table>")
        return "".join(out)

    def steps(self, numbers: str = "{}. ", style: str = "") -> str:
        """The steps, one paragraph each; `numbers` is the prefix format."""
        return "".join(
            f'<p class="step" style="{style}">{numbers.format(number)}{escape(step)}</p>'
            for number, step in enumerate(self.recipe.steps, 1)
        )

    def tip(self, style: str = "") -> str:
        """A tip box, which is not part of the recipe."""
        return f'<div style="{style}"><b>{escape(self.words.tips)}</b><br>{escape(self.words.tip)}</div>'


def document(page: Page, body: str, css: str) -> str:
    """The complete HTML document."""
    return (
        f'<!doctype html><html lang="{page.recipe.language}"><meta charset="utf-8"><style>'
        "*{box-sizing:border-box}body{margin:0;background:#fff;color:#222;line-height:1.4}"
        "h1,h2,h3{line-height:1.2;margin:.6em 0 .3em}p{margin:.35em 0}.line{margin:.2em 0}"
        "td{padding:.1em .6em .1em 0;vertical-align:top}.amount{white-space:nowrap}"
        f"body{{font-family:{page.font}}}h1,h2{{font-family:{page.head_font}}}{css}</style><body>{body}</body></html>"
    )
