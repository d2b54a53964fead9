import { describe, expect, it, vi } from 'vitest'
import type { Operation } from '../../contract/operation'
import {
  COPY_RECIPE,
  CREATE_BLANK_RECIPE,
  DELETE_RECIPE,
  DELETE_RECIPES,
  GET_RECIPE,
  RECORD_EVENT,
  UPDATE_RECIPE,
} from '../../contract/operations'
import { Problem } from '../lib/errors'
import { Analytics, type AnalyticsEvent, recordingBackend } from './analytics'
import { ScriptedBackend } from './test-support'

const id = '0123456789abcdef0123456789abcdef'
const source = 'f'.repeat(32)

describe('analytics', () => {
  it('sends an event in production', async () => {
    const backend = new ScriptedBackend()
    backend.answer(RECORD_EVENT, () => ({ recordEvent: true }))
    new Analytics(backend, async () => 'prod').record({ name: 'login' })
    await vi.waitFor(() =>
      expect(backend.sent).toEqual([{ operation: RECORD_EVENT, variables: { event: { name: 'login' } } }]),
    )
  })

  it('sends many events one after another', async () => {
    const backend = new ScriptedBackend()
    const answers: (() => void)[] = []
    backend.answer(RECORD_EVENT, () => new Promise((resolve) => answers.push(() => resolve({ recordEvent: true }))))
    const events = ['a', 'b'].map((id) => ({ name: 'recipe_deleted', recipe_id: id }) as const)
    const done = new Analytics(backend, async () => 'prod').recordAll(events)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    expect(backend.sent).toHaveLength(1)
    answers[0]?.()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.()
    await done
    expect(backend.sent.map(({ variables }) => variables)).toEqual(events.map((event) => ({ event })))
  })

  it.each(['local', 'dev', 'staging', ''])('sends nothing in the stage %o', async (stage) => {
    const backend = new ScriptedBackend()
    const asked = vi.fn(async () => stage)
    new Analytics(backend, asked).record({ name: 'logout' })
    await asked.mock.results[0]?.value
    await Promise.resolve()
    expect(backend.sent).toEqual([])
  })

  it.each([
    ['the server refuses', async () => 'prod', true],
    ['the stage is unknown', () => Promise.reject(new Problem('OFFLINE')), false],
  ])('only logs when %s, and nothing of the event but its name', async (_, stage, refuse) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const backend = new ScriptedBackend()
    backend.offline = refuse
    new Analytics(backend, stage).record({ name: 'recipe_deleted', recipe_id: id })
    await vi.waitFor(() => expect(warn.mock.calls).toEqual([['analytics: recipe_deleted was not recorded (OFFLINE)']]))
  })
})

describe('records recipe events after the operation has succeeded', () => {
  const rows: [string, Operation<never, never>, unknown, unknown, AnalyticsEvent[]][] = [
    [
      'a blank recipe',
      CREATE_BLANK_RECIPE as never,
      { id, language: 'en' },
      { createBlankRecipe: { id, status: 'SUCCESS' } },
      [{ name: 'recipe_created', submission_mode: 'blank_ai', recipe_id: id }],
    ],
    [
      'an edit, with the names of the fields and nothing of what is in them',
      UPDATE_RECIPE as never,
      { input: { id, version: 3, title: 'Secret sauce', notes: null } },
      { updateRecipe: { id } },
      [{ name: 'recipe_edited', recipe_id: id, fields_changed: ['title', 'notes'] }],
    ],
    [
      'a copy of a finished recipe',
      COPY_RECIPE as never,
      { sourceId: source, id },
      { copyRecipe: { id, status: 'SUCCESS' } },
      [{ name: 'recipe_copied', source_recipe_id: source, is_processed: true }],
    ],
    [
      'a copy of one that is not finished',
      COPY_RECIPE as never,
      { sourceId: source, id },
      { copyRecipe: { id, status: 'PENDING' } },
      [{ name: 'recipe_copied', source_recipe_id: source, is_processed: false }],
    ],
    [
      'a deletion',
      DELETE_RECIPE as never,
      { id },
      { deleteRecipe: { id } },
      [{ name: 'recipe_deleted', recipe_id: id }],
    ],
    [
      'many deletions, those that succeeded',
      DELETE_RECIPES as never,
      { ids: [id, source] },
      {
        deleteRecipes: [
          { id, deleted: true, error: null },
          { id: source, deleted: false, error: 'Unauthorized' },
        ],
      },
      [{ name: 'recipe_deleted', recipe_id: id }],
    ],
    ['an edit that came back empty', UPDATE_RECIPE as never, { input: { id } }, { updateRecipe: null }, []],
    ['reading', GET_RECIPE as never, { id }, { getRecipe: null }, []],
  ]
  it.each(rows)('%s', async (_, operation, variables, answer, expected) => {
    const scripted = new ScriptedBackend()
    scripted.answer(operation, () => answer)
    const recorded: AnalyticsEvent[] = []
    const backend = recordingBackend(scripted, (event) => recorded.push(event))
    expect(await backend.send(operation, variables as never)).toBe(answer)
    expect(recorded).toEqual(expected)
  })

  it('records no event for a failed operation', async () => {
    const scripted = new ScriptedBackend()
    scripted.offline = true
    const record = vi.fn()
    const backend = recordingBackend(scripted, record)
    await expect(backend.send(DELETE_RECIPE, { id })).rejects.toThrow('OFFLINE')
    expect(record).not.toHaveBeenCalled()
  })
})
