import { createStore, type StoreApi } from 'zustand/vanilla'
import { ON_CONVERSATION_PART } from '../../../contract/agent-operations'
import type { ApiClient } from '../../../shared/api/api-client'
import { type ConnectionState, LiveConnection } from '../../../shared/api/recipes/live-connection'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { type AgentFailure, agentFailureOf } from '../model/agent-problem'
import { Answer, type AnswerBlock } from '../model/answer'
import { type Conversation, nameOf, type QuestionBlock, questionOf, storedAnswerOf } from '../model/conversation'
import { type Decision, MAX_DECISIONS } from '../model/decisions'
import { type PartError, type StopReason, saidOf, type WirePart } from '../model/part'
import { AgentApi, type FetchedMessage } from './agent-api'

/** A question and its answer. */
export interface Turn {
  /** Id of the question. */
  readonly id: string
  readonly question: readonly QuestionBlock[]
  /** `refused`: the server did not accept the question. `over`: the answer is complete. */
  readonly phase: 'sending' | 'refused' | 'answering' | 'over'
  /** Why the question was refused. */
  readonly failure: AgentFailure | null
  readonly blocks: readonly AnswerBlock[]
  readonly errors: readonly PartError[]
  readonly stopReason: StopReason | null
  /** Name of the server tool that is running. */
  readonly working: string | null
  readonly isStopping: boolean
  /** True if no part has arrived for so long that the answer may never end. */
  readonly isStalled: boolean
}

export interface ChatSnapshot {
  /** `new`: nothing was asked and nothing is stored yet. */
  readonly phase: 'new' | 'loading' | 'ready' | 'failed'
  readonly conversation: Conversation | null
  readonly turns: readonly Turn[]
  readonly connection: ConnectionState
  readonly failure: AgentFailure | null
}

/** Where in the app the question is asked. */
export interface Place {
  readonly recipeId: string | null
  readonly language: Language
}

interface Entry extends Omit<Turn, 'blocks' | 'errors' | 'stopReason' | 'working'> {
  readonly answer: Answer
  working: { readonly count: number; readonly tool: string } | null
  /** Time of the last request or new part of the answer, in ms since the epoch. */
  heardAt: number
  /** The stored answer at the last fetch, serialized, to detect progress. */
  stored: string
  /** Number of automatic resends since the user asked or retried. */
  resent: number
}
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Wait for a late part after a gap was seen. */
const GAP_MS = 1_500
/** Time without parts after which the stored answer is fetched. */
const QUIET_MS = 8_000
/** The server treats a run that has written nothing for 20 s as dead; sending the question again restarts it. */
const DEAD_MS = 25_000
const MAX_RESENT = 2
/** Delays of the refreshes after an answer, whose credit is settled shortly afterwards. */
const SETTLED_AFTER_MS = [0, 2_000, 6_000]

/**
 * Live state of one conversation: folds parts as they arrive and fetches what was lost. Subscribed only while it has
 * listeners.
 */
export class ChatStore {
  readonly id: string
  readonly #api: AgentApi
  readonly #place: Place
  readonly #onBegun: (id: string) => void
  readonly #live: LiveConnection<WirePart>
  readonly #state: StoreApi<ChatSnapshot>
  readonly getSnapshot: () => ChatSnapshot
  #subscribers = 0
  #entries: Writable<Entry>[] = []
  /** Decisions on proposals not sent yet, by proposal id, latest last. */
  #decisions = new Map<string, Decision>()
  #conversation: Conversation | null = null
  #failure: AgentFailure | null = null
  #connection: ConnectionState = 'connecting'
  /** Whether the conversation is known to exist on the server. */
  #isKept: boolean
  /** Attachments are fetched once. */
  #isLoaded = false
  #isFetching = false
  #watch: ReturnType<typeof setTimeout> | undefined

