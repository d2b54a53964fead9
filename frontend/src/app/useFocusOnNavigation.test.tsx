import { act, render, screen } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { IntlProvider } from 'react-intl'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ToastArea, ToastContext } from '../shared/ui/Toasts'
import { ToastQueue } from '../shared/ui/toast-queue'
import { useFocusOnNavigation } from './useFocusOnNavigation'

function Page({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  return (
    <main ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}

function show(): ToastQueue {
  const queue = new ToastQueue()
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <ToastContext value={queue}>
        <MemoryRouter initialEntries={['/recipe']}>
          <Page>
            <Routes>
              <Route path="/recipe" element={<Link to="/list">List</Link>} />
              <Route path="/list" element="The list" />
            </Routes>
          </Page>
          <ToastArea />
        </MemoryRouter>
      </ToastContext>
    </IntlProvider>,
  )
  act(() => void queue.show({ content: 'Soup removed', action: { label: 'Undo', onAct: vi.fn() } }))
  return queue
}

it('navigation moves the focus to the new page', () => {
  show()
  const link = screen.getByRole('link')
  link.focus()
  act(() => link.click())
  expect(screen.getByRole('main')).toHaveFocus()
})

it('navigation keeps the focus on a toast', () => {
  show()
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  act(() => screen.getByRole('link').click())
  expect(screen.getByText('The list')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
})

it('navigation moves the focus after the focused toast ended', () => {
  const queue = show()
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  act(() => {
    for (const { id } of queue.shown()) queue.end(id)
  })
  act(() => screen.getByRole('link').click())
  expect(screen.getByRole('main')).toHaveFocus()
})
