"""Access table: every GraphQL operation, every kind of caller, expected answer."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from support.callers import Caller, everyone
from support.zest import Zest
from zest_client import Member, operations, sign_up
from zest_client.credits import open_credits
from zest_client.guest import new_id, new_submission
from zest_local.places import REPOSITORY

pytestmark = pytest.mark.attack

Json = dict[str, Any]

# all    the owner's full answer             mode  field not allowed in this mode or role
# part   the public fields                   no    Unauthorized
# ok     done, on the caller's own data      who   Authentication required for this operation
# mine   the caller's own list               404   not found
#                                            out   refused before any field
#
# used   refused: Ann's upload is already a recipe (other callers use their own upload with the same submission id)
#
# f: forgeries that claim to be Ann. Ann's recipe is finished; rows with `guest's …` use the guest's recipe.
TABLE = """
                      timestamp guest guest/token other other/token ann/pool ann/iam ann/token bob/pool bob/iam bob/token admin/pool publisher
getRecipe             part      part  part        part  part        all      all     all       part     part    part      part       mode
getRecipe, unknown    404       404   404         404   404         404      404     404       404      404     404       404        mode
listRecipes           mode      mine  mode        mine  mode        all      all     mode      mine     mine    mode      mine       mode
listRecipes of Ann    mode      no    mode        no    mode        all      all     mode      no       no      mode      no         mode
exportRecipes         mode      mine  mode        mine  mode        all      all     mode      mine     mine    mode      mine       mode
listUploads           mode      mine  mode        mine  mode        all      all     mode      mine     mine    mode      mine       mode
sourcePages           mode      no    mode        no    mode        ok       ok      mode      no       no      mode      no         mode
createUpload          mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
createUpload, used    mode      ok    mode        ok    mode        used     used    mode      ok       ok      mode      ok         mode
deleteUpload, used    mode      mode  ok          mode  ok          mode     mode    used      mode     mode    ok        mode       mode
deleteUpload          mode      mode  ok          mode  ok          mode     mode    ok        mode     mode    ok        mode       mode
createRecipe          mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
createRecipe, taken   mode      no    mode        no    mode        no       no      mode      no       no      mode      no         mode
createBlankRecipe     mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
createBlank, taken    mode      no    mode        no    mode        all      all     mode      no       no      mode      no         mode
copyRecipe            mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
copyRecipe, unknown   mode      404   mode        404   mode        404      404     mode      404      404     mode      404        mode
updateRecipe          mode      mode  no          mode  no          mode     mode    all       mode     mode    no        mode       mode
deleteRecipe          mode      mode  no          mode  no          mode     mode    ok        mode     mode    no        mode       mode
deleteRecipes         mode      mode  no          mode  no          mode     mode    ok        mode     mode    no        mode       mode
deleteAllRecipes      mode      mode  mine        mode  mine        mode     mode    ok        mode     mode    mine      mode       mode
retryRecipe           mode      mode  no          mode  no          mode     mode    all       mode     mode    no        mode       mode
retryRecipe, asked    mode      mode  no          mode  no          mode     mode    all       mode     mode    no        mode       mode
readAgain             mode      mode  no          mode  no          mode     mode    ok        mode     mode    no        mode       mode
setRecipePicture      mode      mode  no          mode  no          mode     mode    all       mode     mode    no        mode       mode
recordEvent           mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
reportCrash           mode      ok    mode        ok    mode        ok       ok      mode      ok       ok      mode      ok         mode
issueOwnerToken       mode      ok    mode        ok    mode        mode     ok      mode      mode     ok      mode      mode       mode
issueClaimToken       mode      ok    mode        ok    mode        mode     mode    mode      mode     mode    mode      mode       mode
claimRecipes          mode      mode  mode        mode  mode        mode     mine    mode      mode     mine    mode      mode       mode
publishRecipeChange   mode      mode  mode        mode  mode        mode     mode    mode      mode     mode    mode      mode       ok
onRecipeChange        mode      no    mode        no    mode        ok       ok      mode      no       no      mode      no         mode
guest's getRecipe     part      all   all         part  part        part     part    part      part     part    part      part       mode
guest's updateRecipe  mode      mode  all         mode  no          mode     mode    no        mode     mode    no        mode       mode
guest's deleteRecipe  mode      mode  ok          mode  no          mode     mode    no        mode     mode    no        mode       mode
guest's list          mode      all   mode        no    mode        no       no      mode      no       no      mode      no         mode
guest's changes       mode      ok    mode        no    mode        no       no      mode      no       no      mode      no         mode
"""  # noqa: E501

A_PAGE = b"""<!doctype html><title>Soup</title><h1>Leek soup</h1><h2>Ingredients</h2><ul><li>2 leeks</li>
<li>1 l stock</li></ul><h2>Method</h2><ol><li>Cut the leeks.</li><li>Simmer them in the stock.</li></ol>"""


OUT = ["nobody", "f:payload", "f:claim", "f:none", "f:key", "f:secret"]
PUBLISH = """mutation Publish($change: RecipeChangeInput!) {
  publishRecipeChange(change: $change) { owner id version card { id } } }"""


def rows() -> dict[str, dict[str, str]]:
    """Returns the parsed table, with `out` for callers that are refused before any field."""
    head, *lines = [line for line in TABLE.splitlines() if line]
    names, width = head.split(), head.index("timestamp")
    table = {}
    for line in lines:
        cells = line[width:].split()
        assert len(cells) == len(names), line
        table[line[:width].strip()] = dict(zip(names, cells, strict=True)) | dict.fromkeys(OUT, "out")
    return table


CELLS = [(row, caller, wanted) for row, cells in rows().items() for caller, wanted in cells.items()]


@dataclass(frozen=True)
class Scene:
    """Ann's and the guest's recipes, recreated after a cell has changed them."""

    zest: Zest
    callers: dict[str, Caller]
    recipes: dict[str, str] = field(default_factory=dict)

    @property
    def ann(self) -> Member:
        who = self.callers["ann/iam"].who
        assert isinstance(who, Member)
        return who

    def recipe(self, owner: str) -> tuple[str, Json]:
        """Returns the id of a finished recipe of Ann or the guest, and its row."""
        id = self.recipes.get(owner)
        row = self.stored(id) if id else None
        if id is None or row is None:
            id = self.recipes[owner] = self.blank(owner)
            row = self.stored(id)
        assert row is not None
        return id, row

    def blank(self, owner: str) -> str:
        id = new_id()
        made = self.callers[owner].ask(operations.BLANK, {"id": id})
        assert isinstance(made, dict), made
        return id

    def stored(self, id: str) -> Json | None:
        answer = self.zest.client("dynamodb").get_item(
            TableName=self.zest.outputs["RecipesTable"], Key={"PK": {"S": f"R#{id}"}, "SK": {"S": "R"}}
        )
        row: Json | None = answer.get("Item")
        return row


@pytest.fixture(scope="module")
def scene(zest: Zest) -> Scene:
    print(f"{len(CELLS)} cells")
    return Scene(zest, everyone(zest))


def whole(recipe: Json) -> str:
    """Returns `all` if an answer has the fields of the owner, `part` if it has only the public ones."""
    hidden = [
        recipe[name] for name in ("owners", "createdBy", "notes", "externalApiJson", "warnings", "part", "otherRecipes")
    ]
    assert recipe["mine"] == bool(recipe["owners"])
    marks = [recipe[name] for name in ("favourite", "rating", "collections", "madeOn")]
    if recipe["owners"]:
        return "all"
    assert hidden == [None] * 7, "a stranger sees what is the owner's"
    assert marks == [False, None, [], []], "a stranger sees what its owner has marked"
    assert recipe["recipeLinks"] == [], "a stranger sees which recipes its owner has linked"
    return "part"


def query(document: str, read: Callable[[Json], str], **fixed: Any) -> Callable[[Scene, Caller, str], str]:
    """Returns the function of a row: sends the document with `fixed`, and returns a code. Calls functions in `fixed`
    for their values, such as `this`.
    """

    def ask(scene: Scene, caller: Caller, id: str) -> str:
        def put(value: Any) -> Any:
            if callable(value):
                return value(scene, id)
            if isinstance(value, dict):
                return {name: put(part) for name, part in value.items()}
            return [put(part) for part in value] if isinstance(value, list) else value

        answer = caller.ask(document, put(fixed))
        return answer if isinstance(answer, str) else read(next(iter(answer.values())))

    return ask


def this(scene: Scene, id: str) -> str:
    return id


def fresh(scene: Scene, id: str) -> str:
    return new_id()


def ann(scene: Scene, id: str) -> str:
    return scene.ann.user


def the_guest(scene: Scene, id: str) -> str:
    return scene.callers["guest"].who.identity


def anns_upload(scene: Scene, id: str) -> str:
    if "upload" not in scene.recipes:
        scene.recipes["upload"] = scene.ann.upload("FILE", b"not much")
    return scene.recipes["upload"]


def anns_recipe_s_upload(scene: Scene, id: str) -> str:
    if "used" not in scene.recipes:
        # Credits to pay the import.
        open_credits(scene.ann)
        scene.recipes["used"] = scene.ann.import_files("FILE", A_PAGE).recipe["fileSubmissionUUID"]
    return scene.recipes["used"]


def a_file(submission: Callable[[Scene, str], str]) -> Json:
    return {"submission": submission, "kind": "FILE", "size": 9, "contentType": "text/plain"}


def seen_uploads(scene: Scene, caller: Caller, id: str) -> str:
    submission = anns_upload(scene, id)
    answer = caller.ask(operations.LIST_UPLOADS, {})
    if isinstance(answer, str):
        return answer
    return "all" if submission in [upload["submission"] for upload in answer["listUploads"]] else "mine"


def unless_used(document: str, **fixed: Any) -> Callable[[Scene, Caller, str], str]:
    def ask(scene: Scene, caller: Caller, id: str) -> str:
        answer = query(document, done, **fixed)(scene, caller, id)
        return "used" if "This upload is" in answer else answer

    return ask


def an_address(scene: Scene, id: str) -> str:
    return f"{scene.zest.demo}status/404"


def done(_: Any) -> str:
    return "ok"


def each(deletions: list[Json]) -> str:
    [deletion] = deletions
    return "ok" if deletion["deleted"] else {"Unauthorized": "no"}[deletion["error"]]


def held(page: Json) -> str:
    return "all" if page["items"] else "mine"


def listen(owner: Callable[[Scene, str], str]) -> Callable[[Scene, Caller, str], str]:
    def ask(scene: Scene, caller: Caller, id: str) -> str:
        answer = caller.listen(owner(scene, id))
        return answer if isinstance(answer, str) else "ok"

    return ask


def seen_in(document: str, **fixed: Any) -> Callable[[Scene, Caller, str], str]:
    """Returns the function of a row for a list: `all` if the list contains the recipe, else `mine`."""

    def ask(scene: Scene, caller: Caller, id: str) -> str:
        return query(document, lambda page: "all" if id in [item["id"] for item in page["items"]] else "mine", **fixed)(
            scene, caller, id
        )

    return ask


def delete_all(scene: Scene, caller: Caller, id: str) -> str:
    answer = caller.ask(operations.DELETE_ALL, {})
    if isinstance(answer, str):
        return answer
    return "ok" if scene.stored(id) is None else "mine"


def read_again(scene: Scene, caller: Caller, id: str) -> str:
    """Ann's recipe was written by hand, so an allowed caller is told that it has no address."""
    answer = query(operations.READ_AGAIN, done, id=this)(scene, caller, id)
    return "ok" if "has no address to import" in answer else answer


