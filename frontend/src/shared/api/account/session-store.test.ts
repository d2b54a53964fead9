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
let told: string[]
let callerReady: Promise<void> | undefined

const hooks: SessionHooks = {
  onCaller: (whose, ready) => {
    told.push(`caller ${whose}`)
    callerReady = ready
  },
  onEnded: (how) => told.push(`ended ${how}`),
  onLeaving: async () => void told.push('leaving'),
  onLogin: () => told.push('login'),
  onLogout: () => told.push('logout'),
}

beforeEach(() => {
  vi.useFakeTimers()
  account = new ScriptedAccount()
  backend = new ScriptedBackend()
  backend.answer(CLAIM_RECIPES, () => ({ claimRecipes: { claimed: 0, done: true } }))
  told = []
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

describe('the session', () => {
  it('is unknown at first, then a guest', async () => {
    expect(session()).toEqual({ phase: 'starting' })
    await startAs(null)
    expect(session()).toEqual({ phase: 'guest' })
    expect(told).toEqual([])
  })

  it('survives a reload: a member is known at once, and the list is not begun anew', async () => {
    await startAs(COOK)
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(told).toEqual([])
  })

  it('stays unknown without a network, and is looked at again', async () => {
    account.fault = new Problem('OFFLINE')
    await startAs(COOK)
    expect(session()).toEqual({ phase: 'starting' })
    account.fault = null
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session()).toEqual({ phase: 'member', user: COOK })
  })

  it('of a member is not doubted because a look fails', async () => {
    await startAs(COOK)
    account.fault = new Problem('OFFLINE')
    account.tell('refresh-failed')
    await settle()
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(told).toEqual([])
  })

  it('begins with a sign-in: the login is recorded, the list begins anew once the claim is through', async () => {
    let answer = (_: unknown) => {}
    backend.answer(CLAIM_RECIPES, () => new Promise((resolve) => (answer = resolve)))
    await startAs(null)
    await signIn()
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(told).toEqual(['login', 'caller other'])
    let ready = false
    void callerReady?.then(() => (ready = true))
    await settle()
    expect(ready).toBe(false)
    answer({ claimRecipes: { claimed: 2, done: true } })
    await settle()
    expect(ready).toBe(true)
    expect(store.getSnapshot().claimNews).toEqual({ kind: 'claimed', count: 2 })
  })

  it('does not let a slow claim hold up the list', async () => {
    backend.answer(CLAIM_RECIPES, () => new Promise(() => undefined))
    await startAs(null)
    await signIn()
    let ready = false
    void callerReady?.then(() => (ready = true))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(ready).toBe(true)
  })

  it('takes fresh tokens of the same person without another login', async () => {
    await startAs(COOK)
    account.person = { ...COOK, name: 'Maria del Mar' }
    account.tell('refreshed')
    await settle()
    expect(session()).toMatchObject({ user: { name: 'Maria del Mar' } })
    expect(told).toEqual(['caller same'])
  })

  it('that could not be renewed is told as expired', async () => {
    await startAs(COOK)
    account.person = null
    account.tell('refresh-failed')
    await settle()
    expect(session()).toEqual({ phase: 'guest' })
    expect(told).toEqual(['caller other', 'ended expired'])
  })

  it.each([
    ['somebody signed out', null],
    ['somebody else signed in', { ...COOK, sub: 'sub-2' }],
  ])('ends when in another tab %s', async (_, person) => {
    await startAs(COOK)
    account.person = person
    account.tell('changed-in-other-tab')
    await settle()
    expect(told).toEqual(['caller other', 'ended other-tab'])
  })

  it('of a guest follows a sign-in in another tab', async () => {
    await startAs(null)
    account.person = COOK
    account.tell('changed-in-other-tab')
    await settle()
    expect(session()).toEqual({ phase: 'member', user: COOK })
    expect(told).toEqual(['caller other'])
    expect(backend.countOf(CLAIM_RECIPES)).toBe(1)
  })

  it('is answered by its newest look only', async () => {
    let first = (_: typeof COOK | null) => {}
    account.user.mockImplementationOnce(() => new Promise((resolve) => (first = resolve)))
    store.start()
    await signIn()
    first(null)
    await settle()
    expect(session()).toEqual({ phase: 'member', user: COOK })
  })
})

describe('a sign-out', () => {
  it('finishes what was asked for, then leaves nothing personal and goes to the index', async () => {
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
    expect(told).toEqual(['leaving', 'logout', 'caller other', 'caller other'])
    expect(account.signOut).toHaveBeenCalledWith('/es')
    expect(heldAtSignOut).toEqual([null, null])
    expect(session()).toEqual({ phase: 'guest' })
    expect(Object.keys(localStorage)).toEqual(['zest.look'])
  })

  it('does not wait for ever for what was asked for', async () => {
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

describe('the claim of what a guest made', () => {
  it('is tried again until it succeeds, and its failure is told once', async () => {
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

  it('goes on at the next visit where it was not finished', async () => {
    await startAs(COOK)
    expect(backend.countOf(CLAIM_RECIPES)).toBe(1)
    store.stop()
    const next = new SessionStore(account, backend, new RecipeClaims(backend), hooks)
    next.start()
    await settle()
    expect(backend.countOf(CLAIM_RECIPES)).toBe(1)
    next.stop()
  })

  it('is prepared by guests only, and a failure holds up no sign-in', async () => {
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

describe('the deletion of an account', () => {
  it('calls until all is gone and tells how far it is', async () => {
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
