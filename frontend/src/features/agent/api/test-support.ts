import type { Conversation } from '../model/conversation'
import type { WirePart } from '../model/part'
import type { FetchedMessage } from './agent-api'

/** Conversation with default fields. */
export function aConversation(fields: Partial<Conversation> = {}): Conversation {
  return {
    id: 'c'.repeat(32),
    name: 'Make it vegan',
    metadata: '{}',
    credit: 'HELD',
    turnsLeft: 20,
    createdAt: '2026-11-23T08:00:00Z',
    updatedAt: '2026-11-23T08:00:00Z',
    ...fields,
  }
}

type Block = FetchedMessage['content'][number]

/** Message with default fields; a question by default. */
export function aMessage({
  content = [],
  ...fields
}: Partial<Omit<FetchedMessage, 'content'>> & { content?: readonly Partial<Block>[] }): FetchedMessage {
  const nothing = { text: null, image: null, document: null, toolUse: null }
  return {
    id: 'q',
    associatedUserMessageId: null,
    role: 'user',
    content: content.map((block) => ({ ...nothing, ...block })),
    state: null,
    stopReason: null,
    errors: [],
    covered: [],
    sent: null,
    ...fields,
  }
}

/** Part whose fields are null unless given. */
export function aPart(fields: Partial<WirePart>): WirePart {
  return {
    conversationId: 'c'.repeat(32),
    associatedUserMessageId: 'q',
    contentBlockIndex: null,
    contentBlockText: null,
    contentBlockDeltaIndex: null,
    contentBlockToolUse: null,
    contentBlockDoneAtIndex: null,
    stopReason: null,
    errors: null,
    working: null,
    ...fields,
  }
}