ASK: dict[str, Callable[[Scene, Caller, str], str]] = {
    "getRecipe": query(operations.GET, whole, id=this),
    "getRecipe, unknown": query(operations.GET, whole, id=fresh),
    "listRecipes": seen_in(operations.LIST),
    "listRecipes of Ann": seen_in(operations.LIST, filter={"owners": {"contains": ann}}),
    "exportRecipes": seen_in(operations.EXPORT),
    "listUploads": seen_uploads,
    "sourcePages": query(operations.SOURCE_PAGES, done, id=this),
    "createUpload": query(operations.CREATE_UPLOAD, done, input=a_file(lambda scene, id: new_submission())),
    "createUpload, used": unless_used(operations.CREATE_UPLOAD, input=a_file(anns_recipe_s_upload)),
    "deleteUpload": query(operations.DELETE_UPLOAD, done, submission=anns_upload),
    "deleteUpload, used": unless_used(operations.DELETE_UPLOAD, submission=anns_recipe_s_upload),
    "createRecipe": query(operations.CREATE, done, input={"id": fresh, "url": an_address}),
    "createRecipe, taken": query(operations.CREATE, whole, input={"id": this, "url": an_address}),
    "createBlankRecipe": query(operations.BLANK, done, id=fresh),
    "createBlank, taken": query(operations.BLANK, whole, id=this),
    "copyRecipe": query(operations.COPY, done, sourceId=this, id=fresh),
    "copyRecipe, unknown": query(operations.COPY, done, sourceId=fresh, id=fresh),
    "updateRecipe": query(operations.UPDATE, whole, input={"id": this, "title": "Changed"}),
    "deleteRecipe": query(operations.DELETE, done, id=this),
    "deleteRecipes": query(operations.DELETE_SOME, each, ids=[this]),
    "deleteAllRecipes": delete_all,
    "retryRecipe": query(operations.RETRY, whole, id=this),
    "retryRecipe, asked": query(operations.RETRY, whole, id=this, assistant=True),
    "readAgain": read_again,
    "setRecipePicture": query(operations.SET_PICTURE, whole, id=this, submission=None),
    "recordEvent": query(operations.RECORD, done, event={"name": "login"}),
    "reportCrash": query(operations.REPORT_CRASH, done, input={"name": "Error", "place": "/", "build": "tests"}),
    "issueOwnerToken": query(operations.ISSUE, done),
    "issueClaimToken": query(operations.ISSUE_CLAIM, done),
    "claimRecipes": query(operations.CLAIM, lambda progress: "mine" if progress["done"] else "", token=None),
    "publishRecipeChange": query(PUBLISH, done, change={"owner": ann, "id": this, "version": 1}),
    "onRecipeChange": listen(ann),
    "guest's getRecipe": query(operations.GET, whole, id=this),
    "guest's updateRecipe": query(operations.UPDATE, whole, input={"id": this, "title": "Changed"}),
    "guest's deleteRecipe": query(operations.DELETE, done, id=this),
    "guest's list": seen_in(operations.LIST, filter={"owners": {"contains": the_guest}}),
    "guest's changes": listen(the_guest),
}
CHANGES = {"updateRecipe": "all", "deleteRecipe": "ok", "deleteRecipes": "ok", "deleteAllRecipes": "ok"}


