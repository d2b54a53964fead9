import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { CLAIM_RECIPES, ISSUE_CLAIM_TOKEN } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import { ScriptedBackend } from '../test-support'
import { CLAIM_TOKEN, RecipeClaims } from './recipe-claims'

const DAY = 24 * 3_600_000
let backend: ScriptedBackend
let now: number
let issued: number
let claims: RecipeClaims

beforeEach(() => {
  backend = new ScriptedBackend()
  now = Date.parse('2026-11-21T12:00:00Z')
  issued = 0
  backend.answer(ISSUE_CLAIM_TOKEN, () => {
    issued += 1
    return { issueClaimToken: { token: `t${issued}`, expiresAt: new Date(now + 7 * DAY).toISOString() } }
  })
  claims = new RecipeClaims(backend, localStorage, () => now)
})

const handedIn = () =>
  backend.sent.filter(({ operation }) => operation === CLAIM_RECIPES).map(({ variables }) => variables)

function answerClaims(...answers: ({ claimed: number; done: boolean } | Problem)[]): void {
  backend.answer(CLAIM_RECIPES, () => {
    const answer = answers.shift()
    if (answer === undefined) throw new Error('claimed once too often')
    if (answer instanceof Problem) throw answer
    return { claimRecipes: answer }
  })
}

describe('recipe claim', () => {
  it('uses the token issued as a guest, after a reload', async () => {
    await claims.prepare()
    answerClaims({ claimed: 3, done: true })
    expect(await new RecipeClaims(backend, localStorage, () => now).claim('sub')).toBe(3)
    expect(handedIn()).toEqual([{ token: 't1' }])
  })

  it('requests no token for a guest without an identity', async () => {
    backend.isNew = true
    await claims.prepare()
    expect(issued).toBe(0)
  })

  it('requests one token and renews it only shortly before it expires', async () => {
    await Promise.all([claims.prepare(), claims.prepare()])
    now += 4 * DAY
    await claims.prepare()
    expect(issued).toBe(1)
    now += 2 * DAY
    await claims.prepare()
    expect(issued).toBe(2)
  })

  it('repeats the call until the server is done, and adds up the counts', async () => {
    answerClaims({ claimed: 50, done: false }, { claimed: 50, done: false }, { claimed: 1, done: true })
    expect(await claims.claim('sub')).toBe(101)
  })

  it('runs after the first sign-in without a token, so that the server registers the member', async () => {
    expect(claims.isDue('sub')).toBe(true)
    answerClaims({ claimed: 0, done: true })
    await claims.claim('sub')
    expect(handedIn()).toEqual([{ token: null }])
    expect(claims.isDue('sub')).toBe(false)
    expect(claims.isDue('another')).toBe(true)
  })

  it('keeps its token when the network fails', async () => {
    await claims.prepare()
    answerClaims(new Problem('OFFLINE'), { claimed: 2, done: true })
    await expect(claims.claim('sub')).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(claims.isDue('sub')).toBe(true)
    expect(await claims.claim('sub')).toBe(2)
    expect(handedIn()).toEqual([{ token: 't1' }, { token: 't1' }])
  })

  it('drops a refused token and claims without it', async () => {
    await claims.prepare()
    answerClaims(new Problem('UNAUTHORIZED'), { claimed: 1, done: true })
    expect(await claims.claim('sub')).toBe(1)
    expect(handedIn()).toEqual([{ token: 't1' }, { token: null }])
    expect(localStorage.getItem('zest.claim')).toBeNull()
  })

  it('does not send an expired token', async () => {
    await claims.prepare()
    now += 8 * DAY
    answerClaims({ claimed: 0, done: true })
    await claims.claim('sub')
    expect(handedIn()).toEqual([{ token: null }])
  })

  it('shares one claim between concurrent calls', async () => {
    answerClaims({ claimed: 4, done: true })
    expect(await Promise.all([claims.claim('sub'), claims.claim('sub')])).toEqual([4, 4])
  })
})

describe('stored claim token', () => {
  it('is read back; invalid stored values are ignored', () => {
    const token = { token: 'v1.k.p.m', expiresAt: '2026-11-28T12:00:00Z' }
    expect(CLAIM_TOKEN.parse(JSON.stringify(token))).toEqual(token)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = CLAIM_TOKEN.parse(text)
        if (read !== undefined) expect(Number.isNaN(Date.parse(read.expiresAt))).toBe(false)
      }),
    )
  })
})
