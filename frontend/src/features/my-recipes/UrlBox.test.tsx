import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { expect, it, vi } from 'vitest'
import { UrlBox } from './UrlBox'

function setUp() {
  const onSubmit = vi.fn()
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <UrlBox onSubmit={onSubmit} />
    </IntlProvider>,
  )
  return { onSubmit, box: screen.getByLabelText<HTMLInputElement>('Address of a recipe page'), user: userEvent.setup() }
}

it('hands on a good address on Enter and empties itself', async () => {
  const { onSubmit, box, user } = setUp()
  await user.type(box, 'example.com/soup{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('https://example.com/soup')
  expect(box.value).toBe('')
})

it('does not begin before it is told to', async () => {
  const { onSubmit, box, user } = setUp()
  await user.click(box)
  await user.paste('https://example.com/soup')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Get recipe' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

it.each([
  ['{Enter}', /paste the address/i],
  ['tomato soup{Enter}', /not a web address/i],
  ['ftp://example.com{Enter}', /only addresses that start with https/i],
  ['https://a.example https://b.example{Enter}', /one at a time/i],
])('refuses %j beside the box, keeps the text and the focus', async (typed, sentence) => {
  const { onSubmit, box, user } = setUp()
  await user.type(box, typed)
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(box).toBeInvalid()
  expect(box).toHaveAccessibleDescription(sentence)
  expect(box).toHaveFocus()
  expect(box.value).toBe(typed.replace('{Enter}', ''))
  expect(onSubmit).not.toHaveBeenCalled()
})

it('takes its refusal back with the next letter', async () => {
  const { box, user } = setUp()
  await user.type(box, 'soup{Enter}')
  await user.type(box, 's')
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  expect(box).toBeValid()
})
