import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beginHistory, type History, PAUSE_MS, redone, undone, withStep } from './draft-history'

const typed = (history: History<string>, texts: string[], place: string | null, at: number, every = 50) =>
  texts.reduce((now, text, index) => withStep(now, text, place, at + index * every), history)

it('typing in one field is one step', () => {
  const history = typed(beginHistory(''), ['S', 'So', 'Sou', 'Soup'], 'title', 0)
  expect(undone(history).present).toBe('')
  expect(redone(undone(history)).present).toBe('Soup')
})

it('a pause, another field or a discrete action begins a new step', () => {
  let history = typed(beginHistory(''), ['a', 'ab'], 'title', 0)
  history = withStep(history, 'abc', 'title', 50 + PAUSE_MS)
  history = withStep(history, 'abc!', 'notes', 60 + PAUSE_MS)
  history = withStep(history, 'moved', null, 70 + PAUSE_MS)
  history = withStep(history, 'moved again', null, 80 + PAUSE_MS)
  const seen: string[] = []
  for (; history.past.length > 0; history = undone(history)) seen.push(history.present)
  expect(seen).toEqual(['moved again', 'moved', 'abc!', 'abc', 'ab'])
})

it('typing after an undo is a new step and clears redo', () => {
  const undoneOnce = undone(typed(beginHistory(''), ['a', 'ab'], 'title', 0))
  const history = withStep(undoneOnce, 'x', 'title', 100)
  expect(history.future).toEqual([])
  expect(undone(history).present).toBe('')
})

it('undo and redo without steps change nothing', () => {
  const history = beginHistory('a')
  expect(undone(history)).toBe(history)
  expect(redone(history)).toBe(history)
  expect(withStep(history, 'a', 'title', 0)).toBe(history)
})

it('undoing all and redoing all restores the state', () => {
  const change = fc.record({ text: fc.string(), place: fc.constantFrom('title', 'notes', null), pause: fc.nat(3_000) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      let at = 0
      let history = beginHistory('the beginning')
      for (const { text, place, pause } of changes) {
        at += pause
        history = withStep(history, text, place, at)
      }
      let back = history
      while (back.past.length > 0) back = undone(back)
      expect(back.present).toBe('the beginning')
      while (back.future.length > 0) back = redone(back)
      expect(back.present).toBe(history.present)
    }),
  )
})
