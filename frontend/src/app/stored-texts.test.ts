import { expect, it } from 'vitest'
import { storedPantry } from '../features/groceries/model/pantry'
import { storedList } from '../features/groceries/model/shopping-list'
import { storedTicks } from '../features/recipe/model/ticks'
import { TIMERS } from '../features/recipe/model/timers'
import { CLAIM_TOKEN } from '../shared/api/account/recipe-claims'
import { unitSetting } from '../shared/lib/amounts/unit-setting'
import { storedAppearance } from '../shared/lib/browser/appearance'
import { flashMessage } from '../shared/lib/browser/flash-message'
import type { Schema } from '../shared/lib/browser/schema'
import { json, StoredValue } from '../shared/lib/browser/stored-value'
import { FEEDBACK_DRAFT } from '../shared/lib/feedback/draft'
import { AUTO_RETRY_STATE, AutoRetrySetting } from '../shared/lib/importing/auto-retry'
import { PENDING_DELETION } from '../shared/lib/list/deletions'
import { SUBMISSION } from '../shared/lib/list/submissions'
import { setAsideWhatAnEndedSessionLeft, takeOver } from '../shared/lib/recipe/personal-data'
import { takeDestination } from '../shared/lib/routing/destination'
import { ScrollMemory } from './scroll-memory'

/* Stored values exactly as earlier builds wrote them. A build that cannot read one loses a user's work or settings. */
const ID = '0123456789abcdef0123456789abcdef'
const UPLOAD = '01234567-89ab-4def-8123-456789abcdef'

function reads<T>(key: string, text: string, schema: Schema<T>): T | null {
  localStorage.setItem(key, text)
  return new StoredValue(key, json(schema), null).read()
}

it('reads a submission of an address, also with its former field name', () => {
  const rest = `"language":"es","createdAt":"2026-11-20T10:00:00.000Z","problem":null}`
  const submission = { id: ID, source: 'https://a.example/', language: 'es', problem: null }
  expect(reads('a', `{"id":"${ID}","source":"https://a.example/",${rest}`, SUBMISSION)).toMatchObject(submission)
  expect(reads('a', `{"id":"${ID}","url":"https://a.example/",${rest}`, SUBMISSION)).toMatchObject(submission)
})

it('reads a submission of an upload', () => {
  const upload = (parts: string) =>
    `{"id":"${ID}","source":{"kind":"PICTURE","submission":"${UPLOAD}","parts":[${parts}]},"language":"en","createdAt":"2026-11-20T10:00:00.000Z","problem":"OFFLINE"}`
  const read = reads('a', upload('{"name":null,"contentType":"image/jpeg","size":12}'), SUBMISSION)
  expect(read).toMatchObject({
    source: { kind: 'PICTURE', submission: UPLOAD, parts: [{ name: null, contentType: 'image/jpeg', size: 12 }] },
    problem: null,
  })
  expect(reads('a', upload(''), SUBMISSION)).toBeNull()
  expect(reads('a', upload('{"name":null,"contentType":"image/jpeg","size":1.5}'), SUBMISSION)).toBeNull()
})

it('reads a pending deletion', () => {
  const text = `{"id":"a","batch":"b","title":null,"askedAt":1763632800000,"here":true,"sentOnLeaving":true}`
  expect(reads('a', text, PENDING_DELETION)).toEqual({
    id: 'a',
    batch: 'b',
    title: null,
    askedAt: 1_763_632_800_000,
    here: false,
    sentOnLeaving: true,
  })
})

it('reads a claim token', () => {
  const token = { token: 'v1.k.p.m', expiresAt: '2026-11-28T12:00:00Z' }
  expect(CLAIM_TOKEN.parse('{"token":"v1.k.p.m","expiresAt":"2026-11-28T12:00:00Z"}')).toEqual(token)
  expect(CLAIM_TOKEN.parse('{"token":"v1.k.p.m","expiresAt":"soon"}')).toBeUndefined()
})

