"""Invalid input is refused before anything is stored, or becomes FAILED with a specific code and message."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.guest import new_id
from zest_client.operations import CREATE

pytestmark = pytest.mark.attack

NOT_AN_ADDRESS = [
    "",
    " ",
    "tomato galette",
    "https://",
    "//recipes.no-such-top-level-domain/",
    "ftp://recipes.no-such-top-level-domain/galette",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,<h1>Galette</h1>",
    "https://name:word@recipes.no-such-top-level-domain/",
    "https:\\\\recipes.no-such-top-level-domain\\galette",
    "https://recipes.no-such-top-level-domain/a\nb",
    "https://recipes.no-such-top-level-domain/" + "a" * 2000,
]

NOT_PUBLIC = [
    "http://127.0.0.1/",
    "http://localhost/demo/tomato-galette.html",
    "http://[::1]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:10.0.0.1]/",
    "http://[fd00::1]/",
    "http://printer/",
    "http://router.local/",
    "http://recipes.no-such-top-level-domain:8080/",
]

# Paths on the origin of the demo kitchen that do not belong to it.
BESIDE_THE_KITCHEN = ["config.json", "graphql", "demo/../config.json", "demo/%2e%2e/healthz", "demo%2f", "demo//x"]

# A path in the demo kitchen or a full address, with the expected errorCode.
FAILING = {
    "status/403": "SITE_BLOCKED",
    "status/404": "NOT_FOUND",
    "no-such-page.html": "NOT_FOUND",
    "status/500": "SITE_ERROR",
    "pictures/tomato-galette.webp": "NOT_A_PAGE",
    "file.pdf": "NOT_A_PAGE",
    "challenge": "SITE_BLOCKED",
    "large": "TOO_LARGE",
    "kitchen.css": "NOT_A_RECIPE",
    "index.json": "NOT_A_RECIPE",
    "kitchen-garden.html": "NOT_A_RECIPE",
    "guest-book.html": "NOT_A_RECIPE",
    "https://recipes.no-such-top-level-domain/galette": "UNREACHABLE",
}


def refusal(guest: Guest, url: str) -> str:
    with pytest.raises(Refused) as refused:
        guest.create(url)
    return str(refused.value)


@pytest.mark.parametrize("url", NOT_AN_ADDRESS, ids=lambda url: repr(url[:40]))
def test_invalid_address_is_refused(reader: Guest, url: str):
    assert refusal(reader, url) == "INVALID_URL"


@pytest.mark.parametrize("url", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_refused(reader: Guest, url: str):
    assert refusal(reader, url) == "ADDRESS_NOT_ALLOWED"


@pytest.mark.parametrize("path", BESIDE_THE_KITCHEN)
def test_kitchen_exception_does_not_cover_sibling_paths(zest: Zest, reader: Guest, path: str):
    assert refusal(reader, f"{zest.origin}/{path}") == "ADDRESS_NOT_ALLOWED"


@pytest.mark.parametrize("id", ["", "abc", "g" * 32, "A" * 32, "a" * 33, "../" + "a" * 29])
def test_invalid_id_is_refused(zest: Zest, reader: Guest, id: str):
    with pytest.raises(Refused, match="32 lowercase hexadecimal digits"):
        reader.graphql(CREATE, {"input": {"id": id, "url": zest.demo + "carrot-cake.html"}})


def test_missing_address_is_refused(reader: Guest):
    with pytest.raises(Refused, match="url"):
        reader.graphql(CREATE, {"input": {"id": new_id()}})


def test_refused_input_is_not_stored(reader: Guest, zest: Zest):
    assert reader.list()["items"] == []
    for url in [NOT_AN_ADDRESS[0], NOT_PUBLIC[0]]:
        id = new_id()
        with pytest.raises(Refused):
            reader.create(url, id=id)
        with pytest.raises(Refused, match=f"Recipe with id {id} not found"):
            reader.get(id)


@pytest.fixture(scope="module")
def reader(zest: Zest) -> Guest:
    return zest.guest()


@pytest.fixture(scope="module")
def failed(zest: Zest) -> tuple[Guest, dict[str, str]]:
    """Returns a guest whose failing submissions have all finished, and the id by address, in submission order."""
    guest = zest.guest()
    ids = {}
    for address in FAILING:
        ids[address] = guest.create(address if ":" in address else zest.demo + address)["id"]

    def all_have_ended() -> bool:
        return all(card["status"] != "PENDING" for card in guest.list()["items"])

    eventually(all_have_ended, "every bad address ends", 60)
    return guest, ids


@pytest.mark.parametrize(("address", "code"), FAILING.items(), ids=FAILING)
def test_failing_address_has_a_specific_code_and_message(failed, address: str, code: str):
    guest, ids = failed
    recipe = guest.get(ids[address])
    assert (recipe["status"], recipe["errorCode"], recipe["stage"]) == ("FAILED", code, None)
    assert recipe["errorDetails"].endswith(".") and len(recipe["errorDetails"]) > 40
    assert recipe["ingredients"] == recipe["instructions"] == recipe["tags"] == []
    assert recipe["nutritionalInformation"]["status"] == "FAILED"


def test_list_has_each_submission_once_newest_first(failed):
    guest, ids = failed
    newest_first = list(reversed(ids.values()))
    assert [card["id"] for card in guest.list()["items"]] == newest_first
    assert [card["id"] for card in guest.list(sortDirection="ASC")["items"]] == list(ids.values())


def test_list_pages_are_complete(failed):
    guest, ids = failed
    seen, token = [], None
    while True:
        page = guest.list(limit=3, nextToken=token)
        seen += [card["id"] for card in page["items"]]
        assert len(page["items"]) <= 3
        if (token := page["nextToken"]) is None:
            break
    assert seen == list(reversed(ids.values()))


def test_messages_differ_where_the_user_action_differs(failed):
    guest, ids = failed
    sentences = {FAILING[address]: guest.get(id)["errorDetails"] for address, id in ids.items()}
    assert len(set(sentences.values())) == len(set(FAILING.values()))


@pytest.fixture(scope="module", autouse=True)
def slow_import(zest: Zest) -> tuple[Guest, str]:
    """An import that takes most of a minute: started first, checked last."""
    guest = zest.guest()
    id: str = guest.create(zest.demo + "slow")["id"]
    return guest, id


@pytest.mark.last
def test_endless_response_fails_as_timed_out(slow_import: tuple[Guest, str]):
    guest, id = slow_import

    def ended() -> dict | None:
        recipe = guest.get(id)
        return recipe if recipe["status"] != "PENDING" else None

    recipe = eventually(ended, "the import of a slow page ends", 90)
    assert (recipe["status"], recipe["errorCode"]) == ("FAILED", "TIMED_OUT")


def test_many_concurrent_submissions_all_finish(zest: Zest, guest: Guest):
    pages = ["tomato-galette.html", "kitchen-garden.html", "moules-marinieres.html", "status/404"] * 3
    with ThreadPoolExecutor(12) as pool:
        ids = list(pool.map(lambda page: guest.create(zest.demo + page)["id"], pages))

    def ended() -> list[dict]:
        cards = guest.list()["items"]
        return cards if all(card["status"] != "PENDING" for card in cards) else []

    cards = eventually(ended, "all of them end", 60)
    assert sorted(card["id"] for card in cards) == sorted(ids)
    assert sorted(card["status"] for card in cards) == ["FAILED"] * 6 + ["SUCCESS"] * 6
