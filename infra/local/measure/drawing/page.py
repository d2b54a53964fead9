"""Parts of a recipe as HTML, for the layouts."""

from dataclasses import dataclass
from html import escape
from random import Random

from measure.drawing.texts import WORDS, Recipe, Words


@dataclass(frozen=True)
class Page:
    """A picture to draw: its recipe, fonts and random choices."""

    recipe: Recipe
    font: str
    head_font: str
    random: Random

    @property
    def words(self) -> Words:
        """Returns the printed words in the recipe's language."""
        return WORDS[self.recipe.language]

    def title(self, style: str = "") -> str:
        """Returns the title; the style decides about capitals."""
        return f'<h1 style="{style}">{escape(self.recipe.title)}</h1>'

    def story(self, style: str = "") -> str:
        """Returns the introduction, if there is one."""
        return f'<p style="{style}">{escape(self.recipe.story)}</p>' if self.recipe.story else ""

    def facts(self, between: str = " · ") -> str:
        """Returns servings and times."""
        recipe, words = self.recipe, self.words
        facts = [self.random.choice(words.serves).format(recipe.serves), words.prep.format(recipe.prep)]
        if recipe.cook:
            facts.append(words.cook.format(recipe.cook))
        return escape(between.join(facts))

    def head(self, names: tuple[str, ...], style: str = "") -> str:
        """Returns a heading with one of several names."""
        return f'<h2 style="{style}">{escape(self.random.choice(names))}</h2>'

    def ingredients_head(self, style: str = "") -> str:
        """Returns the heading of the ingredients."""
        return self.head(self.words.ingredients, style)

    def steps_head(self, style: str = "") -> str:
        """Returns the heading of the steps."""
        return self.head(self.words.steps, style)

    def ingredients(self, bullet: str = "", style: str = "") -> str:
        """Returns the ingredient list, one paragraph per line, with the names of groups."""
        out = []
        for group in self.recipe.groups:
            if group.name:
                out.append(f"<h3>{escape(group.name)}</h3>")
            out += [f'<p class="line" style="{style}">{bullet}{escape(line.text)}</p>' for line in group.lines]
        return "".join(out)

    def amounts_apart(self, names_first: bool = False) -> str:
        """Returns the ingredient list with the amounts in a separate column."""
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
        """Returns the steps, one paragraph each; `numbers` is the format of the prefix."""
        return "".join(
            f'<p class="step" style="{style}">{numbers.format(number)}{escape(step)}</p>'
            for number, step in enumerate(self.recipe.steps, 1)
        )

    def tip(self, style: str = "") -> str:
        """Returns a box with a tip, which is not part of the recipe."""
        return f'<div style="{style}"><b>{escape(self.words.tips)}</b><br>{escape(self.words.tip)}</div>'


def document(page: Page, body: str, css: str) -> str:
    """Returns the complete HTML document."""
    return (
        f'<!doctype html><html lang="{page.recipe.language}"><meta charset="utf-8"><style>'
        "*{box-sizing:border-box}body{margin:0;background:#fff;color:#222;line-height:1.4}"
        "h1,h2,h3{line-height:1.2;margin:.6em 0 .3em}p{margin:.35em 0}.line{margin:.2em 0}"
        "td{padding:.1em .6em .1em 0;vertical-align:top}.amount{white-space:nowrap}"
        f"body{{font-family:{page.font}}}h1,h2{{font-family:{page.head_font}}}{css}</style><body>{body}</body></html>"
    )
