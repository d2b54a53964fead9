import { render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { SessionProvider } from '../shared/api/account/SessionProvider'
import { ScriptedAccount, sessionsOf } from '../shared/api/account/test-support'
import { AppFooter } from './AppFooter'

vi.mock('../shared/api/app-config', () => ({ useAppConfig: () => ({ credits: true }) }))

function show(admin: boolean) {
  const account = new ScriptedAccount()
  account.user.mockResolvedValue({ sub: 's', email: 'a@b.example', name: null, admin, hasPassword: true })
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SessionProvider sessions={sessionsOf(account)}>
        <MemoryRouter>
          <AppFooter />
        </MemoryRouter>
      </SessionProvider>
    </IntlProvider>,
  )
}

it('an administrator reaches the admin pages', async () => {
  show(true)
  expect(await screen.findByRole('link', { name: 'Members’ credits' })).toHaveAttribute('href', '/admin/credits')
  expect(screen.getByRole('link', { name: 'All feedback' })).toHaveAttribute('href', '/admin/feedback')
})

it('other members see only what everyone may open', async () => {
  show(false)
  expect(await screen.findByRole('link', { name: 'Settings and your data' })).toHaveAttribute('href', '/profile')
  expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
  expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull()
})
