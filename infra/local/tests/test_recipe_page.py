"""Link previews, search data and the readable recipe at a recipe's address, and the app's page."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest
from zest_client.guest import new_id
from zest_client.http import send
from zest_local.places import SITE
from zest_local.site_files import filled_in

HOSTILE = "\"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp; </title> <!-- :page -->"


class Head(HTMLParser):
    """Parses the head of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.title = ""
        self.meta: dict[str, list[str]] = {}
        self.links: list[dict[str, str | None]] = []
        self.data: list[str] = []
        self.tags: list[str] = []
        self._within = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        self._within = tag if tag != "script" or found.get("type") == "application/ld+json" else ""
        if tag == "meta":
            name = found.get("name") or found.get("property") or ""
            self.meta.setdefault(name, []).append(found.get("content") or "")
        elif tag == "link":
            self.links.append(found)

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within == "title":
            self.title += data
        elif self._within == "script":
            self.data.append(data)

    def one(self, name: str) -> str:
        [value] = self.meta[name]
        return value

    def recipe(self) -> dict[str, Any]:
        [data] = self.data
        read: dict[str, Any] = json.loads(data)
        return read


def page(zest: Zest, path: str) -> str:
    answer = send("GET", zest.origin + path)
    assert answer.status == 200
    return answer.body.decode()


def shell(zest: Zest, file: str = "index.html") -> str:
    text = (SITE / file).read_text()
    for open_text, filled in filled_in(zest.origin, "contact@localhost").items():
        text = text.replace(open_text, filled)
    return text


def told(zest: Zest, path: str) -> Head:
    """Waits until the head describes the recipe, and returns it. Under load, the static file is served for a while."""
    seen: list[str] = []

    def is_told() -> bool:
        seen[:] = [page(zest, path)]
        return "application/ld+json" in seen[0]

    eventually(is_told, f"{path} tells of its recipe")
    return Head(seen[0])


@pytest.fixture(scope="module")
def guest(zest: Zest) -> Guest:
    return zest.guest()


def written(guest: Guest, **changes: Any) -> str:
    recipe = guest.create_blank()
    changed = {"id": recipe["id"], "version": recipe["version"], **changes}
    guest.update(guest.issue_owner_token(), **changed)
    id: str = recipe["id"]
    return id


def test_imported_recipe_has_a_preview_and_is_not_indexed(zest: Zest, guest: Guest):
    recipe = guest.import_url(f"{zest.demo}carrot-cake.html?reader=ann#top").recipe
    for language in ("", "/es", "/fr"):
        path = f"{language}/recipes/{recipe['id']}"
        head = told(zest, path)
        assert head.title == f"{recipe['title']} \N{EN DASH} Zest"
        assert (head.one("og:title"), head.one("twitter:card")) == (recipe["title"], "summary_large_image")
        assert head.one("og:description") == head.one("description") != ""
        assert head.one("og:url") == zest.origin + path
        assert head.one("og:image") == f"{zest.origin}/{recipe['imageUrl']}"
        assert send("GET", head.one("og:image")).status == 200
        data = head.recipe()
        assert (data["@type"], data["name"]) == ("Recipe", recipe["title"])
        assert len(data["recipeIngredient"]) == len(recipe["ingredients"])
        steps = [step["text"] for section in data["recipeInstructions"] for step in section["itemListElement"]]
        assert steps == recipe["instructions"]
        assert data["isBasedOn"] == f"{zest.demo}carrot-cake.html"
        assert head.meta["robots"] == ["noindex"]
        assert not any(link.get("rel") in ("canonical", "alternate") for link in head.links)


def test_page_contains_the_recipe_for_readers_without_scripts(zest: Zest, guest: Guest):
    recipe = guest.import_url(f"{zest.demo}carrot-cake.html").recipe
    path = f"/es/recipes/{recipe['id']}"
    told(zest, path)
    body = page(zest, path).split("<body>")[1]
    shown = unescape(re.sub("<[^>]+>", "", body.split("<article>")[1].split("</article>")[0]))
    shown = " ".join(shown.split())
    for text in (recipe["title"], "Ingredientes", "Pasos", *recipe["instructions"]):
        assert text in shown
    for line in recipe["ingredients"]:
        assert line["text"].replace(" ", "") in shown.replace(" ", "")
    assert f'src="/{recipe["imageUrl"]}"' in body
    assert "<noscript>" not in body


def test_page_does_not_reveal_the_owner(zest: Zest, guest: Guest):
    recipe = guest.import_url(f"{zest.demo}lemon-drizzle-loaf.html?reader=ann").recipe
    guest.update(guest.issue_owner_token(), id=recipe["id"], version=recipe["version"], notes="for my sister's wedding")
    path = f"/recipes/{recipe['id']}"
    told(zest, path)
    text = page(zest, path)
    for secret in (guest.identity, "sister", "reader=ann"):
        assert secret not in text, secret


def test_own_recipe_is_indexable_in_each_language(zest: Zest, guest: Guest):
    id = written(guest, title="Stewed leeks", description="Slowly stewed.")
    head = told(zest, f"/es/recipes/{id}")
    assert "robots" not in head.meta
    [canonical] = [link["href"] for link in head.links if link.get("rel") == "canonical"]
    assert canonical == f"{zest.origin}/es/recipes/{id}"
    alternates = {link["hreflang"]: link["href"] for link in head.links if link.get("rel") == "alternate"}
    own = f"{zest.origin}/recipes/{id}"
    assert alternates == {
        "en": own,
        "es": f"{zest.origin}/es/recipes/{id}",
        "fr": f"{zest.origin}/fr/recipes/{id}",
        "x-default": own,
    }
    assert head.one("og:image") == f"{zest.origin}/pictures/card-es.jpg"


def test_hostile_text_is_escaped(zest: Zest, guest: Guest):
    plain = told(zest, f"/recipes/{written(guest, title='Soup', instructions=['Simmer.'])}")
    id = written(guest, title=HOSTILE, description=HOSTILE, instructions=[HOSTILE])
    head = told(zest, f"/recipes/{id}")
    assert head.tags == plain.tags
    assert head.one("og:title") == HOSTILE
    assert head.recipe()["recipeInstructions"][0]["text"] == HOSTILE


def test_failed_deleted_or_unknown_recipe_serves_the_app_page(zest: Zest, guest: Guest):
    failed = guest.import_url(f"{zest.demo}status/404").recipe
    assert failed["status"] == "FAILED"
    gone = written(guest, title="Deleted soup")
    told(zest, f"/recipes/{gone}")
    guest.delete(guest.issue_owner_token(), gone)
    for id in (failed["id"], gone, new_id()):
        assert page(zest, f"/recipes/{id}") == shell(zest)
        assert page(zest, f"/es/recipes/{id}") == shell(zest, "es/index.html")
    assert '<html lang="es"' in shell(zest, "es/index.html")
    assert Head(shell(zest)).meta["robots"] == ["noindex"]


def test_subpage_of_a_recipe_serves_the_app_page(zest: Zest, guest: Guest):
    id = written(guest, title="Soup")
    for below in ("edit", "cook"):
        assert page(zest, f"/recipes/{id}/{below}") == shell(zest)
