"""Each documented rate limit, per identity and per address, in each authorization mode.

SECURITY.md lists the uses and modes, docs/ARCHITECTURE.md the numbers: a member has ten times a guest's limit (feedback
three times), an address four times (guest uploads and conversations: once).
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from support.addresses import new_address
from support.uploads import a_page
from support.zest import OwnZest
from test_own_pictures import png
from zest_client import Guest, Member, Refused, conversations, feedback, operations, programs, shared_lists, sign_up
from zest_client.guest import new_id, new_submission
from zest_client.http import sent_from
from zest_client.instacart import ask_for_groceries
from zest_client.rest import call

pytestmark = [pytest.mark.attack, pytest.mark.counts_uses]

SETTING = (
    "addressImports=2,uploadImports=1,guestUploads=1,forms=2,ownRecipes=3,feedback=1,groceryLinks=1,ownPictures=1,"
    "wishes=1,conversations=1,tokenCalls=2,sharedLists=1,listChanges=2"
)

# Addresses that a client makes up.
FORGED = (f"198.51.{number >> 8 & 255}.{number & 255}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnZest]:
    zest = OwnZest.start(tmp_path_factory.mktemp("few"), limits=SETTING)
    yield zest
    zest.stop()


@dataclass(frozen=True)
class Row:
    """A use, and how often one person and one address may do it."""

    prepare: Callable[[OwnZest, Guest], str]
    use: Callable[[OwnZest, Guest, str, str], object]
    person: int
    address: int
    is_member: bool = False


def mode_of(who: Guest) -> str | None:
    """Returns a member's user pool token; None for a guest, whose requests are signed."""
    return who.access_token if isinstance(who, Member) else None


def nothing(zest: OwnZest, who: Guest) -> str:
    return ""


def with_address(zest: OwnZest, who: Guest) -> str:
    """Creates a recipe with an address but without an import, and returns its id."""
    id: str = who.create_blank()["id"]
    who.update(who.issue_owner_token(), id=id, url=f"{zest.demo}carrot-cake.html")
    return id


def blank(zest: OwnZest, who: Guest) -> str:
    id: str = who.create_blank()["id"]
    return id


def blank_of_another(zest: OwnZest, who: Guest) -> str:
    return blank(zest, zest.guest())


def essay(zest: OwnZest, who: Guest) -> str:
    """Imports a page without a recipe, which fails, and returns its id for a request of the assistant."""
    id: str = who.import_url(f"{zest.demo}kitchen-garden.html").recipe["id"]
    return id


def upload(zest: OwnZest, who: Guest) -> str:
    return who.upload("FILE", a_page("Soup"))


def conversation(zest: OwnZest, who: Guest) -> str:
    id: str = conversations.begin(who)["id"]
    return id


def picture(zest: OwnZest, who: Guest) -> str:
    return f"{blank(zest, who)} {who.upload('PICTURE', png(40, 30))}"


def create_recipe(zest: OwnZest, who: Guest, _: str, __: str) -> object:
    variables = {"input": {"id": new_id(), "url": f"{zest.demo}carrot-cake.html"}}
    return who.graphql(operations.CREATE, variables, token=mode_of(who))


def create_from_upload(zest: OwnZest, who: Guest, submission: str, _: str) -> object:
    variables = {"input": {"id": new_id(), "fileSubmissionUUID": submission}}
    return who.graphql(operations.CREATE, variables, token=mode_of(who))


def create_form(zest: OwnZest, who: Guest, _: str, __: str) -> object:
    wanted = {"submission": new_submission(), "kind": "FILE", "size": 9, "contentType": "application/octet-stream"}
    return who.graphql(operations.CREATE_UPLOAD, {"input": wanted}, token=mode_of(who))


def create_blank(zest: OwnZest, who: Guest, _: str, __: str) -> object:
    return who.graphql(operations.BLANK, {"id": new_id(), "language": None}, token=mode_of(who))


