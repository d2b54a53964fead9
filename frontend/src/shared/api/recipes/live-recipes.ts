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
  /** The subscription stands, for the first time or again, and the list has been loaded under it. */
  onConnected(): void
}

interface Page {
  readonly items: readonly RecipeCard[]
  /** Null on the last one. */
  readonly nextToken: string | null
}

const PAGE_SIZE = 200
/** Changes that are pushed in a burst are shown together, at most this many milliseconds late. */
const BURST_MS = 50

/** The caller's list as the server has it: loaded page by page and kept true by a subscription. */
export class LiveRecipes {
  readonly #backend: Backend
  readonly #hooks: LiveRecipesHooks
  readonly #connection: LiveConnection<RecipeChange>
  #list: LiveList = EMPTY_LIST
  #state: ConnectionState = 'connecting'
  #loaded: 'nothing' | 'some' | 'all' = 'nothing'
  #burst: { timer: ReturnType<typeof setTimeout>; more: boolean } | undefined
  /** Grows when the caller changes; what was asked for the former one no longer counts. */
  #generation = 0

  constructor(backend: Backend, hooks: LiveRecipesHooks) {
    this.#backend = backend
    this.#hooks = hooks
    this.#connection = new LiveConnection(backend, {
      onChange: (change) => this.#takePushed(change),
      onState: (state) => this.#setState(state),
      peek: (owner) => this.#peek(owner),
      load: (owner, load) => this.#loadAll(owner, load),
    })
  }

  get list(): LiveList {
    return this.#list
  }

  get connection(): ConnectionState {
    return this.#state
  }

  /** How much of the list has ever been loaded: nothing, the first pages, or all of it. */
  get loaded(): 'nothing' | 'some' | 'all' {
    return this.#loaded
  }

  /** Whether the server has told of a recipe, be it that it is deleted. */
  knows(id: string): boolean {
    return this.#list.entries.has(id)
  }

  /** The version of a recipe that the list shows, or of its deletion. */
  versionOf(id: string): number | undefined {
    return this.#list.entries.get(id)?.version
  }

  /** Whether a recipe is there. */
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

  /** Forgets everything: somebody else is calling from now on. Nobody is told; that is for whoever asks for it. */
  reset(): void {
    this.#generation += 1
    this.#list = EMPTY_LIST
    this.#loaded = 'nothing'
  }

  /** Takes what this browser has kept, for as long as the server has told of nothing; what it tells then counts. */
  takeKept(cards: readonly RecipeCard[]): void {
    if (this.#loaded === 'nothing') this.#setList(withPage(this.#list, cards), true)
  }

  /** Takes the answer to one of the caller's own mutations. */
  take(card: RecipeCard): void {
    this.#setList(withChange(this.#list, { id: card.id, version: card.version, card }))
  }

  /** Takes the server's word that recipes are deleted. Nobody is told; the deletion itself is told of. */
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
    let nextToken: string | null = null
    do {
      const page: Page = await this.#page(owner, nextToken)
      if (generation !== this.#generation || !load.wanted()) return
      load.progressed()
      cards.push(...page.items)
      nextToken = page.nextToken
      if (nextToken === null) break
      // The first page is there to be read while the rest is on its way.
      if (this.#loaded === 'nothing') this.#loaded = 'some'
      if (this.#loaded === 'some') this.#setList(withPage(this.#list, page.items), true)
    } while (nextToken !== null)
    const wasAll = this.#loaded === 'all'
    this.#loaded = 'all'
    this.#setList(withFullLoad(this.#list, cards, begunAt, load.live()), !wasAll)
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

  /** The first of a burst is shown at once, the rest together. */
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

  /** @param anyway tells of it even when the list is the same, because something else about it has changed. */
  #setList(list: LiveList, anyway = false): void {
    if (list === this.#list && !anyway) return
    this.#list = list
    this.#hooks.onChange()
  }
}
