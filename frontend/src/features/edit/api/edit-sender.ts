import type { RecipeCache } from '../../../shared/api/recipes/recipe-cache'
import { backOffMs } from '../../../shared/lib/browser/back-off'
import { inOneTab } from '../../../shared/lib/browser/one-tab'
import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import { baseOf, readDraft } from '../../../shared/lib/editing/draft'
import { STORED_DRAFT } from '../../../shared/lib/editing/stored-draft'
import { type ProblemCode, problemCode } from '../../../shared/lib/errors'
import type { WaitingEdit, WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { withWaitingLinks } from '../../../shared/lib/offline/waiting-links'
import { changesOf } from '../../../shared/lib/recipe/recipe-content'
import { mergeContent } from '../model/merge-content'

const LOCK = 'zest-waiting-edits'
const HOPELESS: readonly string[] = ['RECIPE_NOT_FOUND', 'RECIPE_TOO_LONG'] satisfies ProblemCode[]
const MAX_MERGES = 5
/** First and longest retry interval while online, before jitter. */
const AGAIN_MS = [5_000, 300_000] as const

/**
 * Sends waiting edits, oldest first, in one tab at a time: when online, when the page becomes visible, and with
 * back-off. An edit of a recipe that was changed elsewhere is merged; after a conflict it becomes an unsaved draft,
 * which the edit page resolves.
 */
export class EditSender {
  readonly #cache: Pick<RecipeCache, 'get' | 'update'>
  readonly #waiting: WaitingEdits
  readonly #drafts = new StoredCollection('zest.draft.', STORED_DRAFT)

  constructor(cache: Pick<RecipeCache, 'get' | 'update'>, waiting: WaitingEdits) {
    this.#cache = cache
    this.#waiting = waiting
  }

  /** @returns a function that stops the sender */
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
    // Only schedules a retry, because a new edit was already tried when it was saved.
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

  /** Never rejects: edits that cannot be sent keep waiting. */
  async sendAll(): Promise<void> {
    if (this.#waiting.count() === 0) return
    await inOneTab(LOCK, () => this.#sendInTurn())
  }

  async #sendInTurn(): Promise<void> {
    for (const edit of this.#waiting.all()) {
      // Another tab may have sent or discarded it.
      if (!this.#waiting.has(edit)) continue
      try {
        const isStored = await this.#send(edit)
        await this.#sendLinks(edit)
        if (!isStored) this.#drafts.put(edit)
      } catch (thrown) {
        // Refused permanently: becomes a draft, so that the edit form shows it, and the reason on saving.
        if (!HOPELESS.includes(problemCode(thrown))) continue
        this.#drafts.put(edit)
      }
      if (this.#waiting.has(edit)) this.#waiting.drop(edit.id)
    }
  }

  /** Sets the links on the newest version. Rejects with a `Problem`. */
  async #sendLinks({ id, links = [] }: WaitingEdit): Promise<void> {
    for (let tries = 0; links.length > 0; tries += 1) {
      const recipe = await this.#cache.get(id)
      try {
        await this.#cache.update(id, recipe.version, { recipeLinks: withWaitingLinks(recipe, links) })
        return
      } catch (thrown) {
        if (problemCode(thrown) !== 'CONFLICT' || tries === MAX_MERGES) throw thrown
      }
    }
  }

  /** Whether the edit was stored; false on a conflict. Rejects with a `Problem`. */
  async #send({ id, base, draft }: WaitingEdit): Promise<boolean> {
    let mine = readDraft(draft).content
    let from = base
    for (let tries = 0; tries < MAX_MERGES; tries += 1) {
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
