import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  countUnsent,
  forgetKeptFiles,
  forgetLibraryData,
  forgetPersonalData,
  setAsideWhatAnEndedSessionLeft,
  takeOver,
} from './personal-data'

const LAST_USER = 'CognitoIdentityServiceProvider.client.LastAuthUser'
const keys = () => Object.keys(localStorage).sort()

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('zest.look', 'green dark')
  localStorage.setItem('somebody.else', 'x')
})

describe('personal data in the browser', () => {
  it('is deleted on sign-out; device settings and foreign keys stay', () => {
    for (const key of ['zest.submission.1', 'zest.draft.2', 'zest.claim', 'zest.member']) localStorage.setItem(key, 'x')
    localStorage.setItem(LAST_USER, 'maria')
    localStorage.setItem('com.amplify.Cognito.pool.identityId', 'us-east-1:1')
    forgetPersonalData(localStorage)
    expect(keys()).toEqual([LAST_USER, 'com.amplify.Cognito.pool.identityId', 'somebody.else', 'zest.look'].sort())
    forgetLibraryData(localStorage)
    expect(keys()).toEqual(['somebody.else', 'zest.look'])
  })

  it('counts as waiting while the server does not have it', () => {
    expect(countUnsent(localStorage)).toBe(0)
    for (const key of ['zest.submission.1', 'zest.submission.2', 'zest.edit.1', 'zest.marks.2', 'zest.draft.3']) {
      localStorage.setItem(key, 'x')
    }
    expect(countUnsent(localStorage)).toBe(4)
  })

  it('of a guest goes to the member the guest becomes', () => {
    localStorage.setItem('zest.submission.1', 'soup')
    setAsideWhatAnEndedSessionLeft(localStorage)
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem('zest.submission.1')).toBe('soup')
  })

  it('survives reloads during a session', () => {
    takeOver(localStorage, 'maria')
    localStorage.setItem(LAST_USER, 'maria')
    localStorage.setItem('zest.draft.2', 'soup')
    setAsideWhatAnEndedSessionLeft(localStorage)
    expect(localStorage.getItem('zest.draft.2')).toBe('soup')
  })
})

describe('data of an expired session', () => {
  beforeEach(() => {
    takeOver(localStorage, 'maria')
    localStorage.setItem('zest.draft.2', 'soup')
    setAsideWhatAnEndedSessionLeft(localStorage)
  })

  it('is hidden from a guest', () => {
    expect(localStorage.getItem('zest.draft.2')).toBeNull()
  })

  it('is restored for the same user', () => {
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem('zest.draft.2')).toBe('soup')
    expect(keys()).toEqual(['somebody.else', 'zest.draft.2', 'zest.look', 'zest.member'])
  })

  it('does not overwrite newer data', () => {
    localStorage.setItem('zest.draft.2', 'stew')
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem('zest.draft.2')).toBe('stew')
  })

  it('is deleted when another user signs in', () => {
    takeOver(localStorage, 'pablo')
    expect(keys()).toEqual(['somebody.else', 'zest.look', 'zest.member'])
    expect(localStorage.getItem('zest.member')).toBe('pablo')
  })

  it('restores no keys that were injected into it', () => {
    localStorage.setItem(
      'zest.aside',
      JSON.stringify({ sub: 'maria', entries: [[LAST_USER, 'evil'], ['zest.look', 'x'], 7] }),
    )
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem(LAST_USER)).toBeNull()
    expect(localStorage.getItem('zest.look')).toBe('green dark')
  })
})

it('data of another member is deleted when one signs in without a sign-out of the other', () => {
  takeOver(localStorage, 'maria')
  localStorage.setItem('zest.draft.2', 'soup')
  takeOver(localStorage, 'pablo')
  expect(localStorage.getItem('zest.draft.2')).toBeNull()
})

describe('data in files', () => {
  const deleteDatabase = vi.fn()
  const deleteCache = vi.fn()
  beforeEach(() => {
    deleteDatabase.mockClear()
    deleteCache.mockReset().mockResolvedValue(true)
    vi.stubGlobal('indexedDB', { deleteDatabase })
    vi.stubGlobal('caches', { delete: deleteCache })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is deleted on sign-out; without storage nothing happens', () => {
    forgetKeptFiles()
    expect(deleteDatabase.mock.calls).toEqual([['zest-uploads'], ['zest-batch'], ['zest-kept']])
    expect(deleteCache.mock.calls).toEqual([['zest-pictures'], ['zest-shared']])
    vi.unstubAllGlobals()
    expect(forgetKeptFiles).not.toThrow()
  })

  it('stays for a guest who becomes a member and for a returning member', () => {
    takeOver(localStorage, 'maria')
    setAsideWhatAnEndedSessionLeft(localStorage)
    takeOver(localStorage, 'maria')
    expect(deleteDatabase).not.toHaveBeenCalled()
  })

  it('is deleted for another user', () => {
    takeOver(localStorage, 'maria')
    setAsideWhatAnEndedSessionLeft(localStorage)
    takeOver(localStorage, 'pablo')
    expect(deleteDatabase.mock.calls).toEqual([['zest-uploads'], ['zest-batch'], ['zest-kept']])
  })
})
