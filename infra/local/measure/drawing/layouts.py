"""Layouts of the development set, which developers may inspect."""

from html import escape

from measure.drawing.page import Page, document


def book(page: Page) -> str:
    """Draws one column: title, story, bulleted list, numbered steps."""
    bullet = page.random.choice(("", "• ", "- "))
    body = (
        page.title("font-size:38px")
        + page.story("font-style:italic")
        + f"<p>{page.facts()}</p>"
        + page.ingredients_head()
        + page.ingredients(bullet)
        + page.steps_head()
        + page.steps()
    )
    return document(page, body, "body{width:900px;padding:70px 80px;font-size:21px}")


def two_columns(page: Page) -> str:
    """Draws ingredients in a narrow left column, and steps to their right."""
    line = page.random.choice(("border-right:1px solid #888;", ""))
    body = (
        page.title("font-size:42px;text-align:center")
        + f'<p style="text-align:center">{page.facts(" | ")}</p>'
        + f'<div class="both"><div style="width:34%;{line}padding-right:24px">{page.ingredients_head()}'
        + page.ingredients()
        + f'</div><div style="width:66%">{page.steps_head()}{page.steps()}</div></div>'
    )
    return document(page, body, "body{width:1150px;padding:60px;font-size:19px}.both{display:flex;gap:28px}")


def magazine(page: Page) -> str:
    """Draws a full-width title, a coloured ingredient box, steps in two columns, and a tip."""
    colour = page.random.choice(("#f3e3cf", "#dfeadd", "#e6e1f0"))
    body = (
        f'<p style="letter-spacing:.2em;font-size:15px">{escape(page.words.section.upper())}</p>'
        + page.title("font-size:64px;line-height:1.05")
        + page.story("font-size:23px;font-style:italic")
        + f'<div class="both"><div class="box">{page.ingredients_head()}<p>{page.facts(" / ")}</p>'
        + page.ingredients()
        + f'</div><div style="flex:1"><div style="columns:2;column-gap:34px">{page.steps_head()}'
        + page.steps()
        + "</div>"
        + page.tip("border-top:2px solid #444;margin-top:30px;padding-top:12px")
        + "</div></div>"
    )
    css = f".both{{display:flex;gap:36px}}.box{{width:330px;padding:20px;background:{colour};align-self:flex-start}}"
    return document(page, body, "body{width:1350px;padding:60px;font-size:18px}" + css)


def card(page: Page) -> str:
    """Draws a card with ruled lines."""
    body = (
        page.title("font-size:36px;border-bottom:2px solid #b55")
        + f"<p>{page.facts()}</p>"
        + page.ingredients()
        + page.steps_head()
        + page.steps(page.random.choice(("", "{}) ")))
    )
    ruled = "background:#fdfaf0 repeating-linear-gradient(transparent 0 37px,#cfd8e6 37px 38px)"
    return document(page, body, f"body{{width:980px;padding:50px 70px;font-size:24px;{ruled};line-height:38px}}")


def phone_light(page: Page) -> str:
    """Draws a web page on a phone: status bar, site name, picture, buttons."""
    buttons = "".join(f"<span>{escape(button)}</span>" for button in page.words.buttons)
    hour = f"{page.random.randrange(7, 22)}:{page.random.randrange(10, 60)}"
    body = (
        f'<div class="bar"><span>{hour}</span><span>5G 78%</span></div>'
        + f'<div class="site">{escape(page.words.section)}</div><div class="photo"></div><div class="in">'
        + page.title("font-size:27px")
        + f'<div class="buttons">{buttons}</div><p>{page.facts()}</p>'
        + page.story()
        + page.ingredients_head()
        + page.ingredients("• ")
        + page.steps_head()
        + page.steps()
        + "</div>"
    )
    css = (
        ".bar{display:flex;justify-content:space-between;padding:8px 22px;font-size:14px;font-weight:bold}"
        ".site{background:#2d6a4f;color:#fff;padding:12px 16px;font-size:18px}.in{padding:4px 16px 30px}"
        ".photo{height:190px;background:linear-gradient(120deg,#d9a05b,#7a3b1d 60%,#b7c46a)}"
        ".buttons span{border:1px solid #999;border-radius:14px;padding:3px 12px;margin-right:8px;font-size:14px}"
    )
    return document(page, body, "body{width:412px;font-size:16px}" + css)


def amounts(page: Page) -> str:
    """Draws amounts in a separate column."""
    body = (
        page.title("font-size:40px")
        + f"<p>{page.facts()}</p>"
        + page.ingredients_head()
        + page.amounts_apart()
        + page.steps_head()
        + page.steps()
    )
    align = page.random.choice(("left", "right"))
    return document(page, body, f"body{{width:950px;padding:70px;font-size:21px}}.amount{{text-align:{align}}}")


def two_lists(page: Page) -> str:
    """Draws ingredients in two columns above the steps."""
    body = (
        page.title("font-size:40px")
        + page.story()
        + f"<p>{page.facts()}</p>"
        + page.ingredients_head()
        + f'<div style="columns:2;column-gap:60px">{page.ingredients(page.random.choice(("", "• ")))}</div>'
        + page.steps_head()
        + page.steps()
    )
    return document(page, body, "body{width:1000px;padding:60px 70px;font-size:20px}h3{break-after:avoid}")


def on_colour(page: Page) -> str:
    """Draws light text on dark paper."""
    ground, ink = page.random.choice((("#23395b", "#fdf6e3"), ("#7a2e2e", "#fff"), ("#3a4a3a", "#f4f1de")))
    body = (
        page.title("font-size:44px")
        + f"<p>{page.facts()}</p>"
        + page.story()
        + page.ingredients_head()
        + page.ingredients()
        + page.steps_head()
        + page.steps()
    )
    return document(page, body, f"body{{width:900px;padding:70px;font-size:21px;background:{ground};color:{ink}}}")


TUNED = (book, two_columns, magazine, card, phone_light, amounts, two_lists, on_colour)
