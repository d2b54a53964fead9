import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../../lib/errors'
import { aRecipe } from '../../lib/test-support'
import type { RecipeApi } from './recipe-api'
import { RecipeCache } from './recipe-cache'

const get = vi.fn<RecipeApi['get']>()
const update = vi.fn<RecipeApi['update']>()
const { id } = aRecipe()
let cache: RecipeCache

beforeEach(() => {
  get.mockReset()
  update.mockReset()
  cache = new RecipeCache({ get, update })
})

it('keeps fetched recipes and the result of an update', async () => {
  const listener = vi.fn()
  cache.subscribe(listener)
  expect(cache.peek(id)).toBeNull()
  get.mockResolvedValueOnce(aRecipe({ version: 1 }))
  await cache.get(id)
  expect(cache.peek(id)).toMatchObject({ version: 1 })
  update.mockResolvedValueOnce(aRecipe({ version: 2, notes: 'more salt' }))
  await cache.update(id, 1, { notes: 'more salt' })
  expect(cache.peek(id)).toMatchObject({ version: 2, notes: 'more salt' })
  expect(listener).toHaveBeenCalledTimes(2)
})

it('does not let a slow answer overwrite a newer one', async () => {
  get.mockResolvedValueOnce(aRecipe({ version: 3 })).mockResolvedValueOnce(aRecipe({ version: 2 }))
  await cache.get(id)
  expect(await cache.get(id)).toMatchObject({ version: 3 })
  expect(cache.peek(id)).toMatchObject({ version: 3 })
})

it.each([
  ['RECIPE_NOT_FOUND', true],
  ['UNAUTHORIZED', true],
  ['OFFLINE', false],
  ['GET_FAILED', false],
] as const)('after %s a recipe is forgotten: %s', async (code, forgotten) => {
  get.mockResolvedValueOnce(aRecipe()).mockRejectedValueOnce(new Problem(code))
  await cache.get(id)
  await expect(cache.get(id)).rejects.toThrow(code)
  expect(cache.peek(id) === null).toBe(forgotten)
})

it('hides recipes of the former caller, including pending answers', async () => {
  let answer: (recipe: ReturnType<typeof aRecipe>) => void = () => undefined
  get.mockResolvedValueOnce(aRecipe()).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await cache.get(id)
  const late = cache.get('another')
  const before = cache.getGeneration()
  cache.clear()
  expect(cache.peek(id)).toBeNull()
  expect(cache.getGeneration()).not.toBe(before)
  answer(aRecipe({ id: 'another', notes: 'secret' }))
  await late
  expect(cache.peek('another')).toBeNull()
})

it('keeps a bounded number', async () => {
  get.mockImplementation(async (asked) => aRecipe({ id: asked }))
  for (let index = 0; index < 51; index += 1) await cache.get(`r${index}`)
  expect(cache.peek('r0')).toBeNull()
  expect(cache.peek('r1')).not.toBeNull()
  expect(cache.peek('r50')).not.toBeNull()
})

it('a recipe that is fetched ahead is not fetched again by its page', async () => {
  get.mockResolvedValue(aRecipe({ version: 1 }))
  await cache.getAhead(id)
  expect(await cache.get(id)).toMatchObject({ version: 1 })
  expect(get).toHaveBeenCalledTimes(1)
  await cache.get(id)
  expect(get).toHaveBeenCalledTimes(2)
})

it('a recipe that was fetched ahead for another caller is fetched again', async () => {
  get.mockResolvedValue(aRecipe())
  await cache.getAhead(id)
  cache.clear()
  await cache.get(id)
  expect(get).toHaveBeenCalledTimes(2)
})
