"""Videos, whose description may hold a recipe. The pages are sent, because the site cannot be reached in tests."""

import json

from support.zest import Zest
from zest_client import Guest

VIDEO = "https://www.youtube.com/watch?v=aaaaaaaaaaa"
RECIPE = "Hello!\n\nINGREDIENTS\n2 leeks\n1 l stock\n\nMETHOD\nCut the leeks.\nSimmer them in the stock for 20 minutes."


def page(description: str) -> bytes:
    player = {"videoDetails": {"title": "Leek soup", "author": "Ann Leek", "shortDescription": description}}
    script = f"<script>var ytInitialPlayerResponse = {json.dumps(player)};</script>"
    return f"<!doctype html><title>Leek soup</title><body>{script}</body>".encode()


def test_video_becomes_the_recipe_of_its_description(zest: Zest, guest: Guest):
    recipe = guest.import_page(VIDEO, guest.upload("PAGE", page(RECIPE), contentType="text/html")).recipe
    assert (recipe["status"], recipe["title"], recipe["author"]) == ("SUCCESS", "Leek soup", "Ann Leek")
    assert [line["text"] for line in recipe["ingredients"]] == ["2 leeks", "1 l stock"]
    assert recipe["url"] == VIDEO


def test_video_without_a_recipe_says_so(zest: Zest, guest: Guest):
    sent = guest.upload("PAGE", page("The recipe is on my site."), contentType="text/html")
    recipe = guest.import_page(VIDEO, sent).recipe
    assert (recipe["status"], recipe["errorCode"]) == ("FAILED", "NO_RECIPE_IN_VIDEO")
