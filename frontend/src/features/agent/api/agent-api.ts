import {
  CONVERSATIONS_OF_RECIPE,
  CREATE_CONVERSATION,
  DELETE_CONVERSATION,
  GET_CONVERSATION,
  LIST_CONVERSATION_MESSAGES,
  LIST_CONVERSATIONS,
  LIST_WHOLE_MESSAGES,
  SEND_MESSAGE,
  STOP_MESSAGE,
} from '../../../contract/agent-operations'
import type { Operation } from '../../../contract/operation'
import type { ContentBlockInput } from '../../../contract/operations'
import type { ApiClient } from '../../../shared/api/api-client'
import { OwnerCalls } from '../../../shared/api/owner-calls'
import { boolean, nullable, objectOf, text } from '../../../shared/lib/browser/schema'
import { Problem } from '../../../shared/lib/errors'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { agentFailureOf } from '../model/agent-problem'
import { type Conversation, type Message, metadataFor, type QuestionBlock, type SentBytes } from '../model/conversation'
import type { Decision } from '../model/decisions'
import { type Patch, readPatch } from '../model/patch'
import type { Wish } from '../model/wishes'

/** The part of the API client that this adapter uses. */
export type AgentServer = Pick<ApiClient, 'send' | 'call'>

/** A message with the bytes of its attachments, or null if they were not requested. */
export type FetchedMessage = Message & { readonly sent: readonly SentBytes[] | null }

export interface Proposed {
  /** Null if nothing would change. */
  readonly patch: Patch | null
  /** Comment of the assistant in the user's language. */
  readonly words: string | null
  /** Whether it was computed without a language model. */
  readonly isReckoned: boolean
}

interface MessagePage {
  readonly items: readonly FetchedMessage[]
  readonly nextToken: string | null
}

const PAGE = 30
const PROPOSED = objectOf({ patch: (value: unknown) => value ?? null, words: nullable(text), reckoned: boolean })

/** Calls of the assistant API. Each rejects with an `AgentFailure`. */
export class AgentApi {
  readonly #server: AgentServer
  readonly #calls: OwnerCalls

  constructor(server: AgentServer) {
    this.#server = server
    this.#calls = new OwnerCalls(server)
  }

  /** One page of the caller's conversations, latest change first. */
  async conversations(after: string | null) {
    const { listConversations } = await this.#send(LIST_CONVERSATIONS, { limit: PAGE, nextToken: after })
    return found(listConversations)
  }

  async conversation(id: string): Promise<Conversation> {
    return found((await this.#send(GET_CONVERSATION, { id })).getConversation)
  }

  /** Ids of the conversations about one of the caller's recipes, latest first. */
  async ofRecipe(id: string): Promise<readonly string[]> {
    const { getRecipe } = await this.#send(CONVERSATIONS_OF_RECIPE, { id })
    return getRecipe?.agentConversationHistory ?? []
  }

  /** Creates a conversation. Idempotent: the same id returns the stored one. */
  async create(id: string, name: string | null, recipeId: string | null): Promise<Conversation> {
    const variables = { id, name, metadata: metadataFor(recipeId) }
    return found((await this.#send(CREATE_CONVERSATION, variables)).createConversation)
  }

  async remove(id: string): Promise<void> {
    found((await this.#send(DELETE_CONVERSATION, { id })).deleteConversation)
  }

  /**
   * All messages, oldest first.
   * @param isWhole whether to fetch the bytes of attachments
   */
  async messages(conversationId: string, isWhole: boolean): Promise<FetchedMessage[]> {
    const all: FetchedMessage[] = []
    let nextToken: string | null = null
    do {
      const page: MessagePage = await this.#page(conversationId, nextToken, isWhole)
      all.push(...page.items)
      nextToken = page.nextToken
    } while (nextToken !== null)
    return all
  }

  /**
   * Sends a question. Repeating an id does nothing if its answer has ended, and restarts an abandoned answer.
   * @param context current recipe, UI language and decisions on proposals since the last question
   */
  async ask(
    conversationId: string,
    id: string,
    blocks: readonly QuestionBlock[],
    context: { readonly recipeId?: string; readonly language: Language; readonly decisions?: readonly Decision[] },
  ): Promise<void> {
    const content = blocks.flatMap((block): ContentBlockInput[] => {
      if (block.kind === 'text') return [{ text: block.text }]
      if (block.bytes === null) return []
      const source = { bytes: block.bytes }
      return block.kind === 'image'
        ? [{ image: { format: block.format, source } }]
        : [{ document: { format: block.format, name: block.name, source } }]
    })
    found(
      (await this.#send(SEND_MESSAGE, { conversationId, id, content, aiContext: JSON.stringify(context) })).sendMessage,
    )
  }

  /** Cancels the answer to a question. */
  async stop(conversationId: string, id: string): Promise<void> {
    found((await this.#send(STOP_MESSAGE, { conversationId, id })).stopMessage)
  }

  /** The recipe with the wish applied, without changing the stored one. */
  async propose(recipeId: string, wish: Wish['words'], language: Language): Promise<Proposed> {
    const call = { method: 'POST', path: '/api/agent/propose', body: { recipeId, wish, language } } as const
    const answer = PROPOSED(
      await this.#calls.call(call).catch((thrown: unknown) => {
        throw agentFailureOf(thrown)
      }),
    )
    if (answer === undefined) throw new Problem('UNKNOWN')
    const patch = answer.patch === null ? null : readPatch(answer.patch)
    if (answer.patch !== null && patch === null) throw new Problem('UNKNOWN')
    return { patch, words: answer.words, isReckoned: answer.reckoned }
  }

  async #page(conversationId: string, nextToken: string | null, isWhole: boolean): Promise<MessagePage> {
    const variables = { conversationId, nextToken }
    if (isWhole) return found((await this.#send(LIST_WHOLE_MESSAGES, variables)).listConversationMessages)
    const page = found((await this.#send(LIST_CONVERSATION_MESSAGES, variables)).listConversationMessages)
    return { ...page, items: page.items.map((message) => ({ ...message, sent: null })) }
  }

  async #send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data> {
    try {
      return await this.#server.send(operation, variables)
    } catch (thrown) {
      throw agentFailureOf(thrown)
    }
  }
}

function found<Value>(value: Value | null): Value {
  if (value === null) throw new Problem('AGENT_NOT_FOUND')
  return value
}
