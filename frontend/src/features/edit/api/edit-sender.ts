import type { RecipeCache } from '../../../shared/api/recipes/recipe-cache'
import { backOffMs } from '../../../shared/lib/browser/back-off'
import { inOneTab } from '../../../shared/lib/browser/one-tab'
import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import { baseOf, readDraft } from '../../../shared/lib/editing/draft'
import { STORED_DRAFT } from '../../../shared/lib/editing/stored-draft'
import { type ProblemCode, problemCode } from '../../../shared/lib/errors'
import type { WaitingEdit, WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { changesOf } from '../../../shared/lib/recipe/recipe-content'
import { mergeContent } from '../model/merge-content'

const LOCK = 'zest-waiting-edits'
const HOPELESS: readonly string[] = ['RECIPE_NOT_FOUND', 'RECIPE_TOO_LONG'] satisfies ProblemCode[]
/** How often an edit is merged with somebody else's before it gives up until the next time. */
const MERGES_AT_MOST = 5
/** The first and the longest wait for a server that does not answer although there is a network. */
const AGAIN_MS = [5_000, 300_000] as const

/**
 * Sends the edits that wait, the earliest first, in one tab at a time: whenever the network is back or somebody returns
 * to the page, and while any is left again and again, ever more seldom. An edit whose recipe was changed elsewhere is merged as on the edit page; where both contradict each
 * other it becomes an unsaved draft, so that the edit page asks which counts.
 */
export class EditSender {
  readonly #cache: Pick<RecipeCache, 'get' | 'update'>
  readonly #waiting: WaitingEdits
  readonly #drafts = new StoredCollection('zest.draft.', STORED_DRAFT)

  constructor(cache: Pick<RecipeCache, 'get' | 'update'>, waiting: WaitingEdits) {
    this.#cache = cache
    this.#waiting = waiting
  }

  /** @returns what ends it. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let attempt = 0
    let isSending = false
    let isOver = false
    const send = async () => {
      clearTimeout(timer)
      timer = undefined
      if (isSending || !navigator.onLine || document.visibilityState === 'hidden') return
      isSending = true
      await this.sendAll()
      isSending = false
      later()
    }
    const later = () => {
      if (this.#waiting.count() === 0) attempt = 0
      else if (timer === undefined && !isSending && !isOver) {
        timer = setTimeout(() => void send(), backOffMs(attempt, ...AGAIN_MS, Math.random()))
        attempt += 1
      }
    }
    const atOnce = () => {
      attempt = 0
      void send()
    }
    addEventListener('online', atOnce)
    document.addEventListener('visibilitychange', atOnce)
    // What is saved from now on was tried already, by whoever saved it.
    const stopHearing = this.#waiting.subscribe(later)
    atOnce()
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', atOnce)
      document.removeEventListener('visibilitychange', atOnce)
      stopHearing()
    }
  }

  /** Never rejects: what cannot be sent waits for the next time. */
  async sendAll(): Promise<void> {
    if (this.#waiting.count() === 0) return
    await inOneTab(LOCK, () => this.#sendInTurn())
  }

  async #sendInTurn(): Promise<void> {
    for (const edit of this.#waiting.all()) {
      // Another tab may have sent it, or somebody taken it back, while this one waited.
      if (!this.#waiting.has(edit)) continue
      try {
        if (!(await this.#send(edit))) this.#drafts.put(edit)
      } catch (thrown) {
        // It will never be taken as it is: whoever opens the recipe's form sees it there, with the reason once they save.
        if (!HOPELESS.includes(problemCode(thrown))) continue
        this.#drafts.put(edit)
      }
      if (this.#waiting.has(edit)) this.#waiting.drop(edit.id)
    }
  }

  /** Whether the server has it; false when it contradicts what it has. Rejects with a `Problem`. */
  async #send({ id, base, draft }: WaitingEdit): Promise<boolean> {
    let mine = readDraft(draft).content
    let from = base
    for (let tries = 0; tries < MERGES_AT_MOST; tries += 1) {
      const changes = changesOf(from.content, mine)
      if (Object.keys(changes).length === 0) return true
      try {
        await this.#cache.update(id, from.version, changes)
        return true
      } catch (thrown) {
        if (problemCode(thrown) !== 'CONFLICT') throw thrown
        const theirs = baseOf(await this.#cache.get(id))
        const merged = mergeContent(from.content, mine, theirs.content)
        if (merged.conflicts.length > 0) return false
        mine = merged.content
        from = theirs
      }
    }
    return false
  }
}
