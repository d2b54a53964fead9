"""GraphQL documents of shopping lists shared by link."""

from typing import Any

from zest_client.guest import Guest, new_id

Json = dict[str, Any]

ITEM = "id text aisle language done"
FIELDS = f"id mine items {{ {ITEM} }} version createdAt updatedAt expiresAt"
CHANGED = f"id version items {{ {ITEM} }} removed ended"

CREATE = f"mutation Share($input: CreateSharedListInput!) {{ createSharedList(input: $input) {{ {FIELDS} }} }}"
GET = f"query Get($id: ID!) {{ getSharedList(id: $id) {{ {FIELDS} }} }}"
LIST = f"query List {{ listSharedLists {{ {FIELDS} }} }}"
CHANGE = f"mutation Change($input: ChangeSharedListInput!) {{ changeSharedList(input: $input) {{ {CHANGED} }} }}"
END = f"mutation End($id: ID!) {{ endSharedList(id: $id) {{ {CHANGED} }} }}"
# Subscriptions of this client always use the variable `owner`.
ON_CHANGE = f"subscription OnChange($owner: ID!) {{ onSharedListChange(id: $owner) {{ {CHANGED} }} }}"


def share(guest: Guest, *texts: str, token: str | None = None, id: str | None = None) -> Json:
    """Shares a list of these items, with the ids 0, 1 and so on in hexadecimal digits. Raises Refused."""
    items = [{"id": f"{number:x}", "text": text} for number, text in enumerate(texts)]
    shared: Json = guest.graphql(CREATE, {"input": {"id": id or new_id(), "items": items}}, token=token)[
        "createSharedList"
    ]
    return shared


def change(guest: Guest, id: str, *items: Json, token: str | None = None) -> Json:
    """Changes items. Raises Refused."""
    changed: Json = guest.graphql(CHANGE, {"input": {"id": id, "items": list(items)}}, token=token)["changeSharedList"]
    return changed


def get(guest: Guest, id: str) -> Json:
    """Returns a list. Raises Refused."""
    found: Json = guest.graphql(GET, {"id": id})["getSharedList"]
    return found


def end(guest: Guest, id: str) -> Json:
    """Ends a list. Raises Refused."""
    ended: Json = guest.graphql(END, {"id": id})["endSharedList"]
    return ended