def copy(zest: OwnZest, who: Guest, id: str, _: str) -> object:
    return who.graphql(operations.COPY, {"sourceId": id, "id": new_id()}, token=mode_of(who))


def write(zest: OwnZest, who: Guest, _: str, __: str) -> object:
    given = {"id": new_id(), "type": "QUESTION", "message": "Is it soup?"}
    return who.graphql(feedback.CREATE, {"input": given}, token=mode_of(who))


def share(zest: OwnZest, who: Guest, _: str, __: str) -> object:
    return shared_lists.share(who, "flour", token=mode_of(who))


def shared_by_another(zest: OwnZest, who: Guest) -> str:
    id: str = shared_lists.share(zest.guest(), "flour")["id"]
    return id


def tick(zest: OwnZest, who: Guest, id: str, _: str) -> object:
    return shared_lists.change(who, id, {"id": "0", "done": True}, token=mode_of(who))


def ask(zest: OwnZest, who: Guest, id: str, _: str) -> object:
    return conversations.send(who, id, "Make it vegan")


def ask_with_token(zest: OwnZest, who: Guest, id: str, token: str) -> object:
    return conversations.send(who, id, "Make it vegan", token=token)


def read_again(zest: OwnZest, who: Guest, id: str, token: str) -> object:
    return who.read_again(token, id)


def retry(zest: OwnZest, who: Guest, id: str, token: str) -> object:
    return who.graphql(operations.RETRY, {"id": id}, token=token)


def retry_with_assistant(zest: OwnZest, who: Guest, id: str, token: str) -> object:
    return who.graphql(operations.RETRY, {"id": id, "assistant": True}, token=token)


def set_picture(zest: OwnZest, who: Guest, prepared: str, token: str) -> object:
    id, submission = prepared.split()
    return who.set_picture(token, id, submission)


def groceries(zest: OwnZest, who: Guest, _: str, token: str) -> object:
    answer = ask_for_groceries(zest.origin, token, title=f"Soup {new_id()}")
    return checked(answer.status, answer.json())


def wish(zest: OwnZest, who: Guest, id: str, token: str) -> object:
    body = {"recipeId": id, "wish": "in Spanish", "language": "en"}
    answer = call(zest.origin, "POST", "/agent/propose", token, body)
    return checked(answer.status, answer.json())


def checked(status: int, body: dict[str, str]) -> object:
    if status != 200:
        raise Refused(status, [{"message": body["message"], "errorType": body["code"]}])
    return body


ROWS = {
    "imports of pages, IAM": Row(nothing, create_recipe, 2, 8),
    "imports of pages, user pool": Row(nothing, create_recipe, 20, 8, is_member=True),
    "pages read again, owner token": Row(with_address, read_again, 2, 8),
    "pages read again, owner token of a member": Row(with_address, read_again, 20, 8, is_member=True),
    "retried imports, owner token": Row(blank, retry, 2, 8),
    "uploads, IAM": Row(upload, create_from_upload, 1, 1),
    "uploads, user pool": Row(upload, create_from_upload, 10, 4, is_member=True),
    "uploads by the assistant, owner token": Row(essay, retry_with_assistant, 1, 1),
    "forms, IAM": Row(nothing, create_form, 2, 8),
    "forms, user pool": Row(nothing, create_form, 20, 8, is_member=True),
    "blank recipes, IAM": Row(nothing, create_blank, 3, 12),
    "blank recipes, user pool": Row(nothing, create_blank, 30, 12, is_member=True),
    "copies, IAM": Row(blank_of_another, copy, 3, 12),
    "copies, user pool": Row(blank_of_another, copy, 30, 12, is_member=True),
    "feedback, IAM": Row(nothing, write, 1, 4),
    "feedback, user pool": Row(nothing, write, 3, 4, is_member=True),
    "photos, owner token": Row(picture, set_picture, 1, 4),
    "photos, owner token of a member": Row(picture, set_picture, 10, 4, is_member=True),
    "conversations, IAM": Row(conversation, ask, 1, 1),
    "conversations, owner token": Row(conversation, ask_with_token, 1, 1),
    "shared lists, IAM": Row(nothing, share, 1, 4),
    "shared lists, user pool": Row(nothing, share, 10, 4, is_member=True),
    "changes of shared lists, IAM": Row(shared_by_another, tick, 2, 8),
    "changes of shared lists, user pool": Row(shared_by_another, tick, 20, 8, is_member=True),
    "grocery links, owner token": Row(nothing, groceries, 1, 4),
    "wishes, owner token": Row(blank, wish, 1, 4),
}