  /**
   * @param id stored conversation, or null to create one with the first question
   * @param onBegun called with the id of a created conversation
   */
  constructor(server: ApiClient, id: string | null, place: Place, onBegun: (id: string) => void = () => undefined) {
    this.id = id ?? newRecipeId()
    this.#isKept = id !== null
    this.#isLoaded = id === null
    this.#place = place
    this.#onBegun = onBegun
    this.#api = new AgentApi(server)
    this.#live = new LiveConnection<WirePart>(
      {
        owner: async () => this.id,
        listen: (conversationId, handlers) =>
          server.subscribe(ON_CONVERSATION_PART, { conversationId }, handlers, (data) => data.onConversationPart),
        refreshSession: () => server.refreshSession(),
      },
      {
        onChange: (part) => this.#receivePart(part),
        onState: (state) => {
          this.#connection = state
          this.#updateSnapshot()
        },
        peek: async () => {
          if (!this.#isLoaded) await this.#fetchMessages()
        },
        load: () => this.#fetchMessages(),
      },
    )
    this.#state = createStore(() => this.#takeSnapshot())
    this.getSnapshot = this.#state.getState
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#state.subscribe(listener)
    this.#subscribers += 1
    if (this.#subscribers === 1 && this.#isKept) this.#begin()
    return () => {
      end()
      this.#subscribers -= 1
      if (this.#subscribers > 0) return
      this.#live.stop()
      clearTimeout(this.#watch)
      this.#watch = undefined
    }
  }

  /** Sends a question; the result appears in the snapshot. */
  ask(question: readonly QuestionBlock[]): void {
    const entry = newEntry(newRecipeId(), question, 'sending')
    this.#entries = [...this.#entries, entry]
    void this.#send(entry)
  }

  /** Resends a refused or unfinished question; asks again under a new id if the answer has ended. */
  retry(id: string): void {
    const entry = this.#entries.find((one) => one.id === id)
    if (entry === undefined) return
    if (entry.phase === 'over') this.ask(entry.question)
    else void this.#send(entry)
  }

  /** Records a decision on a proposal, to be sent with the next question. */
  readonly decide = (decision: Decision): void => {
    this.#decisions.delete(decision.proposal)
    this.#decisions.set(decision.proposal, decision)
  }

  async stop(): Promise<void> {
    const entry = this.#entries.findLast(({ phase }) => phase === 'answering')
    if (entry === undefined || entry.isStopping) return
    entry.isStopping = true
    this.#updateSnapshot()
    try {
      await this.#api.stop(this.id, entry.id)
    } catch {
      // The request failed: the answer continues and can be stopped again.
      entry.isStopping = false
      this.#updateSnapshot()
    }
  }

  /** Reconnects without waiting for the back-off. */
  readonly reconnect = (): void => this.#live.retryNow()

  #begin(): void {
    this.#live.start()
    void this.#refresh()
    this.#watchForSilence()
  }

  async #send(entry: Writable<Entry>): Promise<void> {
    Object.assign(entry, { phase: 'sending', failure: null, isStalled: false, heardAt: Date.now(), resent: 0 })
    this.#updateSnapshot()
    try {
      if (!this.#isKept) {
        this.#conversation = await this.#api.create(this.id, nameOf(entry.question), this.#place.recipeId)
        this.#isKept = true
        if (this.#subscribers > 0) this.#live.start()
        this.#onBegun(this.id)
      }
      await this.#ask(entry)
      if (entry.phase === 'sending') entry.phase = 'answering'
      entry.heardAt = Date.now()
      void this.#refresh()
    } catch (thrown) {
      // If parts have arrived the question was accepted, even if the response was lost.
      if (entry.phase === 'sending') Object.assign(entry, { phase: 'refused', failure: agentFailureOf(thrown) })
    }
    this.#watchForSilence()
    this.#updateSnapshot()
  }

  async #ask({ id, question }: Entry): Promise<void> {
    const { recipeId, language } = this.#place
    const decisions = Array.from(this.#decisions.values()).slice(-MAX_DECISIONS)
    await this.#api.ask(this.id, id, question, {
      ...(recipeId !== null && { recipeId }),
      language,
      ...(decisions.length > 0 && { decisions }),
    })
    for (const decision of decisions) {
      // A decision changed during the request stays for the next question.
      if (this.#decisions.get(decision.proposal) === decision) this.#decisions.delete(decision.proposal)
    }
  }

  #receivePart(part: WirePart): void {
    const payload = saidOf(part)
    const entry = this.#entries.find(({ id }) => id === part.associatedUserMessageId)
    if (payload === null) return
    if (entry === undefined) {
      // Unknown question, asked on another device: fetch it.
      if (!this.#isFetching) void this.#fetchMessages().catch(() => undefined)
      return
    }
    Object.assign(entry, { heardAt: Date.now(), isStalled: false })
    entry.answer.fold(payload)
    if (payload.kind === 'working') {
      if (payload.count >= (entry.working?.count ?? 0)) entry.working = payload
    } else entry.working = null
    this.#settle(entry)
    this.#watchForSilence()
    this.#updateSnapshot()
  }

  /** Fetches the stored messages and merges what was missed. Rejects with an `AgentFailure`. */
  async #fetchMessages(): Promise<void> {
    this.#isFetching = true
    try {
      const messages = await this.#api.messages(this.id, !this.#isLoaded)
      this.#isLoaded = true
      this.#failure = null
      this.#mergeMessages(messages)
    } catch (thrown) {
      this.#failure = agentFailureOf(thrown)
      const { code } = this.#failure
      if (code === 'AGENT_NOT_FOUND' || code === 'UNAUTHORIZED') this.#live.stop()
      this.#updateSnapshot()
      throw this.#failure
    } finally {
      this.#isFetching = false
    }
    this.#watchForSilence()
    this.#updateSnapshot()
  }

