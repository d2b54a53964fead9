import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { SignInLink } from '../features/account/ui/SignInLink'
import type { User } from '../shared/api/account/account'
import { SessionProvider } from '../shared/api/account/SessionProvider'
import { ScriptedAccount, sessionsOf } from '../shared/api/account/test-support'
import type { Guard } from '../shared/lib/routing/routes'
import { AppRoutes, type RoutedScreen } from './AppRoutes'
import { admit } from './route-guard'

const KEY = 'zest.auth-redirect'
const MEMBER: User = { sub: 's', email: 'a@b.example', name: null, admin: false, hasPassword: true }

function routed(path: string, guard: Guard, text: string): RoutedScreen {
  return {
    path,
    guard,
    needs: null,
    layout: path === '/login' ? 'auth' : 'default',
    title: { id: text, defaultMessage: `${text} – Zest` },
    page: (
      <>
        <h1>{text}</h1>
        <SignInLink className="">Sign in</SignInLink>
      </>
    ),
    load: () => Promise.resolve(),
  }
}

const SCREENS = [
  routed('/my-recipes', 'none', 'List'),
  routed('/recipes/:id', 'none', 'Recipe'),
  routed('/profile', 'login', 'Own'),
  routed('/my-recipes/print', 'admin', 'Ours'),
  routed('/login', 'none', 'Door'),
]

function Here() {
  const { pathname, search, hash } = useLocation()
  return <p>at {pathname + search + hash}</p>
}

function show(at: string, user: User | null) {
  const account = new ScriptedAccount()
  account.user.mockResolvedValue(user)
  const store = sessionsOf(account)
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SessionProvider sessions={store}>
        <MemoryRouter initialEntries={[at]}>
          <Here />
          <AppRoutes screens={SCREENS} />
        </MemoryRouter>
      </SessionProvider>
    </IntlProvider>,
  )
}

beforeEach(() => sessionStorage.clear())

describe('a page', () => {
  it('without a guard is shown to a guest and sets the title', async () => {
    show('/my-recipes', null)
    expect(await screen.findByRole('heading', { name: 'List' })).toBeVisible()
    expect(document.title).toBe('List – Zest')
  })

  it('that needs a sign-in redirects a guest and is remembered', async () => {
    show('/profile?x=1#y', null)
    expect(await screen.findByText('at /login')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Own' })).toBeNull()
    expect(sessionStorage.getItem(KEY)).toBe('/profile?x=1#y')
  })

  it('that needs a sign-in is shown to a member', async () => {
    show('/profile', MEMBER)
    expect(await screen.findByRole('heading', { name: 'Own' })).toBeVisible()
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it('for administrators is not found for a member', async () => {
    show('/my-recipes/print', MEMBER)
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Ours' })).toBeNull()
  })

  it('for administrators is shown to an administrator', async () => {
    show('/my-recipes/print', { ...MEMBER, admin: true })
    expect(await screen.findByRole('heading', { name: 'Ours' })).toBeVisible()
  })

  it('with a malformed id is not found', async () => {
    show('/recipes/0a', null)
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

describe('the sign-in link', () => {
  it('remembers the page it was clicked on', async () => {
    show('/my-recipes?q=soup', null)
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
    expect(screen.getByText('at /login')).toBeVisible()
    expect(sessionStorage.getItem(KEY)).toBe('/my-recipes?q=soup')
  })

  it('does not change the remembered page on the sign-in page', async () => {
    sessionStorage.setItem(KEY, '/profile')
    show('/login', null)
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
    expect(sessionStorage.getItem(KEY)).toBe('/profile')
  })
})

it('a guest on an administrators’ page is asked to sign in', () => {
  expect(admit('admin', { phase: 'guest' })).toBe('sign-in')
})

it('a guarded page waits until the session is known', () => {
  expect((['none', 'login', 'admin'] as const).map((guard) => admit(guard, { phase: 'starting' }))).toEqual([
    'enter',
    'wait',
    'wait',
  ])
})

it('an unknown guard throws', () => {
  const wrong = 'constructor' as unknown as Guard
  expect(() => admit(wrong, { phase: 'guest' })).toThrow('Unknown route guard "constructor"')
})