it('reads running and paused timers', () => {
  const running = `{"recipeId":"r","label":"20 minutes","step":3,"seconds":1200,"id":"a","endsAt":1763632800000,"leftMs":1200000}`
  const paused = `{"recipeId":"r","label":"rest","step":1,"seconds":60,"id":"b","endsAt":null,"leftMs":5}`
  const read = reads('a', `[${running},{"id":"c"},${paused}]`, TIMERS)
  expect(read).toEqual([JSON.parse(running), JSON.parse(paused)])
})

it('reads complete and partly invalid ticks', () => {
  localStorage.setItem('zest.ticks.a', '{"done":["line 1x",7,"step 2y"],"step":2,"all":true}')
  expect(storedTicks('a').read()).toEqual({ done: ['line 1x', 'step 2y'], step: 2, all: true })
  localStorage.setItem('zest.ticks.a', '{"done":"all","step":-1}')
  expect(storedTicks('a').read()).toEqual({ done: [], step: 0, all: false })
})

it('reads the unit setting, also after it was reset', () => {
  localStorage.setItem('zest.units', '"us"')
  expect(unitSetting.read()).toBe('us')
  localStorage.setItem('zest.units', 'null')
  expect(unitSetting.read()).toBeNull()
})

it('reads the shopping list and the pantry', () => {
  const line = `{"quantity":"200","unit":"g","name":"flour","note":null,"text":"200 g flour"}`
  const entry = `{"id":"${ID}","title":"Bread","language":"en","factor":"3/2","lines":[${line}]}`
  localStorage.setItem('zest.shopping', `{"entries":[${entry}],"done":["#7","dragon fruit"]}`)
  expect(storedList.read()).toEqual({ entries: [JSON.parse(entry)], done: ['#7', 'dragon fruit'] })
  localStorage.setItem('zest.pantry', '{"has":["#7"],"lacks":["#1"]}')
  expect(storedPantry.read()).toEqual({ has: ['#7'], lacks: ['#1'] })
})

it('reads the appearance', () => {
  localStorage.setItem('zest.look', 'green dark')
  expect(storedAppearance()).toEqual({ palette: 'green', mode: 'dark' })
})

it('reads a feedback draft', () => {
  const draft = `{"id":"${ID}","type":"BUG_REPORT","message":"Too salty","email":null}`
  expect(reads('a', draft, FEEDBACK_DRAFT)).toEqual(JSON.parse(draft))
  expect(reads('a', draft.replace('BUG_REPORT', 'SPAM'), FEEDBACK_DRAFT)).toBeNull()
})

it('reads the setting and the state of automatic retries', () => {
  localStorage.setItem('zest.member', 'maria')
  localStorage.setItem('zest.assistant.always', 'maria')
  expect(new AutoRetrySetting().read()).toBe(true)
  expect(reads('a', `{"id":"${ID}","state":"sent"}`, AUTO_RETRY_STATE)).toEqual({ id: ID, state: 'sent' })
})

it('reads the values of session storage', () => {
  sessionStorage.setItem('zest.scroll', '[["a /my-recipes",900]]')
  sessionStorage.setItem('zest.auth-redirect', '/profile?x=1#y')
  sessionStorage.setItem('zest.flash-message', 'expired')
  expect(new ScrollMemory().of('a /my-recipes')).toBe(900)
  expect(takeDestination()).toBe('/profile?x=1#y')
  expect(flashMessage.read()).toBe('expired')
})

it('restores the values set aside for their owner', () => {
  localStorage.setItem('zest.aside', '{"sub":"maria","entries":[["zest.claim","x"],["zest.note.1",7],["other","y"]]}')
  takeOver(localStorage, 'maria')
  expect(Object.keys(localStorage).sort()).toEqual(['zest.claim', 'zest.member'])
  expect(localStorage.getItem('zest.member')).toBe('maria')
  setAsideWhatAnEndedSessionLeft(localStorage)
  expect(localStorage.getItem('zest.aside')).toBe('{"sub":"maria","entries":[["zest.claim","x"]]}')
})
