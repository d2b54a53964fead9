import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, useLocation } from 'react-router'
import { ApiClientProvider } from '../../../shared/api/ApiClientProvider'
import { SessionProvider, useSession } from '../../../shared/api/account/SessionProvider'
import { COOK, ScriptedAccount, sessionsOf } from '../../../shared/api/account/test-support'
import type { ScriptedApiClient } from '../../../shared/api/scripted-api-client'

/**
 * Renders for a member and shows the current address.
 * @param at initial address
 */
export function showToMember(server: ScriptedApiClient, shown: ReactNode, at = '/credits'): void {
  const account = new ScriptedAccount()
  account.person = COOK
  const sessions = sessionsOf(account)
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SessionProvider sessions={sessions}>
        <ApiClientProvider client={server}>
          <MemoryRouter initialEntries={[at]}>
            <ForMembers>{shown}</ForMembers>
            <Here />
          </MemoryRouter>
        </ApiClientProvider>
      </SessionProvider>
    </IntlProvider>,
  )
}

function ForMembers({ children }: { children: ReactNode }) {
  return useSession().phase === 'member' ? children : null
}

function Here() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}
