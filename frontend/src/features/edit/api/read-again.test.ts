import { expect, it } from 'vitest'
import { READ_AGAIN } from '../../../contract/read-again-operations'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { Problem } from '../../../shared/lib/errors'
import type { PageAgain } from '../model/page-changes'
import { readAgain } from './read-again'

const ID = '0'.repeat(32)
const reading: PageAgain['now'] = {
  title: 'Soup',
  author: null,
  description: null,
  ingredients: [],
  instructions: [],
  stepHeadings: [],
  prep_time: null,
  cook_time: null,
  total_time: null,
  servings: null,
  yield: null,
}

it('fetches the page of one recipe and returns its content', async () => {
  const backend = new ScriptedBackend()
  const answer: PageAgain = { now: reading, before: reading, lost: [] }
  const asked: unknown[] = []
  backend.answer(READ_AGAIN, (variables) => {
    asked.push(variables)
    return { readAgain: answer }
  })
  expect(await readAgain(backend, ID)).toEqual(answer)
  expect(asked).toEqual([{ id: ID }])
})

it('rejects with a problem if the response is empty', async () => {
  const backend = new ScriptedBackend()
  backend.answer(READ_AGAIN, () => ({ readAgain: null }))
  await expect(readAgain(backend, ID)).rejects.toEqual(new Problem('UNKNOWN'))
})
