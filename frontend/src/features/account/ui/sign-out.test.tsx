import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SessionProvider } from '../../../shared/api/account/SessionProvider'
import { ScriptedAccount, sessionsOf } from '../../../shared/api/account/test-support'
import { useSignOut } from './useSignOut'

let account: ScriptedAccount

function SignOut() {
  const { signOut, question } = useSignOut()
  return (
    <>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      {question}
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  account = new ScriptedAccount()
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SessionProvider sessions={sessionsOf(account)}>
        <SignOut />
      </SessionProvider>
    </IntlProvider>,
  )
})

afterEach(cleanup)

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a sign-out', () => {
  it('without waiting work needs no question', async () => {
    press('Sign out')
    await expect.poll(() => account.signOut.mock.calls.length).toBe(1)
  })

  it('with waiting work asks first', async () => {
    localStorage.setItem('zest.submission.1', '{}')
    localStorage.setItem('zest.edit.2', '{}')
    press('Sign out')
    expect(await screen.findByText('2 imports and changes haven’t been sent yet.')).toBeVisible()
    press('Stay signed in')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('zest.submission.1')).not.toBeNull()
    expect(account.signOut).not.toHaveBeenCalled()
    press('Sign out')
    await screen.findByRole('dialog')
    press('Sign out and delete')
    await expect.poll(() => account.signOut.mock.calls.length).toBe(1)
    expect(localStorage.getItem('zest.submission.1')).toBeNull()
  })
})
