"""GraphQL documents of feedback."""

from typing import Any

from zest_client.guest import Guest, new_id

Json = dict[str, Any]

FIELDS = """id mine type message email recipeId wrongPart status answer answeredAt note handledBy handledAt createdBy
  version createdAt updatedAt reading { title ingredients instructions prep_time cook_time total_time language
  sourceHost }"""

CREATE = f"mutation Write($input: CreateFeedbackInput!) {{ createFeedback(input: $input) {{ {FIELDS} }} }}"
GET = f"query Get($id: ID!) {{ getFeedback(id: $id) {{ {FIELDS} }} }}"
LIST = f"""query List($mine: Boolean, $filter: FeedbackFilterInput, $limit: Int, $nextToken: String,
  $sortDirection: SortDirection) {{ listFeedbacks(mine: $mine, filter: $filter, limit: $limit, nextToken: $nextToken,
  sortDirection: $sortDirection) {{ items {{ {FIELDS} }} nextToken }} }}"""
UPDATE = f"mutation Update($input: UpdateFeedbackInput!) {{ updateFeedback(input: $input) {{ {FIELDS} }} }}"
DELETE = "mutation Delete($id: ID!) { deleteFeedback(id: $id) { id } }"


def write(guest: Guest, message: str = "Is it soup?", **more: Any) -> Json:
    """Creates feedback, by default a question. Raises Refused."""
    given = {"id": new_id(), "type": "QUESTION", "message": message} | more
    written: Json = guest.graphql(CREATE, {"input": given})["createFeedback"]
    return written


def listed(guest: Guest, *, token: str | None = None, **arguments: Any) -> list[Json]:
    """Returns one page of the list. Raises Refused."""
    items: list[Json] = guest.graphql(LIST, arguments, token=token)["listFeedbacks"]["items"]
    return items
