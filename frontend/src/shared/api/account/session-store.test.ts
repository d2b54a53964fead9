import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLAIM_RECIPES, DELETE_ACCOUNT, ISSUE_CLAIM_TOKEN } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import { ScriptedBackend } from '../test-support'
import { RecipeClaims } from './recipe-claims'
import { type SessionHooks, SessionStore } from './session-store'
import { COOK, ScriptedAccount } from './test-support'

let account: ScriptedAccount
let backend: ScriptedBackend
let store: SessionStore
let events: string[]
let callerReady: Promise<void> | undefined

const hooks: SessionHooks = {
  onCaller: (whose, ready) => {
    events.push(`caller ${whose}`)
    callerReady = ready
  },
  onEnded: (how) => events.push(`ended ${how}`),
  onLeaving: async () => void events.push('leaving'),
  onLogin: () => events.push('login'),
  onLogout: () => events.push('logout'),
}

beforeEach(() => {
  vi.useFakeTimers()
  account = new ScriptedAccount()
  backend = new ScriptedBackend()
  backend.answer(CLAIM_RECIPES, () => ({ claimRecipes: { claimed: 0, done: true } }))
  events = []
  callerReady = undefined
  store = new SessionStore(account, backend, new RecipeClaims(backend), hooks)
})

afterEach(() => {
  store.stop()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const session = () => store.getSnapshot().session

async function startAs(person: typeof COOK | null): Promise<void> {
  account.person = person
  store.start()
  await settle()
}

async function signIn(person = COOK): Promise<void> {
  account.person = person
  account.tell('signed-in')
  await settle()
}

describe('session store', () => {
  it('starts unknown, then becomes a guest', async () => {
    expect(session()).toEqual({ phase: 'starting' })
    await startAs(null)
    expect(session()).toEqual({ phase: 'guest' })
    expect(events).toEqual([])
  })

  it('knows the member after a reload without reloading the list', async () => {
    await startAs(COOK)
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(events).toEqual([])
  })

  it('stays unknown without a network and retries', async () => {
    account.fault = new Problem('OFFLINE')
    await startAs(COOK)
    expect(session()).toEqual({ phase: 'starting' })
    account.fault = null
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session()).toEqual({ phase: 'member', user: COOK })
  })

  it('keeps the member when a refresh fails', async () => {
    await startAs(COOK)
    account.fault = new Problem('OFFLINE')
    account.tell('refresh-failed')
    await settle()
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(events).toEqual([])
  })

  it('records a login on sign-in and reloads the list after the claim', async () => {
    let answer = (_: unknown) => {}
    backend.answer(CLAIM_RECIPES, () => new Promise((resolve) => (answer = resolve)))
    await startAs(null)
    await signIn()
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(events).toEqual(['login', 'caller other'])
    let ready = false
    void callerReady?.then(() => (ready = true))
    await settle()
    expect(ready).toBe(false)
    answer({ claimRecipes: { claimed: 2, done: true } })
    await settle()
    expect(ready).toBe(true)
    expect(store.getSnapshot().claimNews).toEqual({ kind: 'claimed', count: 2 })
  })

  it('does not let a slow claim delay the list', async () => {
    backend.answer(CLAIM_RECIPES, () => new Promise(() => undefined))
    await startAs(null)
    await signIn()
    let ready = false
    void callerReady?.then(() => (ready = true))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(ready).toBe(true)
  })

  it('takes new tokens of the same person without recording another login', async () => {
    await startAs(COOK)
    account.person = { ...COOK, name: 'Maria del Mar' }
    account.tell('refreshed')
    await settle()
    expect(session()).toMatchObject({ user: { name: 'Maria del Mar' } })
    expect(events).toEqual(['caller same'])
  })

  it('reports a session that could not be renewed as expired', async () => {
    await startAs(COOK)
    account.person = null
    account.tell('refresh-failed')
    await settle()
    expect(session()).toEqual({ phase: 'guest' })
    expect(events).toEqual(['caller other', 'ended expired'])
  })

  it.each([
    ['somebody signed out', null],
    ['somebody else signed in', { ...COOK, sub: 'sub-2' }],
  ])('ends when in another tab %s', async (_, person) => {
    await startAs(COOK)
    account.person = person
    account.tell('changed-in-other-tab')
    await settle()
    expect(events).toEqual(['caller other', 'ended other-tab'])
  })

  it('follows a sign-in in another tab as a guest', async () => {
    await startAs(null)
    account.person = COOK
    account.tell('changed-in-other-tab')
    await settle()
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(events).toEqual(['caller other'])
    expect(backend.countOf(CLAIM_RECIPES)).toBe(1)
  })

  it('ignores the answer of an outdated refresh', async () => {
    let first = (_: typeof COOK | null) => {}
    account.user.mockImplementationOnce(() => new Promise((resolve) => (first = resolve)))
    store.start()
    await signIn()
    first(null)
    await settle()
    expect(session()).toEqual({ phase: 'member', user: COOK })
  })
})

describe('sign-out', () => {
  it('finishes pending work, deletes personal data, then opens the index', async () => {
    await startAs(COOK)
    localStorage.setItem('zest.draft.x', 'soup')
    localStorage.setItem('zest.look', 'green dark')
    sessionStorage.setItem('zest.auth-redirect', '/profile')
    let heldAtSignOut: (string | null)[] = []
    account.signOut.mockImplementationOnce(async () => {
      heldAtSignOut = [localStorage.getItem('zest.draft.x'), sessionStorage.getItem('zest.auth-redirect')]
      account.person = null
      account.tell('signed-out')
    })
    await store.signOut('/es')
    await settle()
    expect(events).toEqual(['leaving', 'logout', 'caller other', 'caller other'])
    expect(account.signOut).toHaveBeenCalledWith('/es')
    expect(heldAtSignOut).toEqual([null, null])
    expect(session()).toEqual({ phase: 'guest' })
    expect(Object.keys(localStorage)).toEqual(['zest.look'])
  })

  it('leaves nothing that is written before the page is left', async () => {
    let answer = () => {}
    backend.answer(CLAIM_RECIPES, async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { claimRecipes: { claimed: 0, done: true } }
    })
    await startAs(COOK)
    await store.signOut('/')
    answer()
    await settle()
    expect(localStorage.getItem('zest.claimed')).toBe(COOK.sub)
    sessionStorage.setItem('zest.scroll', '[["a /recipes/1",900]]')
    localStorage.setItem('zest.draft.x', 'soup')
    dispatchEvent(new Event('pagehide'))
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([])
  })

  it('keeps the message for the next page', async () => {
    await startAs(COOK)
    await store.forgetEverything('/', 'account-deleted')
    dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem('zest.flash-message')).toBe('account-deleted')
  })

  it('stops waiting for pending work after a timeout', async () => {
    const slow = new SessionStore(account, backend, new RecipeClaims(backend), {
      ...hooks,
      onLeaving: () => new Promise(() => undefined),
    })
    const left = slow.signOut('/')
    await vi.advanceTimersByTimeAsync(3_000)
    await left
    expect(account.signOut).toHaveBeenCalledTimes(1)
  })
})

