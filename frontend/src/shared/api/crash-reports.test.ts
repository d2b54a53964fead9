import { beforeEach, expect, it } from 'vitest'
import { REPORT_CRASH } from '../../contract/operations'
import { Problem } from '../lib/errors'
import { CrashReports } from './crash-reports'
import { ScriptedBackend } from './test-support'

let backend: ScriptedBackend
let reports: CrashReports

beforeEach(() => {
  backend = new ScriptedBackend()
  backend.answer(REPORT_CRASH, () => ({ reportCrash: true }))
  reports = new CrashReports(backend, { place: () => '/recipes/:id', build: () => 'b1' })
})

const sent = () => backend.sent.map(({ variables }) => (variables as { input: object }).input)

/** An error as thrown by the browser, with a stack of the app's scripts. */
function crash({ name = 'TypeError', line = 1, origin = location.origin } = {}): Error {
  const error = new Error('cannot read notes of maria@example.com')
  error.name = name
  error.stack = `${name}: ${error.message}\n    at pour (${origin}/assets/RecipePage-B3xk9.js:${line}:2345)\n    at ${location.origin}/assets/index-A.js:1:1`
  return error
}

it('reports class, route, build and script position, but no message or address', () => {
  history.replaceState(null, '', '/recipes/0123456789abcdef0123456789abcdef?q=secret')
  reports.report(crash())
  expect(sent()).toEqual([{ name: 'TypeError', place: '/recipes/:id', build: 'b1', at: 'RecipePage-B3xk9.js:1:2345' }])
  expect(JSON.stringify(sent())).not.toMatch(/maria|0123456789|secret/)
})

it.each([
  ['what is no error', 'maria@example.com', { name: 'Error', at: null }],
  ['a class of somebody’s own', crash({ name: 'Maria: Error' }), { name: 'Error' }],
  ['a class that is too long', crash({ name: `${'A'.repeat(40)}Error` }), { name: 'Error' }],
  ['a stack that begins in an extension', crash({ origin: 'chrome-extension://abc' }), { at: 'index-A.js:1:1' }],
  [
    'an error without a stack',
    Object.assign(new RangeError('x'), { stack: undefined }),
    { name: 'RangeError', at: null },
  ],
])('of %s only what the server takes', (_, thrown, input) => {
  reports.report(thrown)
  expect(sent()).toMatchObject([input])
})

it('reports "dev" as the build of the dev server', () => {
  new CrashReports(backend, { place: () => '/', build: () => null }).report(crash())
  expect(sent()).toMatchObject([{ build: 'dev' }])
})

it('reports each crash once, up to a limit', () => {
  for (let line = 1; line <= 9; line += 1) {
    reports.report(crash({ line }))
    reports.report(crash({ line }))
  }
  expect(sent()).toHaveLength(5)
})

it('never throws and never retries', async () => {
  backend.answer(REPORT_CRASH, () => {
    throw new Problem('OFFLINE')
  })
  expect(() => reports.report(crash())).not.toThrow()
  await Promise.resolve()
  expect(sent()).toHaveLength(1)
  const broken = new CrashReports(backend, {
    place: () => {
      throw new Error('no route')
    },
    build: () => null,
  })
  expect(() => broken.report(crash())).not.toThrow()
})