@pytest.mark.parametrize(("row", "caller", "wanted"), CELLS, ids=[f"{row}: {caller}" for row, caller, _ in CELLS])
def test_caller_gets_the_expected_answer(scene: Scene, row: str, caller: str, wanted: str):
    owner = "guest" if row.startswith("guest's") else "ann/iam"
    id, before = scene.recipe(owner)
    assert ASK[row](scene, scene.callers[caller], id) == wanted
    # Independent of the answer: only allowed changes were made.
    if CHANGES.get(row.removeprefix("guest's ")) != wanted:
        assert scene.stored(id) == before


# A successful deleteAccount removes the member, so separate members are used.
@pytest.mark.parametrize("caller", [name for name in rows()["getRecipe"] if name not in ("ann/token", "bob/token")])
def test_delete_account_without_the_member_token_is_refused(scene: Scene, caller: str):
    id, before = scene.recipe("ann/iam")
    wanted = "out" if caller in OUT else "who" if caller in ("guest/token", "other/token") else "mode"
    answer = scene.callers[caller].ask(operations.DELETE_ACCOUNT, {})
    assert answer == wanted
    assert scene.stored(id) == before
    assert scene.ann.get(id)["owners"]


def test_delete_account_deletes_only_the_caller_account(zest: Zest, scene: Scene):
    id = scene.blank("ann/iam")
    leaving = sign_up(zest.origin)
    leaving.delete_account()
    assert scene.stored(id) is not None


