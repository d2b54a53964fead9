import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { expect, it, vi } from 'vitest'
import { SourceBox } from './SourceBox'

function setUp() {
  const onUrl = vi.fn()
  const onText = vi.fn()
  const onSeveral = vi.fn()
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SourceBox onUrl={onUrl} onText={onText} onSeveral={onSeveral} />
    </IntlProvider>,
  )
  const box = screen.getByLabelText<HTMLTextAreaElement>('Recipe link or text')
  return { onUrl, onText, onSeveral, box, user: userEvent.setup() }
}

it('submits a valid address on Enter and clears itself', async () => {
  const { onUrl, box, user } = setUp()
  await user.type(box, 'example.com/soup{Enter}')
  expect(onUrl).toHaveBeenCalledExactlyOnceWith('https://example.com/soup')
  expect(box.value).toBe('')
})

it('does not submit before the list is ready', async () => {
  const { onUrl, box, user } = setUp()
  await user.click(box)
  await user.paste('https://example.com/soup')
  expect(onUrl).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Get recipe' }))
  expect(onUrl).toHaveBeenCalledOnce()
})

it.each([
  ['{Enter}', /^paste a recipe’s link/i],
  ['tomato soup{Enter}', /isn’t a web link/i],
  ['ftp://example.com{Enter}', /only links that start with https/i],
])('refuses %j beside the box, keeps the text and the focus', async (typed, sentence) => {
  const { onUrl, onText, box, user } = setUp()
  await user.type(box, typed)
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(box).toBeInvalid()
  expect(box).toHaveAccessibleDescription(sentence)
  expect(box).toHaveFocus()
  expect(box.value).toBe(typed.replace('{Enter}', ''))
  expect(onUrl).not.toHaveBeenCalled()
  expect(onText).not.toHaveBeenCalled()
})

it('hands on a text with several addresses and clears itself', async () => {
  const { onUrl, onSeveral, box, user } = setUp()
  await user.type(box, 'https://a.example https://b.example{Enter}')
  expect(onSeveral).toHaveBeenCalledExactlyOnceWith('https://a.example https://b.example')
  expect(onUrl).not.toHaveBeenCalled()
  expect(box.value).toBe('')
})

it('clears the error on the next keystroke', async () => {
  const { box, user } = setUp()
  await user.type(box, 'soup{Enter}')
  await user.type(box, 's')
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  expect(box).toBeValid()
})

it('treats several lines as text: Enter inserts a line, Ctrl+Enter submits', async () => {
  const { onText, onUrl, box, user } = setUp()
  await user.click(box)
  await user.paste('Pancakes\n200 g flour')
  expect(screen.queryByRole('button', { name: 'Get recipe' })).toBeNull()
  await user.keyboard('{Enter}2 eggs')
  expect(onText).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onText).toHaveBeenCalledExactlyOnceWith('Pancakes\n200 g flour\n2 eggs')
  expect(onUrl).not.toHaveBeenCalled()
  expect(box.value).toBe('')
})

it('reads a short text without an address on request', async () => {
  const { onText, box, user } = setUp()
  await user.type(box, 'toast with butter{Enter}')
  await user.click(screen.getByRole('button', { name: 'Import this text' }))
  expect(onText).toHaveBeenCalledExactlyOnceWith('toast with butter')
})
