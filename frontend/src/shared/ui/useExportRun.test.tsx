import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../lib/errors'
import type { SavedFile } from '../lib/export/save-file'
import type { Recipe } from '../lib/recipe/recipe'
import { aRecipe } from '../lib/test-support'
import { useExportRun } from './useExportRun'

// Other test files of this worker have loaded the module mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const saveFile = vi.hoisted(() => vi.fn())
vi.mock('../lib/export/save-file', () => ({ saveFile }))

beforeEach(() => saveFile.mockReset())

const write = (recipes: readonly Recipe[]): SavedFile => ({
  name: `${recipes.length}.json`,
  type: 'application/json',
  content: '',
})

/** Pages that the test delivers on request. */
function pages(...some: (readonly Recipe[] | Problem)[]) {
  const waiting: (() => void)[] = []
  async function* come() {
    for (const page of some) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (page instanceof Problem) throw page
      yield page
    }
  }
  return { come, next: () => act(async () => waiting.shift()?.()) }
}

it('collects the pages, reports progress and saves the file once', async () => {
  const { come, next } = pages([aRecipe(), aRecipe()], [aRecipe()])
  const { result } = renderHook(() => useExportRun(), { wrapper: StrictMode })
  await act(async () => void result.current.run(come(), write))
  expect(result.current).toMatchObject({ busy: true, progress: 0 })
  await next()
  expect(result.current).toMatchObject({ busy: true, progress: 2 })
  await next()
  expect(result.current).toMatchObject({ phase: 'done', result: 3 })
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(write([aRecipe(), aRecipe(), aRecipe()]))
})

it('saves nothing after a cancellation or a failure', async () => {
  const first = pages([aRecipe()])
  const { result } = renderHook(() => useExportRun())
  await act(async () => void result.current.run(first.come(), write))
  await act(async () => result.current.cancel())
  await first.next()
  expect(result.current.phase).toBe('idle')
  const second = pages([aRecipe()], new Problem('BUSY'))
  await act(async () => void result.current.run(second.come(), write))
  await second.next()
  await second.next()
  expect(result.current).toMatchObject({ phase: 'failed', problem: { code: 'BUSY' } })
  expect(saveFile).not.toHaveBeenCalled()
})