def person(zest: OwnZest, row: Row) -> Guest:
    with sent_from(new_address()):
        if not row.is_member:
            return zest.guest()
        member = sign_up(zest.origin)
        # Binds the identity id, which uploads in user-pool mode need.
        member.claim()
        return member


def is_counted(zest: OwnZest, row: Row, who: Guest, address: str) -> bool:
    """Sends one use from the address, with a forged header, and returns whether it is within the limit. Prepares it
    from another address.
    """
    with sent_from(new_address()):
        prepared = row.prepare(zest, who)
    with sent_from(address, x_forwarded_for=next(FORGED)):
        try:
            row.use(zest, who, prepared, who.issue_owner_token())
        except Refused as refused:
            # Uses are counted before a member's credit is held.
            assert refused.errors[0]["message"].split(":")[0] in ("LIMIT_REACHED", "NO_CREDITS"), refused
            return "LIMIT_REACHED" not in str(refused)
    return True


@pytest.mark.parametrize("name", ROWS)
def test_person_has_a_limit_at_any_address(few: OwnZest, name: str):
    row = ROWS[name]
    who = person(few, row)
    uses = [is_counted(few, row, who, new_address()) for _ in range(row.person + 1)]
    assert uses == [True] * row.person + [False]


@pytest.mark.parametrize("name", ROWS)
def test_address_has_a_limit_that_no_header_raises(few: OwnZest, name: str):
    row, address = ROWS[name], new_address()
    uses = []
    for number in range(row.address + 1):
        if number % row.person == 0:
            who = person(few, row)
        uses.append(is_counted(few, row, who, address))
    assert uses == [True] * row.address + [False]
    assert is_counted(few, row, person(few, row), new_address()), "another address is not affected"


def test_owner_token_counts_for_the_address_it_was_issued_to(few: OwnZest):
    row, issued_to = ROWS["conversations, owner token"], new_address()
    counted = []
    for _ in range(2):
        who = person(few, row)
        id = conversation(few, who)
        with sent_from(issued_to):
            token = who.issue_owner_token()
        with sent_from(new_address()):
            try:
                ask_with_token(few, who, id, token)
                counted.append(True)
            except Refused as refused:
                counted.append("LIMIT_REACHED" not in str(refused))
    assert counted == [True, False]


def is_call_counted(zest: OwnZest, token: str, address: str) -> bool:
    """Makes one call that is refused for its body, with a forged header; returns whether it is within the limit."""
    with sent_from(address, x_forwarded_for=next(FORGED)):
        status = programs.extract(zest.origin, token).status
    assert status in (400, 429)
    return status == 400


def test_personal_token_has_a_limit_at_any_address(few: OwnZest):
    member = sign_up(few.origin)
    token = programs.new_token(member)
    assert [is_call_counted(few, token, new_address()) for _ in range(3)] == [True, True, False]
    assert is_call_counted(few, programs.new_token(member), new_address()), "another token is not affected"


def test_address_has_a_limit_for_all_personal_tokens(few: OwnZest):
    member, address = sign_up(few.origin), new_address()
    tokens = [programs.new_token(member) for _ in range(5)]
    counted = [is_call_counted(few, token, address) for token in tokens for _ in range(2)]
    assert counted == [True] * 8 + [False] * 2
