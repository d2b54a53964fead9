import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextInput } from './TextInput'
import { useForm } from './useForm'

const sent = vi.fn()

function NewAccount({ busy = false }) {
  const form = useForm({
    initial: { name: 'Ada', email: '', code: '' },
    check: ({ email, code }) => ({ email: email === '' ? 'no email' : null, code: code === '' ? 'no code' : null }),
    busy,
    onSubmit: sent,
  })
  return (
    <form data-testid="form" onSubmit={form.onSubmit}>
      {(['name', 'email', 'code'] as const).map((name) => (
        <TextInput key={name} label={name} {...form.field(name)} />
      ))}
    </form>
  )
}

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a submit with invalid fields shows all problems and focuses the first of them', () => {
  render(<NewAccount />)
  fireEvent.submit(screen.getByTestId('form'))
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['', 'no email', 'no code'])
  expect(document.activeElement).toBe(screen.getByLabelText('email'))
  expect(sent).not.toHaveBeenCalled()

  write('email', 'ada@example.com')
  expect(screen.queryByText('no email')).toBeNull()
  expect(screen.queryByText('no code')).not.toBeNull()
})

test('a valid form is sent once, and not while it is busy', () => {
  const { rerender } = render(<NewAccount />)
  write('email', 'ada@example.com')
  write('code', '123')
  fireEvent.submit(screen.getByTestId('form'))
  rerender(<NewAccount busy />)
  fireEvent.submit(screen.getByTestId('form'))
  expect(sent.mock.calls).toEqual([[{ name: 'Ada', email: 'ada@example.com', code: '123' }]])
})
