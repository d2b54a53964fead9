import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CREATE_CONVERSATION,
  GET_CONVERSATION,
  LIST_CONVERSATION_MESSAGES,
  LIST_WHOLE_MESSAGES,
  SEND_MESSAGE,
  STOP_MESSAGE,
} from '../../../contract/agent-operations'
import type { LiveHandlers } from '../../../shared/api/backend'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { Problem } from '../../../shared/lib/errors'
import type { WirePart } from '../model/part'
import { ChatStore } from './chat-store'
import { aConversation, aMessage, aPart } from './test-support'

const PLACE = { recipeId: 'a'.repeat(32), language: 'es' } as const
const ID = 'c'.repeat(32)
const TEXT = [{ kind: 'text', text: 'Make it vegan' }] as const

let server: ScriptedApiClient
let stored: ReturnType<typeof aMessage>[]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  server = new ScriptedApiClient()
  stored = []
  const page = () => ({ listConversationMessages: { items: stored, nextToken: null } })
  server.backend.answer(LIST_CONVERSATION_MESSAGES, page)
  server.backend.answer(LIST_WHOLE_MESSAGES, page)
  server.backend.answer(GET_CONVERSATION, () => ({ getConversation: aConversation({ id: ID }) }))
  server.backend.answer(CREATE_CONVERSATION, ({ id }: { id: string }) => ({
    createConversation: aConversation({ id }),
  }))
  server.backend.answer(SEND_MESSAGE, ({ id }: { id: string }) => ({ sendMessage: { id } }))
  server.backend.answer(STOP_MESSAGE, ({ id }: { id: string }) => ({ stopMessage: { id } }))
  end = () => undefined
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

function open(id: string | null = ID, onBegun?: (id: string) => void): ChatStore {
  const store = new ChatStore(server, id, PLACE, onBegun)
  end = store.subscribe(() => undefined)
  return store
}
const live = () => server.live as unknown as LiveHandlers<WirePart>
const settle = () => vi.advanceTimersByTimeAsync(0)
const turn = (store: ChatStore, at = -1) => {
  const found = store.getSnapshot().turns.at(at)
  if (found === undefined) throw new Error('there is no such turn')
  return found
}
const words = (store: ChatStore, at = -1) =>
  turn(store, at).blocks.map((block) => (block.kind === 'text' ? block.text : block.toolUse.name))
const sent = (operation: unknown) =>
  server.backend.sent.filter((call) => call.operation === operation).map((call) => call.variables)

/** A conversation whose last question is being answered. */
async function asked(): Promise<{ store: ChatStore; question: string; tell: (fields: Partial<WirePart>) => void }> {
  const store = open()
  await settle()
  live().onAcknowledged()
  await settle()
  store.ask(TEXT)
  await settle()
  const question = turn(store).id
  stored = [aMessage({ id: question, content: [{ text: 'Make it vegan' }] })]
  return { store, question, tell: (fields) => live().onChange(aPart({ associatedUserMessageId: question, ...fields })) }
}
const text = (delta: number, said: string, block = 0) => ({
  contentBlockIndex: block,
  contentBlockDeltaIndex: delta,
  contentBlockText: said,
})

