import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../../../shared/lib/errors'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { aRecipe } from '../../../shared/lib/test-support'
import { setLink } from './set-link'

const [pizza, dough] = ['1'.repeat(32), '2'.repeat(32)]
const update = vi.fn<(id: string, version: number, changes: object) => Promise<Recipe>>()

function line(text: string): Recipe['ingredients'][number] {
  return { name: text, quantity: '', unit: '', note: null, text, group: null, stepMapping: [], doubt: null }
}

const recipe = aRecipe({ id: pizza, ingredients: [line('dough'), line('cheese')], recipeLinks: [] })
const cache = { update, get: async () => recipe, peek: () => recipe }
const waiting = () => new WaitingEdits().of(pizza)?.links

beforeEach(() => {
  localStorage.clear()
  update.mockReset().mockResolvedValue(recipe)
})

it('is sent at once', async () => {
  await setLink(cache, recipe, 0, dough)
  expect(update).toHaveBeenCalledExactlyOnceWith(pizza, recipe.version, { recipeLinks: [{ line: 0, recipe: dough }] })
  expect(new WaitingEdits().count()).toBe(0)
})

it('waits offline, and the last link of a line wins', async () => {
  update.mockRejectedValue(new Problem('OFFLINE'))
  await setLink(cache, recipe, 0, dough)
  await setLink(cache, recipe, 1, dough)
  await setLink(cache, recipe, 0, null)
  expect(waiting()).toEqual([
    { text: 'cheese', recipe: dough },
    { text: 'dough', recipe: null },
  ])
  expect(update).toHaveBeenCalledTimes(1)
})

it('waits after an edit that waits', async () => {
  update.mockRejectedValueOnce(new Problem('OFFLINE'))
  await setLink(cache, recipe, 0, dough)
  const edits = new WaitingEdits()
  const edit = edits.of(pizza)
  if (edit === null) throw new Error('no edit waits')
  const { links: _, ...formEdit } = { ...edit, draft: { ...edit.draft, title: 'Better' } }
  edits.put(formEdit)
  await setLink(cache, recipe, 1, dough)
  expect(edits.of(pizza)?.draft.title).toBe('Better')
  expect(waiting()).toHaveLength(2)
})

it('rejects what the server refuses', async () => {
  update.mockRejectedValue(new Problem('UNAUTHORIZED'))
  await expect(setLink(cache, recipe, 0, dough)).rejects.toThrow('UNAUTHORIZED')
  expect(waiting()).toBeUndefined()
})
