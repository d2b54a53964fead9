import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { Button } from './Button'
import { Dialog } from './Dialog'

function Asking({ insistent = false }: { insistent?: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <IntlProvider locale="en" onError={() => undefined}>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      {asking && (
        <Dialog
          title="Delete everything?"
          insistent={insistent}
          onClose={() => setAsking(false)}
          actions={<Button onClick={() => setAsking(false)}>Keep</Button>}
        >
          There is no way back.
        </Dialog>
      )}
    </IntlProvider>
  )
}

async function ask(insistent = false) {
  render(<Asking insistent={insistent} />)
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Delete' })
  await user.click(button)
  return { user, button, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Delete everything?' }) }
}

it('opens over the page and restores focus', async () => {
  const { user, button, dialog } = await ask()
  expect(dialog.open).toBe(true)
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})

it('closes on Escape, its close button and a click outside', async () => {
  const { user, button, dialog } = await ask()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(button)
  await user.click(screen.getByText('There is no way back.'))
  fireEvent.click(screen.getByRole('dialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an insistent dialog ignores clicks outside', async () => {
  const { dialog } = await ask(true)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  fireEvent.click(dialog)
  expect(dialog.open).toBe(true)
})