describe('a conversation', () => {
  it('is created by its first question, with a new id and the current place', async () => {
    const begun: string[] = []
    const store = open(null, (id) => begun.push(id))
    expect(store.getSnapshot().phase).toBe('new')
    expect(server.listening).toHaveLength(0)
    store.ask(TEXT)
    await settle()
    expect(begun).toEqual([store.id])
    expect(sent(CREATE_CONVERSATION)).toEqual([
      { id: store.id, name: 'Make it vegan', metadata: JSON.stringify({ recipeId: PLACE.recipeId }) },
    ])
    expect(sent(SEND_MESSAGE)).toEqual([
      {
        conversationId: store.id,
        id: turn(store).id,
        content: [{ text: 'Make it vegan' }],
        aiContext: JSON.stringify({ recipeId: PLACE.recipeId, language: 'es' }),
      },
    ])
    expect(turn(store).phase).toBe('answering')
  })

  it('sends decisions on proposals with the next question, once', async () => {
    const { store, tell } = await asked()
    tell({ stopReason: 'end_turn', contentBlockIndex: 0 })
    const decided = (proposal: string, isTakenBack: boolean) => ({
      proposal,
      accepted: [],
      refused: ['1 egg → '],
      isTakenBack,
    })
    store.decide(decided('t-0', false))
    store.decide(decided('t-1', false))
    store.decide(decided('t-0', true))
    server.backend.answer(SEND_MESSAGE, () => {
      throw new Problem('BUSY')
    })
    store.ask(TEXT)
    await settle()
    server.backend.answer(SEND_MESSAGE, ({ id }: { id: string }) => ({ sendMessage: { id } }))
    store.retry(turn(store).id)
    await settle()
    store.ask(TEXT)
    await settle()
    const contexts = sent(SEND_MESSAGE).map((variables) => JSON.parse((variables as { aiContext: string }).aiContext))
    const decisions = [decided('t-1', false), decided('t-0', true)]
    expect(contexts.map((context) => context.decisions)).toEqual([undefined, decisions, decisions, undefined])
    expect(contexts.every(({ recipeId }) => recipeId === PLACE.recipeId)).toBe(true)
  })

  it('shows text and the running tool from parts in any order, also duplicated', async () => {
    const { store, tell } = await asked()
    tell({ contentBlockDeltaIndex: 0, working: 'adapt' })
    expect(turn(store).working).toBe('adapt')
    tell(text(1, 'there'))
    expect(words(store)).toEqual([])
    tell(text(0, 'Hello '))
    tell(text(0, 'Hello '))
    expect(words(store)).toEqual(['Hello there'])
    expect(turn(store).working).toBeNull()
    tell({ contentBlockIndex: 0, contentBlockDoneAtIndex: 1 })
    expect(turn(store).phase).toBe('answering')
    tell({ contentBlockIndex: 1, stopReason: 'end_turn' })
    expect(turn(store)).toMatchObject({ phase: 'over', stopReason: 'end_turn' })
  })

  it('fetches the stored answer to fill a gap, and never shrinks', async () => {
    const { store, question, tell } = await asked()
    tell(text(0, 'One '))
    tell(text(2, 'three'))
    stored.push(
      aMessage({
        id: `${question}.a`,
        associatedUserMessageId: question,
        role: 'assistant',
        content: [{ text: 'One two ' }],
        covered: [{ contentBlockIndex: 0, texts: 2 }],
        state: 'ONGOING',
      }),
    )
    await vi.advanceTimersByTimeAsync(1_600)
    expect(words(store)).toEqual(['One two three'])
  })

  it('resumes after a reload during an answer', async () => {
    stored = [
      aMessage({ id: 'q', content: [{ text: 'Make it vegan' }] }),
      aMessage({
        id: 'q.a',
        associatedUserMessageId: 'q',
        role: 'assistant',
        content: [{ text: 'I am ' }],
        covered: [{ contentBlockIndex: 0, texts: 1 }],
        state: 'ONGOING',
      }),
    ]
    const store = open()
    expect(store.getSnapshot().phase).toBe('loading')
    await settle()
    expect(words(store)).toEqual(['I am '])
    expect(turn(store)).toMatchObject({ phase: 'answering', question: [{ kind: 'text', text: 'Make it vegan' }] })
    live().onAcknowledged()
    live().onChange(aPart({ associatedUserMessageId: 'q', ...text(1, 'on it.') }))
    await settle()
    expect(words(store)).toEqual(['I am on it.'])
    // Attachments are fetched once.
    expect([sent(LIST_WHOLE_MESSAGES).length, sent(LIST_CONVERSATION_MESSAGES).length]).toEqual([1, 1])
  })

  it('resends a question that was refused, and shows the reason', async () => {
    server.backend.answer(SEND_MESSAGE, () => {
      throw new Problem('NO_CREDITS')
    })
    const store = open()
    await settle()
    store.ask(TEXT)
    await settle()
    expect(turn(store)).toMatchObject({ phase: 'refused', failure: { code: 'NO_CREDITS' } })
    server.backend.answer(SEND_MESSAGE, ({ id }: { id: string }) => ({ sendMessage: { id } }))
    store.retry(turn(store).id)
    await settle()
    expect(turn(store)).toMatchObject({ phase: 'answering', failure: null })
    const ids = sent(SEND_MESSAGE).map((variables) => (variables as { id: string }).id)
    expect(new Set(ids).size).toBe(1)
    expect(store.getSnapshot().turns).toHaveLength(1)
  })

  it('asks again after an answer that ended with errors', async () => {
    const { store, question, tell } = await asked()
    tell({ errors: [{ message: 'Too many.', errorType: 'AGENT_THROTTLED' }] })
    expect(turn(store)).toMatchObject({ phase: 'over', errors: [{ errorType: 'AGENT_THROTTLED' }] })
    store.retry(question)
    await settle()
    expect(store.getSnapshot().turns).toHaveLength(2)
    expect(turn(store).id).not.toBe(question)
  })

  it('is stopped on request', async () => {
    const { store, question, tell } = await asked()
    tell(text(0, 'Well'))
    await store.stop()
    expect(sent(STOP_MESSAGE)).toEqual([{ conversationId: ID, id: question }])
    expect(turn(store).isStopping).toBe(true)
    tell({ contentBlockIndex: 0, contentBlockDoneAtIndex: 0 })
    tell({ contentBlockIndex: 1, stopReason: 'stopped' })
    expect(turn(store)).toMatchObject({ phase: 'over', isStopping: false, stopReason: 'stopped' })
  })

  it('restarts an abandoned answer by resending the question, and reports when that fails', async () => {
    const { store, question, tell } = await asked()
    tell(text(0, 'Well'))
    await vi.advanceTimersByTimeAsync(33_000)
    expect(sent(SEND_MESSAGE).map((variables) => (variables as { id: string }).id)).toEqual([question, question])
    expect(turn(store).isStalled).toBe(false)
    await vi.advanceTimersByTimeAsync(70_000)
    expect(sent(SEND_MESSAGE)).toHaveLength(3)
    expect(turn(store)).toMatchObject({ phase: 'answering', isStalled: true })
    tell(text(1, ', then'))
    expect(turn(store).isStalled).toBe(false)
  })

  it('shows what was asked on another device', async () => {
    const { store } = await asked()
    stored.push(aMessage({ id: 'other', content: [{ text: 'And metric' }] }))
    live().onChange(aPart({ associatedUserMessageId: 'other', ...text(0, 'Yes') }))
    await settle()
    expect(turn(store).question).toEqual([{ kind: 'text', text: 'And metric' }])
    expect(turn(store, 0).phase).toBe('over')
  })

  it('reports a missing conversation and stops polling', async () => {
    server.backend.answer(LIST_WHOLE_MESSAGES, () => {
      throw new Problem('UNKNOWN', 'AGENT_NOT_FOUND: there is no such conversation or message')
    })
    const store = open()
    await settle()
    expect(store.getSnapshot()).toMatchObject({ phase: 'failed', failure: { code: 'AGENT_NOT_FOUND' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent(LIST_WHOLE_MESSAGES)).toHaveLength(1)
  })

  it('refreshes the state of its credit after the answer', async () => {
    const { store, tell } = await asked()
    server.backend.answer(GET_CONVERSATION, () => ({
      getConversation: aConversation({ id: ID, credit: 'USED', turnsLeft: 19 }),
    }))
    tell({ ...text(0, 'Done.') })
    tell({ contentBlockIndex: 0, contentBlockDoneAtIndex: 0 })
    tell({ contentBlockIndex: 1, stopReason: 'end_turn' })
    await settle()
    expect(store.getSnapshot().conversation).toMatchObject({ credit: 'USED', turnsLeft: 19 })
  })
})
