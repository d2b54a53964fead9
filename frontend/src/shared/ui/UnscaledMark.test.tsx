import { fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { UnscaledMark } from './UnscaledMark'

it('a tap on the mark shows why the amount was not scaled', () => {
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <UnscaledMark />
    </IntlProvider>,
  )
  const mark = screen.getByRole('button', { name: 'Amount not scaled' })
  expect(screen.queryByText(/Adjust this line/)).toBeNull()
  fireEvent.click(mark)
  expect(screen.getByText(/Adjust this line/)).toBeTruthy()
  expect(mark.getAttribute('aria-expanded')).toBe('true')
})
