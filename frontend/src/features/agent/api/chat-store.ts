import { ON_CONVERSATION_PART } from '../../../contract/agent-operations'
import type { ApiClient } from '../../../shared/api/api-client'
import { type ConnectionState, LiveConnection } from '../../../shared/api/recipes/live-connection'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { type AgentFailure, agentFailureOf } from '../model/agent-problem'
import { Answer, type AnswerBlock } from '../model/answer'
import { type Conversation, nameOf, type QuestionBlock, questionOf, storedAnswerOf } from '../model/conversation'
import { type Decision, MOST_DECISIONS } from '../model/decisions'
import { type PartError, type StopReason, saidOf, type WirePart } from '../model/part'
import { AgentApi, type FetchedMessage } from './agent-api'

/** A question and what is answered. */
export interface Turn {
  /** Of the question. */
  readonly id: string
  readonly question: readonly QuestionBlock[]
  /** `refused`: the question was not taken; `over`: nothing more comes. */
  readonly phase: 'sending' | 'refused' | 'answering' | 'over'
  /** Why the question was not taken. */
  readonly failure: AgentFailure | null
  readonly blocks: readonly AnswerBlock[]
  readonly errors: readonly PartError[]
  readonly stopReason: StopReason | null
  /** Which of the server's tools is at work. */
  readonly working: string | null
  readonly isStopping: boolean
  /** Nothing has been heard for so long that it may never end by itself. */
  readonly isStalled: boolean
}

export interface ChatSnapshot {
  /** `new`: nothing was asked yet, and nothing is kept. */
  readonly phase: 'new' | 'loading' | 'ready' | 'failed'
  readonly conversation: Conversation | null
  readonly turns: readonly Turn[]
  readonly connection: ConnectionState
  /** Why the conversation could not be loaded. */
  readonly failure: AgentFailure | null
}

/** Where the cook is when they ask. */
export interface Place {
  readonly recipeId: string | null
  readonly language: Language
}

interface Entry extends Omit<Turn, 'blocks' | 'errors' | 'stopReason' | 'working'> {
  readonly answer: Answer
  working: { readonly count: number; readonly tool: string } | null
  /** When something was last heard of its answer, in milliseconds. */
  heardAt: number
  /** What was stored of its answer when it was last looked up. */
  stored: string
  /** How often the server was asked to go on with it. */
  resent: number
}
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** What came after it is here: what is missing may only be late. */
const GAP_MS = 1_500
/** So long an answer may be silent before it is looked up. */
const QUIET_MS = 8_000
/** A run that has written nothing for 20 seconds is dead to the server; then the same question sets it going again. */
const DEAD_MS = 25_000
const MOST_RESENT = 2
/** The credit is settled a moment after the answer. */
const SETTLED_AFTER_MS = [0, 2_000, 6_000]

/**
 * One conversation, live: what is heard of an answer is folded as it comes, and whatever is lost on the way is looked up. It
 * listens while somebody looks.
 */
export class ChatStore {
  readonly id: string
  readonly #api: AgentApi
  readonly #place: Place
  readonly #onBegun: (id: string) => void
  readonly #live: LiveConnection<WirePart>
  readonly #listeners = new Set<() => void>()
  #entries: Writable<Entry>[] = []
  /** What became of proposals and was not told yet, by their ids, the latest last. */
  #decisions = new Map<string, Decision>()
  #conversation: Conversation | null = null
  #failure: AgentFailure | null = null
  #connection: ConnectionState = 'connecting'
  /** Whether the server keeps it, as far as is known. */
  #isKept: boolean
  /** What was sent along is fetched once. */
  #isLoaded = false
  #isLooking = false
  #watch: ReturnType<typeof setTimeout> | undefined
  #snapshot: ChatSnapshot

  /**
   * @param id of a conversation that is kept; null begins one with the first question.
   * @param onBegun hears the id of one that has begun.
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
        onChange: (part) => this.#hear(part),
        onState: (state) => {
          this.#connection = state
          this.#tell()
        },
        peek: async () => {
          if (!this.#isLoaded) await this.#look()
        },
        load: () => this.#look(),
      },
    )
    this.#snapshot = this.#taken()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1 && this.#isKept) this.#begin()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#live.stop()
      clearTimeout(this.#watch)
      this.#watch = undefined
    }
  }

  readonly getSnapshot = (): ChatSnapshot => this.#snapshot

  /** Asks; what comes of it is told by the snapshot. */
  ask(question: readonly QuestionBlock[]): void {
    const entry = newEntry(newRecipeId(), question, 'sending')
    this.#entries = [...this.#entries, entry]
    void this.#send(entry)
  }

  /** Asks again what was not taken or never ended; what has ended with errors is asked anew. */
  retry(id: string): void {
    const entry = this.#entries.find((one) => one.id === id)
    if (entry === undefined) return
    if (entry.phase === 'over') this.ask(entry.question)
    else void this.#send(entry)
  }

  /** What has become of a proposal: the assistant is told with the next question. */
  readonly decide = (decision: Decision): void => {
    this.#decisions.delete(decision.proposal)
    this.#decisions.set(decision.proposal, decision)
  }

  /** The answer under way is no longer wanted. */
  async stop(): Promise<void> {
    const entry = this.#entries.findLast(({ phase }) => phase === 'answering')
    if (entry === undefined || entry.isStopping) return
    entry.isStopping = true
    this.#tell()
    try {
      await this.#api.stop(this.id, entry.id)
    } catch {
      // It goes on, and can be stopped once more.
      entry.isStopping = false
      this.#tell()
    }
  }

