import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedTray, EMPTY_TRAY, importCount, type TrayAction, type TrayState, tooMany, uploadsOf } from './tray'

const picked = (key: string) => ({ key, file: new File([key], `${key}.jpg`) })
const ready = (key: string, state: 'picture' | 'file' = 'picture'): TrayAction => ({
  type: 'prepared',
  key,
  prepared: { state, name: `${key}.x`, contentType: 'image/jpeg', blob: new Blob([key]), thumbnail: `data:${key}` },
})

function after(...actions: readonly TrayAction[]): TrayState {
  return actions.reduce(changedTray, EMPTY_TRAY)
}

function trayOf(...keys: readonly string[]): TrayState {
  return after(
    { type: 'add', files: keys.map(picked) },
    ...keys.map((key) => ready(key, key.startsWith('f') ? 'file' : 'picture')),
  )
}

const ids = () => {
  let next = 0
  return () => `id-${next++}`
}
const sent = (tray: TrayState) =>
  uploadsOf(tray, ids()).map(({ kind, submission, parts }) => [kind, submission, parts.map(({ name }) => name)])

it('combines photos to one recipe, and imports each file', () => {
  expect(sent(trayOf('a', 'f1', 'b', 'f2'))).toEqual([
    ['PICTURE', 'id-0', ['a.x', 'b.x']],
    ['FILE', 'id-1', ['f1.x']],
    ['FILE', 'id-2', ['f2.x']],
  ])
})

it('imports each photo separately when chosen', () => {
  const tray = changedTray(trayOf('a', 'b'), { type: 'together', together: false })
  expect(sent(tray)).toEqual([
    ['PICTURE', 'id-0', ['a.x']],
    ['PICTURE', 'id-1', ['b.x']],
  ])
})

it('keeps the chosen order of pages', () => {
  const tray = changedTray(trayOf('a', 'f', 'b', 'c'), { type: 'move', key: 'c', to: 0 })
  expect(sent(tray)[0]).toEqual(['PICTURE', 'id-0', ['c.x', 'a.x', 'b.x']])
})

it('omits what was refused, removed or not checked yet', () => {
  const tray = after({ type: 'add', files: ['a', 'b', 'c'].map(picked) }, ready('a'), {
    type: 'prepared',
    key: 'b',
    prepared: { state: 'refused', reason: 'empty' },
  })
  expect(importCount(tray)).toBe(1)
  expect(sent(tray)).toEqual([['PICTURE', 'id-0', ['a.x']]])
  expect(sent(changedTray(tray, { type: 'remove', key: 'a' }))).toEqual([])
})

it('counts photos above the limit of one recipe', () => {
  const tray = trayOf(...'abcdeghijklm')
  expect(tooMany(tray)).toBe(2)
  expect(tooMany(changedTray(tray, { type: 'together', together: false }))).toBe(0)
})

it('reports the upload size, and shows the first page', () => {
  const [upload] = uploadsOf(trayOf('a', 'b'), ids())
  expect(upload?.parts.map(({ size }) => size)).toEqual(upload?.blobs.map(({ size }) => size))
  expect(upload?.thumbnail).toBe('data:a')
})

it('loses no photo, however it is moved', () => {
  const keys = ['a', 'b', 'c', 'd']
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), fc.integer({ min: -2, max: 9 }))), (moves) => {
      const tray = moves.reduce<TrayState>(
        (now, [key, to]) => changedTray(now, { type: 'move', key, to }),
        trayOf(...keys, 'f'),
      )
      expect(tray.items.map(({ key }) => key).toSorted()).toEqual([...keys, 'f'])
    }),
  )
})
