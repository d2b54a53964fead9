import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Fraction from 'fraction.js'
import { IntlProvider } from 'react-intl'
import { expect, it, vi } from 'vitest'
import { Stepper } from './Stepper'

const stepper = (servings: number, onChange: (wanted: Fraction) => void) => (
  <IntlProvider locale="en" onError={() => undefined}>
    <Stepper servings={new Fraction(servings)} onChange={onChange} />
  </IntlProvider>
)

it('counts each press, also before the page has the new value', async () => {
  const onChange = vi.fn<(wanted: Fraction) => void>()
  const { rerender } = render(stepper(4, onChange))
  const more = screen.getByRole('button', { name: 'More servings' })
  await userEvent.click(more)
  await userEvent.click(more)
  expect(onChange.mock.calls.map(([wanted]) => wanted.valueOf())).toEqual([5, 6])
  expect(screen.getByRole('textbox')).toHaveValue('6')
  rerender(stepper(6, onChange))
  rerender(stepper(4, onChange))
  expect(screen.getByRole('textbox')).toHaveValue('4')
})
