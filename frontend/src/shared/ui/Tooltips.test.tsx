import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IconButton } from './Button'
import { Tooltips } from './Tooltips'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const tip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent ?? null

function show() {
  render(
    <>
      <IconButton label="Edit">✎</IconButton>
      <IconButton label="Share">↗</IconButton>
      <p>Text</p>
      <Tooltips />
    </>,
  )
  return {
    edit: screen.getByRole('button', { name: 'Edit' }),
    share: screen.getByRole('button', { name: 'Share' }),
    text: screen.getByText('Text'),
  }
}

const point = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType })

it('shows after the mouse has rested for 700 ms', () => {
  const { edit } = show()
  point(edit)
  pass(699)
  expect(tip()).toBeNull()
  pass(1)
  expect(tip()).toBe('Edit')
})

it('does not show when the mouse passes by', () => {
  const { edit, text } = show()
  point(edit)
  pass(600)
  point(text)
  pass(5000)
  expect(tip()).toBeNull()
})

it('the next one shows at once within 300 ms, and with delay afterwards', () => {
  const { edit, share, text } = show()
  point(edit)
  pass(700)
  point(text)
  pass(100)
  expect(tip()).toBeNull()
  pass(299)
  point(share)
  pass(0)
  expect(tip()).toBe('Share')
  point(text)
  pass(100 + 300)
  point(edit)
  pass(699)
  expect(tip()).toBeNull()
  pass(1)
  expect(tip()).toBe('Edit')
})

it('stays while the mouse is over it, and hides on Escape', () => {
  const { edit, text } = show()
  point(edit)
  pass(700)
  point(text)
  pass(50)
  point(screen.getByRole('tooltip', { hidden: true }))
  pass(5000)
  expect(tip()).toBe('Edit')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(tip()).toBeNull()
})

it('hides when its element is pressed', () => {
  const { edit } = show()
  point(edit)
  pass(700)
  fireEvent.pointerDown(edit)
  expect(tip()).toBeNull()
})

it('ignores touch', () => {
  const { edit } = show()
  point(edit, 'touch')
  pass(5000)
  expect(tip()).toBeNull()
})