def test_access_table_covers_every_operation(zest: Zest):
    fields = {row.split("'s ")[-1].split(",")[0].split(" ")[0] for row in rows()}
    schema = {line.split("(")[0].split(":")[0].strip() for line in schema_fields()}
    schema = {
        field
        for field in schema
        if not any(what in field for what in ("Credit", "Feedback", "Conversation", "Message", "SharedList"))
    }
    assert schema - fields == {"deleteAccount"}, (
        "it has tests of its own, and so have credits, feedback, conversations and shared lists"
    )
    assert len(CELLS) + len(rows()["getRecipe"]) - 2 >= 150


def schema_fields() -> list[str]:
    lines, inside = [], False
    schema = re.sub(r'""".*?"""', "", (REPOSITORY / "schema.graphql").read_text(), flags=re.DOTALL)
    for line in schema.splitlines():
        inside = (inside and line != "}") or line in ("type Query {", "type Mutation {", "type Subscription {")
        if inside and line.startswith("  ") and line[2:3].isalpha():
            lines.append(line)
    return lines


def test_past_or_future_timestamp_is_refused(scene: Scene):
    id = scene.blank("ann/iam")
    for seconds in (-2 * 86_400, 2 * 86_400):
        token = str(int((time.time() + seconds) * 1000))
        assert Caller(scene.ann, token).ask(operations.GET, {"id": id}) == "out"
