import { expect, it } from 'vitest'
import type { Operation } from '../../contract/operation'
import type { Feedback } from '../lib/feedback/feedback'
import type { Backend } from './backend'
import { FeedbackApi } from './feedback-api'

const KEPT: Feedback = {
  id: 'a'.repeat(32),
  type: 'QUESTION',
  message: 'Is it soup?',
  email: null,
  recipeId: null,
  wrongPart: null,
  status: 'NEW',
  answer: null,
  answeredAt: null,
  version: 1,
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
}

/** A server with answers in order; records field, mode and variables of each call. */
function server(...answers: readonly unknown[]) {
  const asked: [string | undefined, string | undefined, unknown][] = []
  const send = async ({ text, mode, ownership }: Operation<unknown, unknown>, variables: unknown) => {
    const field = /\{(\w+)/.exec(text)?.[1]
    asked.push([field, mode?.mode ?? (ownership ? 'owner' : undefined), variables])
    return answers[asked.length - 1]
  }
  return { api: new FeedbackApi({ send: send as Backend['send'] }), asked }
}

const input = { id: KEPT.id, type: 'QUESTION', message: ' Is it soup? ', email: null } as const

it('create sends feedback once', async () => {
  const { api, asked } = server({ createFeedback: KEPT })
  expect(await api.create(input)).toEqual(KEPT)
  expect(asked).toEqual([['createFeedback', undefined, { input }]])
})

it('create updates feedback stored by an earlier call whose answer was lost', async () => {
  const changed = { ...KEPT, message: 'Or stew?', version: 2 }
  const { api, asked } = server({ createFeedback: KEPT }, { updateFeedback: changed })
  expect(await api.create({ ...input, message: 'Or stew?' })).toEqual(changed)
  expect(asked[1]).toEqual([
    'updateFeedback',
    'owner',
    { input: { id: KEPT.id, type: 'QUESTION', message: 'Or stew?', email: null } },
  ])
})

it('own returns all feedback of the caller', async () => {
  const other = { ...KEPT, id: 'b'.repeat(32) }
  const page = (items: readonly Feedback[], nextToken: string | null) => ({ listFeedbacks: { items, nextToken } })
  const { api, asked } = server(page([KEPT], 'more'), page([], 'and more'), page([other], null))
  expect(await api.own()).toEqual([KEPT, other])
  expect(asked.map(([, , variables]) => variables)).toEqual(
    [null, 'more', 'and more'].map((nextToken) => ({ limit: 100, nextToken })),
  )
})

it('admin calls use the user pool mode', async () => {
  const { api, asked } = server({ listFeedbacks: null }, { updateFeedback: KEPT }, { updateFeedback: null })
  const question = { type: 'QUESTION', status: null, words: ' soup ' } as const
  expect(await api.page(question, null)).toEqual({ items: [], nextToken: null })
  await api.answer({ id: KEPT.id, answer: 'Yes.' })
  await expect(api.answer({ id: KEPT.id })).rejects.toThrow('UNKNOWN')
  expect(asked.map(([field, mode]) => [field, mode])).toEqual([
    ['listFeedbacks', 'userPool'],
    ['updateFeedback', 'userPool'],
    ['updateFeedback', 'userPool'],
  ])
  expect(asked[0]?.[2]).toEqual({
    filter: { type: { eq: 'QUESTION' }, message: { contains: 'soup' } },
    limit: 100,
    nextToken: null,
  })
})
