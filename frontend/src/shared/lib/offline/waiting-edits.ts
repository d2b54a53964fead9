/**
 * Edits that were saved without a network. They wait in the browser's storage, one for a recipe, until the server has
 * them; signing out forgets them, and those of a session that ended by itself wait for their owner.
 */
import { deviceStorage, keysOf, readText, type StorageArea } from '../browser/storage'
import { StoredCollection } from '../browser/stored-value'
import { readDraft } from '../editing/draft'
import { STORED_DRAFT, type StoredDraft } from '../editing/stored-draft'
import type { Recipe } from '../recipe/recipe'
import { joinedLine, type RecipeContent } from '../recipe/recipe-content'

const PREFIX = 'zest.edit.'
const listeners = new Set<() => void>()

/** What a recipe was saved as, and the version it began from. */
export type WaitingEdit = StoredDraft

export class WaitingEdits {
  readonly #stored: StoredCollection<WaitingEdit>
  readonly #storage: StorageArea

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
    this.#stored = new StoredCollection(PREFIX, STORED_DRAFT, storage)
  }

  /** Those that were saved first come first. */
  all(): WaitingEdit[] {
    return this.#stored.all().sort((a, b) => Date.parse(a.savedAt) - Date.parse(b.savedAt))
  }

  /** How many wait; cheap enough to be asked at each change. */
  readonly count = (): number => keysOf(this.#storage).filter((key) => key.startsWith(PREFIX)).length

  /** Whether one of this recipe waits; cheap as well. */
  isAnyOf(id: string): boolean {
    return readText(this.#storage, PREFIX + id) != null
  }

  of(id: string): WaitingEdit | null {
    return this.all().find((edit) => edit.id === id) ?? null
  }

  /** Whether an edit of this recipe, saved at this moment, still waits: a later one may have taken its place. */
  has({ id, savedAt }: WaitingEdit): boolean {
    return this.of(id)?.savedAt === savedAt
  }

  /** A later edit of a recipe takes the place of an earlier one. Returns whether it is stored: there may be no room. */
  put(edit: WaitingEdit): boolean {
    this.#stored.put(edit)
    tell()
    return this.has(edit)
  }

  drop(id: string): void {
    this.#stored.drop(id)
    tell()
  }

  /** Hears of what this page and other tabs do. The returned function ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** A recipe as it will be once the server has the edit: what the edit does not touch stays as it is. */
export function withWaitingEdit(recipe: Recipe, { draft, base }: WaitingEdit): Recipe {
  const { content } = readDraft(draft)
  const changed = <Field extends keyof RecipeContent>(field: Field) =>
    JSON.stringify(content[field]) !== JSON.stringify(base.content[field])
  return {
    ...recipe,
    ...(changed('title') && { title: content.title || null }),
    ...(changed('description') && { description: content.description || null }),
    ...(changed('instructions') && { instructions: content.instructions }),
    ...(changed('servings') && { servings: content.servings }),
    ...(changed('prep_time') && { prep_time: content.prep_time }),
    ...(changed('cook_time') && { cook_time: content.cook_time }),
    ...(changed('total_time') && { total_time: content.total_time }),
    ...(changed('ingredients') && { ingredients: ingredientsOf(content, recipe) }),
  }
}

function ingredientsOf({ ingredients }: RecipeContent, recipe: Recipe): Recipe['ingredients'] {
  const lines: Recipe['ingredients'][number][] = []
  let group: string | null = null
  for (const item of ingredients) {
    if (item.kind === 'heading') {
      group = item.text === '' ? null : item.text
      continue
    }
    const { quantity, unit, name, note } = item
    const text = item.text === '' ? joinedLine(item) : item.text
    const known = recipe.ingredients.find((line) => line.text === text)
    const stepMapping = known?.stepMapping ?? []
    lines.push({ quantity, unit, name, note: note || null, text, group, stepMapping, doubt: null })
  }
  return lines
}
