import { beforeEach, expect, it, vi } from 'vitest'
import {
  CREATE_RECIPE,
  DELETE_RECIPE,
  GET_RECIPE,
  LIST_RECIPES,
  RETRY_RECIPE,
  UPDATE_RECIPE,
} from '../../src/contract/operations.ts'
import { CREATE_UPLOAD } from '../../src/contract/upload-operations.ts'
import type { RecipeChange } from '../../src/shared/lib/recipe/recipe.ts'
import { MockBackend } from './mock-backend.ts'
import { withInput } from './recipe-changes.ts'
import { emptyRecipe } from './recipes.ts'

const NEW_ID = 'a'.repeat(32)

let backend: MockBackend

beforeEach(() => {
  vi.useFakeTimers()
  backend = new MockBackend()
  return () => vi.useRealTimers()
})

const send: MockBackend['send'] = async (operation, variables) => {
  const answer = backend.send(operation, variables)
  // The caller handles the failure.
  answer.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  return answer
}

async function cards() {
  const { listRecipes } = await send(LIST_RECIPES, { owner: 'guest' })
  return listRecipes?.items ?? []
}

async function recipe(id: string) {
  const { getRecipe } = await send(GET_RECIPE, { id })
  if (getRecipe === null) throw new Error(`there is no recipe ${id}`)
  return getRecipe
}

function changes(): RecipeChange[] {
  const heard: RecipeChange[] = []
  const ignore = () => undefined
  backend.listen('guest', {
    onAcknowledged: ignore,
    onChange: (change) => heard.push(change),
    onDisrupted: ignore,
    onError: ignore,
  })
  return heard
}

it('the samples have finished recipes in three languages, one pending and one failed import', async () => {
  const items = await cards()
  const finished = items.filter(({ status }) => status === 'SUCCESS')
  expect(new Set(finished.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'fr']))
  expect(finished).toHaveLength(8)
  expect(items.map(({ status }) => status).slice(0, 2)).toEqual(['PENDING', 'FAILED'])
})

it('the pending import succeeds after some seconds', async () => {
  const [pending] = await cards()
  await vi.advanceTimersByTimeAsync(10_000)
  const [finished] = await cards()
  expect(finished).toMatchObject({ id: pending?.id, status: 'SUCCESS', stage: null, title: 'Lentejas de domingo' })
})

it('an import by address goes through its stages, and subscribers hear of each', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  const heard = changes()
  await send(CREATE_RECIPE, { input: { id: NEW_ID, url: 'https://example.com/curry', language: 'en' } })
  await vi.advanceTimersByTimeAsync(10_000)
  const ofNew = heard.filter(({ id }) => id === NEW_ID)
  expect(ofNew.map(({ card }) => card?.stage ?? card?.status)).toEqual([
    'FETCHING',
    'EXTRACTING',
    'CHECKING',
    'SUCCESS',
  ])
  expect(ofNew.map(({ version }) => version)).toEqual([1, 2, 3, 4])
})

it('the same import sent again makes no second recipe', async () => {
  const input = { id: NEW_ID, url: 'https://example.com/curry', language: 'en' } as const
  const before = await cards()
  await send(CREATE_RECIPE, { input })
  await send(CREATE_RECIPE, { input })
  expect(await cards()).toHaveLength(before.length + 1)
})

it('a failed import that is retried succeeds', async () => {
  const failed = (await cards()).find(({ status }) => status === 'FAILED')
  if (failed === undefined) throw new Error('nothing failed')
  await send(RETRY_RECIPE, { id: failed.id })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await recipe(failed.id)).toMatchObject({ status: 'SUCCESS', errorCode: null })
})

it('an edit changes what it names, and null empties or keeps as the contract says', async () => {
  const { id, version } = (await cards()).find(({ title }) => title?.startsWith('Tomato')) ?? { id: '', version: 0 }
  const { instructions } = await recipe(id)
  const ingredients = [{ name: 'ricotta', quantity: '300', unit: 'g' }]
  await send(UPDATE_RECIPE, { input: { id, version, author: null, title: null, ingredients, favourite: false } })
  const edited = await recipe(id)
  expect(edited).toMatchObject({ title: 'Tomato and Ricotta Galette', author: null, favourite: false, instructions })
  expect(edited.ingredients).toMatchObject([{ text: '300 g ricotta', stepMapping: [2] }])
})

it('an edit of lines keeps those that it does not change, and the steps of those with the same name', () => {
  const butter = { name: 'butter', quantity: '100', unit: 'g', note: 'cold', text: '100g butter, cold', group: null }
  const line = { ...butter, stepMapping: [1], doubt: 'PARTS' as const }
  const before = { ...emptyRecipe(NEW_ID, '2026-11-21T08:00:00Z'), ingredients: [line] }
  const ingredients = [
    { name: 'butter', quantity: '100', unit: 'g', group: 'Pastry' },
    { name: 'butter', quantity: '50', unit: 'g' },
    { name: 'flour', quantity: '', unit: '' },
  ]
  expect(withInput(before, { id: NEW_ID, ingredients }).ingredients).toMatchObject([
    { ...line, group: 'Pastry' },
    { text: '50 g butter', stepMapping: [1], doubt: null },
    { text: 'flour', stepMapping: [], doubt: null },
  ])
})

it('an edit of an older version is a conflict', async () => {
  const { id, version } = (await cards()).find(({ status }) => status === 'SUCCESS') ?? { id: '', version: 0 }
  await send(UPDATE_RECIPE, { input: { id, rating: 3 } })
  await expect(send(UPDATE_RECIPE, { input: { id, version, title: 'Late' } })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

it('a deleted recipe is gone, and subscribers hear of it', async () => {
  const heard = changes()
  const { id } = (await cards()).at(-1) ?? { id: '' }
  await send(DELETE_RECIPE, { id })
  expect((await send(GET_RECIPE, { id })).getRecipe).toBeNull()
  expect(heard).toContainEqual({ id, version: 2, card: null })
})

it('uploads are refused', async () => {
  const input = { submission: 's', kind: 'FILE', contentType: 'text/plain', size: 1 } as const
  await expect(send(CREATE_UPLOAD, { input })).rejects.toMatchObject({ code: 'UPLOAD_REFUSED' })
})