  #mergeMessages(messages: readonly FetchedMessage[]): void {
    const known = new Map(this.#entries.map((entry) => [entry.id, entry]))
    const stored: Writable<Entry>[] = []
    for (const message of messages) {
      if (message.role === 'user') {
        const entry = known.get(message.id) ?? newEntry(message.id, questionOf(message, message.sent), 'answering')
        known.delete(message.id)
        if (entry.phase === 'refused') entry.phase = 'answering'
        stored.push(entry)
        continue
      }
      const entry = stored.find(({ id }) => id === message.associatedUserMessageId)
      if (entry === undefined) continue
      const answer = storedAnswerOf(message)
      const seen = JSON.stringify(answer)
      if (seen !== entry.stored) Object.assign(entry, { stored: seen, heardAt: Date.now(), isStalled: false })
      entry.answer.heal(answer)
      this.#settle(entry)
    }
    // Only the last question can still be answered.
    for (const entry of stored.slice(0, -1)) if (entry.phase === 'answering') entry.phase = 'over'
    this.#entries = [...stored, ...known.values()]
  }

  #settle(entry: Writable<Entry>): void {
    if (entry.phase === 'over') return
    if (!entry.answer.isWhole) {
      entry.phase = 'answering'
      return
    }
    Object.assign(entry, { phase: 'over', working: null, isStopping: false, isStalled: false })
    for (const delay of SETTLED_AFTER_MS) setTimeout(() => void this.#refresh(), delay)
  }

  /** Refreshes credit and turn count. A failure keeps the known values. */
  async #refresh(): Promise<void> {
    if (this.#subscribers === 0 || !this.#isKept) return
    const conversation = await this.#api.conversation(this.id).catch(() => null)
    if (conversation === null || JSON.stringify(conversation) === JSON.stringify(this.#conversation)) return
    this.#conversation = conversation
    this.#updateSnapshot()
  }

  /** Schedules checks of the running answer until it ends. */
  #watchForSilence(): void {
    const entry = this.#entries.findLast(({ phase }) => phase === 'answering')
    clearTimeout(this.#watch)
    this.#watch = undefined
    if (entry === undefined || this.#subscribers === 0) return
    this.#watch = setTimeout(() => void this.#check(entry), entry.answer.hasGap ? GAP_MS : QUIET_MS)
  }

  async #check(entry: Writable<Entry>): Promise<void> {
    await this.#fetchMessages().catch(() => undefined)
    if (entry.phase === 'answering' && Date.now() - entry.heardAt > DEAD_MS) {
      if (entry.resent < MAX_RESENT) {
        Object.assign(entry, { resent: entry.resent + 1, heardAt: Date.now() })
        // Success shows in the parts that arrive.
        await this.#ask(entry).catch(() => undefined)
      } else entry.isStalled = true
    }
    this.#watchForSilence()
    this.#updateSnapshot()
  }

  #takeSnapshot(): ChatSnapshot {
    const phase = this.#failure !== null && !this.#isLoaded ? 'failed' : this.#isLoaded ? 'ready' : 'loading'
    return {
      phase: this.#isKept || this.#entries.length > 0 ? phase : 'new',
      conversation: this.#conversation,
      turns: this.#entries.map(turnOf),
      connection: this.#connection,
      failure: this.#failure,
    }
  }

  #updateSnapshot(): void {
    this.#state.setState(this.#takeSnapshot())
  }
}

function newEntry(id: string, question: readonly QuestionBlock[], phase: Entry['phase']): Writable<Entry> {
  const answer = new Answer()
  const quiet = { failure: null, working: null, isStopping: false, isStalled: false, stored: '', resent: 0 }
  return { id, question, phase, answer, heardAt: Date.now(), ...quiet }
}

function turnOf({ answer, working, id, question, phase, failure, isStopping, isStalled }: Entry): Turn {
  const { errors, stopReason } = answer
  const tool = working?.tool ?? null
  return {
    id,
    question,
    phase,
    failure,
    isStopping,
    isStalled,
    blocks: answer.content(),
    errors,
    stopReason,
    working: tool,
  }
}
