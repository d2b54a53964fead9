import { LIST_RECIPES } from '../../../contract/operations'
import {
  EMPTY_LIST,
  type LiveList,
  withChange,
  withDeleted,
  withFullLoad,
  withoutSync,
  withPage,
} from '../../lib/list/live-list'
import type { RecipeCard, RecipeChange } from '../../lib/recipe/recipe'
import type { Backend } from '../backend'
import { type ConnectionState, LiveConnection, type Load } from './live-connection'

export interface LiveRecipesHooks {
  onChange(): void
  /** A subscription is acknowledged and the list was loaded after it. */
  onConnected(): void
}

interface Page {
  readonly items: readonly RecipeCard[]
  /** Null on the last page. */
  readonly nextToken: string | null
}

const PAGE_SIZE = 200
/** Number of recipes above which the end of a load takes two tasks. */
const LONG_LIST = 5_000
/** Growth of the list until loaded pages are shown. */
const GROWTH = 1.5
/** Maximum delay of changes that are pushed in a burst; they are shown together. */
const BURST_MS = 50

/** The caller's list on the server, loaded by page and updated by a subscription. */
export class LiveRecipes {
  readonly #backend: Backend
  readonly #hooks: LiveRecipesHooks
  readonly #connection: LiveConnection<RecipeChange>
  #list: LiveList = EMPTY_LIST
  #state: ConnectionState = 'connecting'
  #loaded: 'nothing' | 'some' | 'all' = 'nothing'
  #burst: { timer: ReturnType<typeof setTimeout>; more: boolean } | undefined
  /** Incremented when the caller changes; answers to older calls are ignored. */
  #generation = 0

  constructor(backend: Backend, hooks: LiveRecipesHooks) {
    this.#backend = backend
    this.#hooks = hooks
    this.#connection = new LiveConnection(backend, {
      onChange: (change) => this.#takePushed(change),
      onState: (state) => this.#setState(state),
      peek: (owner) => this.#peek(owner),
      load: (owner, load) => this.#loadAll(owner, load),
      onNoOwner: (subscribe) => {
        this.#takeAll([], this.#list.clock, true)
        return backend.onGuestIdentity(subscribe)
      },
    })
  }

  get list(): LiveList {
    return this.#list
  }

  get connection(): ConnectionState {
    return this.#state
  }

  get loaded(): 'nothing' | 'some' | 'all' {
    return this.#loaded
  }

  /** Whether the server has reported this recipe, including as deleted. */
  knows(id: string): boolean {
    return this.#list.entries.has(id)
  }

  /** Version of the recipe, or of its deletion. */
  versionOf(id: string): number | undefined {
    return this.#list.entries.get(id)?.version
  }

  has(id: string): boolean {
    return this.#list.entries.get(id)?.card != null
  }

  start(): void {
    this.#connection.start()
  }

  stop(): void {
    this.#connection.stop()
    clearTimeout(this.#burst?.timer)
    this.#burst = undefined
  }

  retryNow(): void {
    this.#connection.retryNow()
  }

  /** Clears the list when the caller changes. Does not call `onChange`. */
  reset(): void {
    this.#generation += 1
    this.#list = EMPTY_LIST
    this.#loaded = 'nothing'
  }

  /** Shows cards stored for offline use, until the server has responded. */
  takeKept(cards: readonly RecipeCard[]): void {
    if (this.#loaded === 'nothing') this.#setList(withPage(this.#list, cards), true)
  }

  /** Applies a response. It is shown on return, also if it was pushed earlier in the current burst. */
  take(card: RecipeCard): void {
    this.#setList(withChange(this.#list, { id: card.id, version: card.version, card }), true)
  }

  /** Applies deletions confirmed by the server. Does not call `onChange`. */
  takeDeleted(ids: Iterable<string>): void {
    this.#list = withDeleted(this.#list, ids)
  }

  async #peek(owner: string): Promise<void> {
    if (this.#loaded !== 'nothing') return
    const generation = this.#generation
    const begunAt = this.#list.clock
    const { items, nextToken } = await this.#page(owner, null)
    if (generation !== this.#generation || this.#loaded !== 'nothing') return
    this.#loaded = nextToken === null ? 'all' : 'some'
    this.#setList(
      nextToken === null ? withFullLoad(this.#list, items, begunAt, false) : withPage(this.#list, items),
      true,
    )
  }

  async #loadAll(owner: string, load: Load): Promise<void> {
    const generation = this.#generation
    const begunAt = this.#list.clock
    const cards: RecipeCard[] = []
    let shown = 0
    const show = () => {
      this.#setList(withPage(this.#list, cards.slice(shown)), true)
      shown = cards.length
    }
    let nextToken: string | null = null
    do {
      let page: Page
      try {
        page = await this.#page(owner, nextToken)
      } catch (thrown) {
        if (generation === this.#generation && this.#loaded === 'some') show()
        throw thrown
      }
      if (generation !== this.#generation || !load.wanted()) return
      load.progressed()
      cards.push(...page.items)
      nextToken = page.nextToken
      if (nextToken === null) break
      if (this.#loaded === 'nothing') this.#loaded = 'some'
      // Shows pages while others are loading, in growing steps, because the time of a step grows with the list.
      if (this.#loaded === 'some' && cards.length >= shown * GROWTH) show()
    } while (nextToken !== null)
    if (this.#loaded === 'some' && shown > 0 && cards.length > LONG_LIST) {
      // In two tasks, so that neither blocks the page for long.
      show()
      await new Promise((resolve) => setTimeout(resolve))
      if (generation !== this.#generation || !load.wanted()) return
    }
    this.#takeAll(cards, begunAt, load.live())
  }

  #takeAll(cards: readonly RecipeCard[], begunAt: number, live: boolean): void {
    const wasAll = this.#loaded === 'all'
    this.#loaded = 'all'
    this.#setList(withFullLoad(this.#list, cards, begunAt, live), !wasAll)
  }

  async #page(owner: string, nextToken: string | null): Promise<Page> {
    const { listRecipes: page } = await this.#backend.send(LIST_RECIPES, { limit: PAGE_SIZE, nextToken, owner })
    return { items: page?.items ?? [], nextToken: page?.nextToken ?? null }
  }

  #setState(state: ConnectionState): void {
    this.#state = state
    if (state !== 'connected') this.#list = withoutSync(this.#list)
    this.#hooks.onChange()
    if (state === 'connected') this.#hooks.onConnected()
  }

  /** Shows the first change of a burst immediately, and the others together. */
  #takePushed(change: RecipeChange): void {
    const list = withChange(this.#list, change)
    if (list === this.#list) return
    this.#list = list
    if (this.#burst !== undefined) {
      this.#burst.more = true
      return
    }
    this.#hooks.onChange()
    this.#burst = { timer: setTimeout(this.#endOfBurst, BURST_MS), more: false }
  }

  readonly #endOfBurst = (): void => {
    const more = this.#burst?.more === true
    this.#burst = more ? { timer: setTimeout(this.#endOfBurst, BURST_MS), more: false } : undefined
    if (more) this.#hooks.onChange()
  }

  /** @param anyway calls `onChange` even if the list is the same. */
  #setList(list: LiveList, anyway = false): void {
    if (list === this.#list && !anyway) return
    this.#list = list
    this.#hooks.onChange()
  }
}
