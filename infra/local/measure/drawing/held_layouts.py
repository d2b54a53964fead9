"""Layouts of the held-out set. Developers see only its totals."""

from html import escape

from measure.drawing.page import Page, document


def spread(page: Page) -> str:
    """Draws a large title of several lines above the ingredients, and the steps to the right of both."""
    body = (
        f'<div class="left">{page.title("font-size:54px;line-height:1.05")}<p>{page.facts()}</p>'
        + page.ingredients_head()
        + page.ingredients()
        + f'</div><div class="right">{page.story("font-size:22px")}'
        + page.steps_head()
        + page.steps()
        + "</div>"
    )
    css = ".left{width:430px}.right{flex:1;padding-top:60px}"
    return document(page, body, "body{width:1250px;padding:60px;font-size:19px;display:flex;gap:48px}" + css)


def clipping(page: Page) -> str:
    """Draws a newspaper clipping: narrow justified columns below a title."""
    body = (
        f'<p style="font-size:15px">{escape(page.words.section)}</p>'
        + page.title("font-size:46px")
        + f'<div style="columns:3;column-gap:26px;text-align:justify;column-rule:1px solid #777">{page.story()}'
        + page.ingredients_head("margin-top:0")
        + page.ingredients()
        + page.steps_head()
        + page.steps("")
        + "</div>"
    )
    return document(
        page, body, "body{width:1150px;padding:40px;font-size:18px;background:#efece2}h3{break-after:avoid}"
    )


def phone_dark(page: Page) -> str:
    """Draws a dark app screen: checkboxes, step numbers above the steps, tabs at the bottom."""
    tabs = "".join(f"<span>{escape(tab)}</span>" for tab in page.words.tabs)
    steps = "".join(
        f'<p style="color:#f4a261;font-weight:bold">{number}</p><p class="step">{escape(step)}</p>'
        for number, step in enumerate(page.recipe.steps, 1)
    )
    box = '<span style="display:inline-block;width:15px;height:15px;border:2px solid #888;margin-right:10px"></span>'
    body = (
        '<div class="bar"><span>9:41</span><span>LTE 54%</span></div>'
        + page.title("font-size:26px")
        + f'<p style="color:#aaa">{page.facts()}</p>'
        + page.ingredients_head()
        + page.ingredients(box)
        + page.steps_head()
        + steps
        + f'<div class="tabs">{tabs}</div>'
    )
    css = ".bar,.tabs{display:flex;justify-content:space-between;font-size:14px}.tabs{padding-top:24px;color:#999}"
    return document(
        page, body, "body{width:400px;padding:10px 18px 18px;font-size:16px;background:#16181d;color:#eee}" + css
    )


def side_box_right(page: Page) -> str:
    """Draws running titles, steps at the left, ingredients in a box at the right, and a caption."""
    body = (
        f'<div class="run"><span>{escape(page.words.section)}</span><span>{page.random.randrange(20, 190)}</span></div>'
        + page.title("font-size:50px")
        + '<div class="both"><div style="flex:1">'
        + page.story("font-weight:bold")
        + page.steps_head()
        + page.steps()
        + f'</div><div class="box">{page.ingredients_head()}{page.ingredients()}</div></div>'
        + '<div style="height:160px;background:linear-gradient(90deg,#aa7744,#553311);margin-top:24px"></div>'
        + f'<p style="font-size:14px;font-style:italic">{escape(page.words.caption)}</p>'
    )
    css = (
        ".run{display:flex;justify-content:space-between;font-size:15px;border-bottom:1px solid #888}"
        ".both{display:flex;gap:40px}.box{width:360px;padding:6px 22px 18px;border:3px double #865}"
    )
    return document(page, body, "body{width:1200px;padding:40px 60px;font-size:19px}" + css)


def typed(page: Page) -> str:
    """Draws a typewritten card."""
    body = (
        page.title("font-size:26px;text-decoration:underline")
        + f"<p>{page.facts(', ')}</p>"
        + page.ingredients("- ")
        + page.steps_head("font-size:24px")
        + page.steps("")
    )
    css = "body{width:1050px;padding:60px;font-size:23px;background:#fbf6e4}"
    return document(page, body, css + "body,h1,h2{font-family:'Liberation Mono',monospace}")


def leaders(page: Page) -> str:
    """Draws a right-aligned title, coloured amounts in a separate column, and steps in two columns below."""
    body = (
        page.title("font-size:40px;text-align:right")
        + f"<p>{page.facts()}</p>"
        + page.ingredients_head()
        + page.amounts_apart()
        + '<div style="columns:2;column-gap:44px;margin-top:16px">'
        + page.steps_head("margin-top:0")
        + page.steps()
        + "</div>"
    )
    return document(page, body, "body{width:1100px;padding:60px;font-size:19px}.amount{color:#963;width:170px}")


def poster(page: Page) -> str:
    """Draws light text on a background like a photo, and ingredients in two columns."""
    body = (
        page.title("font-size:56px;text-align:center;text-transform:uppercase")
        + f'<p style="text-align:center">{page.facts()}</p>'
        + page.ingredients_head("text-align:center")
        + f'<div style="columns:2;column-gap:70px">{page.ingredients()}</div>'
        + page.steps_head("text-align:center")
        + page.steps()
    )
    ground = "background:linear-gradient(160deg,#14342b,#3b5d50 50%,#1d2f3f)"
    return document(page, body, f"body{{width:1000px;padding:70px;font-size:21px;color:#fff;{ground}}}")


def boxes(page: Page) -> str:
    """Draws steps in boxes below the list, two per row."""
    steps = "".join(
        f'<div class="step"><b>{number}</b> {escape(step)}</div>' for number, step in enumerate(page.recipe.steps, 1)
    )
    body = (
        page.title("font-size:42px")
        + page.story()
        + f"<p>{page.facts()}</p>"
        + page.ingredients_head()
        + page.ingredients("• ")
        + page.steps_head()
        + f'<div class="grid">{steps}</div>'
    )
    css = ".grid{display:grid;grid-template-columns:1fr 1fr;gap:22px}.step{background:#f1efe8;padding:14px}"
    return document(page, body, "body{width:1000px;padding:60px;font-size:20px}" + css)


HELD = (spread, clipping, phone_dark, side_box_right, typed, leaders, poster, boxes)