describe('claim of guest recipes', () => {
  it('is retried until it succeeds, and reports its failure once', async () => {
    backend.answer(CLAIM_RECIPES, () => {
      throw new Problem('OFFLINE')
    })
    await startAs(null)
    await signIn()
    expect(store.getSnapshot().claimNews).toEqual({ kind: 'failed' })
    store.dismissClaimNews()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(backend.countOf(CLAIM_RECIPES)).toBe(2)
    expect(store.getSnapshot().claimNews).toBeNull()
    backend.answer(CLAIM_RECIPES, () => ({ claimRecipes: { claimed: 1, done: true } }))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(store.getSnapshot().claimNews).toEqual({ kind: 'claimed', count: 1 })
  })

  it('continues on the next visit', async () => {
    await startAs(COOK)
    expect(backend.countOf(CLAIM_RECIPES)).toBe(1)
    store.stop()
    const next = new SessionStore(account, backend, new RecipeClaims(backend), hooks)
    next.start()
    await settle()
    expect(backend.countOf(CLAIM_RECIPES)).toBe(1)
    next.stop()
  })

  it('is prepared for guests only, and a failure does not block the sign-in', async () => {
    backend.answer(ISSUE_CLAIM_TOKEN, () => {
      throw new Problem('OFFLINE')
    })
    await startAs(null)
    await expect(store.beforeSignIn()).resolves.toBeUndefined()
    expect(backend.countOf(ISSUE_CLAIM_TOKEN)).toBe(1)
    await signIn()
    await store.beforeSignIn()
    expect(backend.countOf(ISSUE_CLAIM_TOKEN)).toBe(1)
  })
})

describe('account deletion', () => {
  it('repeats the call until done and reports progress', async () => {
    const answers = [
      { deleted: 40, done: false },
      { deleted: 2, done: true },
    ]
    backend.answer(DELETE_ACCOUNT, () => ({ deleteAccount: answers.shift() ?? null }))
    const progress: number[] = []
    await store.deleteAccount((deleted) => progress.push(deleted))
    expect(progress).toEqual([40, 42])
  })
})
