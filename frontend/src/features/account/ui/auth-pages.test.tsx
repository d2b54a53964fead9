import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { SessionProvider } from '../../../shared/api/account/SessionProvider'
import { ScriptedAccount, sessionsOf } from '../../../shared/api/account/test-support'
import { OAuthCallbackPage } from './OAuthCallbackPage'
import { RedirectAfterSignIn } from './RedirectAfterSignIn'

let account: ScriptedAccount

beforeEach(() => {
  account = new ScriptedAccount()
})

function Here() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}

function show(at: string) {
  const store = sessionsOf(account)
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SessionProvider sessions={store}>
        <MemoryRouter initialEntries={[at]}>
          <Here />
          <Routes>
            <Route path="/sent-on" element={<RedirectAfterSignIn />} />
            <Route path="/oauth/callback" element={<OAuthCallbackPage />} />
            <Route path="*" element={null} />
          </Routes>
        </MemoryRouter>
      </SessionProvider>
    </IntlProvider>,
  )
}

describe('a signed-in user', () => {
  it.each([
    ['/profile?x=1', '/profile?x=1'],
    ['/es/profile', '/profile'],
    ['//evil.example', '/my-recipes'],
    ['https://evil.example/', '/my-recipes'],
    ['/es//evil.example', '/my-recipes'],
    ['/login', '/my-recipes'],
    ['/fr/signup?again', '/my-recipes'],
    [null, '/my-recipes'],
  ])('with the destination %s is sent to %s', async (destination, expected) => {
    if (destination !== null) sessionStorage.setItem('zest.auth-redirect', destination)
    show('/sent-on')
    expect(await screen.findByText(`at ${expected}`)).toBeVisible()
    expect(sessionStorage.getItem('zest.auth-redirect')).toBeNull()
  })
})

describe('the OAuth callback', () => {
  it('retries once after the pool has linked an account', async () => {
    account.finishSignInWithGoogle.mockResolvedValue({ signedIn: false, reason: 'GOOGLE_JUST_LINKED' })
    show('/oauth/callback')
    await waitFor(() => expect(account.signInWithGoogle).toHaveBeenCalledOnce())
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
    show('/oauth/callback')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(account.signInWithGoogle).toHaveBeenCalledOnce()
  })

  it('shows the reason of another refusal', async () => {
    account.finishSignInWithGoogle.mockResolvedValue({ signedIn: false, reason: 'GOOGLE_FAILED' })
    show('/oauth/callback')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(account.signInWithGoogle).not.toHaveBeenCalled()
  })
})
