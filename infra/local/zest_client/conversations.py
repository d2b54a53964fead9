"""GraphQL documents of conversations with the assistant."""

from typing import Any

from zest_client.guest import Guest, new_id

Json = dict[str, Any]

FIELDS = "id name metadata credit turnsLeft createdAt updatedAt owner"
BYTES = "source { bytes }"
MESSAGE = f"""id conversationId associatedUserMessageId role aiContext state stopReason createdAt updatedAt owner
  content {{ text image {{ format {BYTES} }} document {{ format name {BYTES} }} toolUse {{ toolUseId name input }}
    toolResult {{ toolUseId status content {{ json text }} }} }}
  errors {{ message errorType }} covered {{ contentBlockIndex texts }}
  toolConfiguration {{ tools {{ toolSpec {{ name description inputSchema {{ json }} }} }} }}"""
PART = """id owner conversationId associatedUserMessageId contentBlockIndex contentBlockText
  contentBlockDeltaIndex contentBlockToolUse { toolUseId name input } contentBlockDoneAtIndex stopReason
  errors { message errorType } working p"""

CREATE = f"mutation Create($input: CreateConversationInput!) {{ createConversation(input: $input) {{ {FIELDS} }} }}"
GET = f"query Get($id: ID!) {{ getConversation(id: $id) {{ {FIELDS} }} }}"
LIST = f"""query List($filter: ConversationFilterInput, $limit: Int, $nextToken: String,
  $sortDirection: SortDirection) {{ listConversations(filter: $filter, limit: $limit, nextToken: $nextToken,
  sortDirection: $sortDirection) {{ items {{ {FIELDS} }} nextToken }} }}"""
UPDATE = f"mutation Update($input: UpdateConversationInput!) {{ updateConversation(input: $input) {{ {FIELDS} }} }}"
DELETE = "mutation Delete($id: ID!) { deleteConversation(id: $id) { id } }"
MESSAGES = f"""query Messages($id: ID!, $limit: Int, $nextToken: String) {{
  listConversationMessages(filter: {{ conversationId: {{ eq: $id }} }}, limit: $limit, nextToken: $nextToken) {{
    items {{ {MESSAGE} }} nextToken }} }}"""
SEND = f"""mutation Send($conversationId: ID!, $id: ID, $content: [ContentBlockInput!]!, $aiContext: AWSJSON,
  $toolConfiguration: ToolConfigurationInput) {{ sendMessage(conversationId: $conversationId, id: $id,
  content: $content, aiContext: $aiContext, toolConfiguration: $toolConfiguration) {{ {MESSAGE} }} }}"""
STOP = f"""mutation Stop($conversationId: ID!, $id: ID!) {{
  stopMessage(conversationId: $conversationId, id: $id) {{ {MESSAGE} }} }}"""
PUBLISH = f"""mutation Publish($part: ConversationMessageStreamPartInput!) {{
  publishConversationPart(part: $part) {{ {PART} }} }}"""
HISTORY = "query History($id: ID!) { getRecipe(id: $id) { mine agentConversationHistory } }"
# Subscriptions of this client always use the variable `owner`.
ON_PART = f"subscription OnPart($owner: ID!) {{ onConversationPart(conversationId: $owner) {{ {PART} }} }}"


def begin(guest: Guest, *, token: str | None = None, **given: Any) -> Json:
    """Creates a conversation. Raises Refused."""
    given = {"id": new_id()} | given
    begun: Json = guest.graphql(CREATE, {"input": given}, token=token)["createConversation"]
    return begun


def listed(guest: Guest, *, token: str | None = None, **arguments: Any) -> list[Json]:
    """Returns one page of the list. Raises Refused."""
    items: list[Json] = guest.graphql(LIST, arguments, token=token)["listConversations"]["items"]
    return items


def send(guest: Guest, conversation: str, text: str, *, token: str | None = None, **more: Any) -> Json:
    """Sends a question. Raises Refused."""
    given = {"conversationId": conversation, "id": new_id(), "content": [{"text": text}]} | more
    sent: Json = guest.graphql(SEND, given, token=token)["sendMessage"]
    return sent