  /** Tries at once what would otherwise wait for its turn. */
  readonly reconnect = (): void => this.#live.retryNow()

  #begin(): void {
    this.#live.start()
    void this.#refresh()
    this.#watchOver()
  }

  async #send(entry: Writable<Entry>): Promise<void> {
    Object.assign(entry, { phase: 'sending', failure: null, isStalled: false, heardAt: Date.now(), resent: 0 })
    this.#tell()
    try {
      if (!this.#isKept) {
        this.#conversation = await this.#api.create(this.id, nameOf(entry.question), this.#place.recipeId)
        this.#isKept = true
        if (this.#listeners.size > 0) this.#live.start()
        this.#onBegun(this.id)
      }
      await this.#ask(entry)
      if (entry.phase === 'sending') entry.phase = 'answering'
      entry.heardAt = Date.now()
      void this.#refresh()
    } catch (thrown) {
      // What has begun to be answered was taken, whatever became of the reply.
      if (entry.phase === 'sending') Object.assign(entry, { phase: 'refused', failure: agentFailureOf(thrown) })
    }
    this.#watchOver()
    this.#tell()
  }

  async #ask({ id, question }: Entry): Promise<void> {
    const { recipeId, language } = this.#place
    const decisions = Array.from(this.#decisions.values()).slice(-MOST_DECISIONS)
    await this.#api.ask(this.id, id, question, {
      ...(recipeId !== null && { recipeId }),
      language,
      ...(decisions.length > 0 && { decisions }),
    })
    for (const told of decisions) {
      // What was decided anew meanwhile is for the next question.
      if (this.#decisions.get(told.proposal) === told) this.#decisions.delete(told.proposal)
    }
  }

  #hear(part: WirePart): void {
    const said = saidOf(part)
    const entry = this.#entries.find(({ id }) => id === part.associatedUserMessageId)
    if (said === null) return
    if (entry === undefined) {
      // Asked on another device: what is asked there has to be fetched.
      if (!this.#isLooking) void this.#look().catch(() => undefined)
      return
    }
    Object.assign(entry, { heardAt: Date.now(), isStalled: false })
    entry.answer.fold(said)
    if (said.kind === 'working') {
      if (said.count >= (entry.working?.count ?? 0)) entry.working = said
    } else entry.working = null
    this.#settle(entry)
    this.#watchOver()
    this.#tell()
  }

  /** Looks up what is stored, and takes in what was missed. Rejects with an `AgentFailure`. */
  async #look(): Promise<void> {
    this.#isLooking = true
    try {
      const messages = await this.#api.messages(this.id, !this.#isLoaded)
      this.#isLoaded = true
      this.#failure = null
      this.#takeIn(messages)
    } catch (thrown) {
      this.#failure = agentFailureOf(thrown)
      const { code } = this.#failure
      if (code === 'AGENT_NOT_FOUND' || code === 'UNAUTHORIZED') this.#live.stop()
      this.#tell()
      throw this.#failure
    } finally {
      this.#isLooking = false
    }
    this.#watchOver()
    this.#tell()
  }

  #takeIn(messages: readonly FetchedMessage[]): void {
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
      const told = storedAnswerOf(message)
      const seen = JSON.stringify(told)
      if (seen !== entry.stored) Object.assign(entry, { stored: seen, heardAt: Date.now(), isStalled: false })
      entry.answer.heal(told)
      this.#settle(entry)
    }
    // Only the last one can still be answered.
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

  /** Looks up how it stands with the credit and the turns. What fails is no loss: what is known stays. */
  async #refresh(): Promise<void> {
    if (this.#listeners.size === 0 || !this.#isKept) return
    const conversation = await this.#api.conversation(this.id).catch(() => null)
    if (conversation === null || JSON.stringify(conversation) === JSON.stringify(this.#conversation)) return
    this.#conversation = conversation
    this.#tell()
  }

  /** Looks after the answer under way until it is over. */
  #watchOver(): void {
    const entry = this.#entries.findLast(({ phase }) => phase === 'answering')
    clearTimeout(this.#watch)
    this.#watch = undefined
    if (entry === undefined || this.#listeners.size === 0) return
    this.#watch = setTimeout(() => void this.#check(entry), entry.answer.hasGap ? GAP_MS : QUIET_MS)
  }

  async #check(entry: Writable<Entry>): Promise<void> {
    await this.#look().catch(() => undefined)
    if (entry.phase === 'answering' && Date.now() - entry.heardAt > DEAD_MS) {
      if (entry.resent < MOST_RESENT) {
        Object.assign(entry, { resent: entry.resent + 1, heardAt: Date.now() })
        // Whether it goes on is seen by its parts.
        await this.#ask(entry).catch(() => undefined)
      } else entry.isStalled = true
    }
    this.#watchOver()
    this.#tell()
  }

  #taken(): ChatSnapshot {
    const phase = this.#failure !== null && !this.#isLoaded ? 'failed' : this.#isLoaded ? 'ready' : 'loading'
    return {
      phase: this.#isKept || this.#entries.length > 0 ? phase : 'new',
      conversation: this.#conversation,
      turns: this.#entries.map(turnOf),
      connection: this.#connection,
      failure: this.#failure,
    }
  }

  #tell(): void {
    this.#snapshot = this.#taken()
    for (const listener of this.#listeners) listener()
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
