import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
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

describe('what a person leaves in a browser', () => {
  it('is forgotten with a sign-out; the looks of the device and the data of others stay', () => {
    for (const key of ['zest.submission.1', 'zest.draft.2', 'zest.claim', 'zest.member']) localStorage.setItem(key, 'x')
    localStorage.setItem(LAST_USER, 'maria')
    localStorage.setItem('com.amplify.Cognito.pool.identityId', 'us-east-1:1')
    forgetPersonalData(localStorage)
    expect(keys()).toEqual([LAST_USER, 'com.amplify.Cognito.pool.identityId', 'somebody.else', 'zest.look'].sort())
    forgetLibraryData(localStorage)
    expect(keys()).toEqual(['somebody.else', 'zest.look'])
  })

  it('of a guest is the member’s whom the guest becomes', () => {
    localStorage.setItem('zest.submission.1', 'soup')
    setAsideWhatAnEndedSessionLeft(localStorage)
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem('zest.submission.1')).toBe('soup')
  })

  it('stays through reloads of a session that stands', () => {
    takeOver(localStorage, 'maria')
    localStorage.setItem(LAST_USER, 'maria')
    localStorage.setItem('zest.draft.2', 'soup')
    setAsideWhatAnEndedSessionLeft(localStorage)
    expect(localStorage.getItem('zest.draft.2')).toBe('soup')
  })
})

describe('what a session that ended by itself left behind', () => {
  beforeEach(() => {
    takeOver(localStorage, 'maria')
    localStorage.setItem('zest.draft.2', 'soup')
    setAsideWhatAnEndedSessionLeft(localStorage)
  })

  it('is out of the way of a guest', () => {
    expect(localStorage.getItem('zest.draft.2')).toBeNull()
  })

  it('comes back with the same person', () => {
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem('zest.draft.2')).toBe('soup')
    expect(keys()).toEqual(['somebody.else', 'zest.draft.2', 'zest.look', 'zest.member'])
  })

  it('does not overwrite what was written meanwhile', () => {
    localStorage.setItem('zest.draft.2', 'stew')
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem('zest.draft.2')).toBe('stew')
  })

  it('is forgotten when somebody else comes', () => {
    takeOver(localStorage, 'pablo')
    expect(keys()).toEqual(['somebody.else', 'zest.look', 'zest.member'])
    expect(localStorage.getItem('zest.member')).toBe('pablo')
  })

  it('brings nothing back that a stranger has written into it', () => {
    localStorage.setItem(
      'zest.aside',
      JSON.stringify({ sub: 'maria', entries: [[LAST_USER, 'evil'], ['zest.look', 'x'], 7] }),
    )
    takeOver(localStorage, 'maria')
    expect(localStorage.getItem(LAST_USER)).toBeNull()
    expect(localStorage.getItem('zest.look')).toBe('green dark')
  })
})

it('another member’s data go when one follows the other without a sign-out', () => {
  takeOver(localStorage, 'maria')
  localStorage.setItem('zest.draft.2', 'soup')
  takeOver(localStorage, 'pablo')
  expect(localStorage.getItem('zest.draft.2')).toBeNull()
})

describe('what is kept in files', () => {
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

  it('are forgotten when somebody says goodbye, and in a browser that keeps none nothing happens', () => {
    forgetKeptFiles()
    expect(deleteDatabase.mock.calls).toEqual([['zest-uploads'], ['zest-kept']])
    expect(deleteCache.mock.calls).toEqual([['zest-pictures'], ['zest-shared']])
    vi.unstubAllGlobals()
    expect(forgetKeptFiles).not.toThrow()
  })

  it('go along with a guest who becomes a member, and wait for a member who comes back', () => {
    takeOver(localStorage, 'maria')
    setAsideWhatAnEndedSessionLeft(localStorage)
    takeOver(localStorage, 'maria')
    expect(deleteDatabase).not.toHaveBeenCalled()
  })

  it('are nobody else’s', () => {
    takeOver(localStorage, 'maria')
    setAsideWhatAnEndedSessionLeft(localStorage)
    takeOver(localStorage, 'pablo')
    expect(deleteDatabase.mock.calls).toEqual([['zest-uploads'], ['zest-kept']])
  })
})
