import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, it } from 'vitest'
import { trimAmplify } from './trim-amplify.ts'
import { trimRouter } from './trim-router.ts'

const ROUTER = 'node_modules/react-router/dist/production'
const AMPLIFY = join(import.meta.dirname, '../../node_modules/@aws-amplify')
const API = `${AMPLIFY}/api-graphql/dist/esm/internals/InternalGraphQLAPI.mjs`

interface Hooks {
  readonly buildStart: () => void
  readonly resolveId: (source: string, importer: string) => string | null
  readonly load: (id: string) => string | null
  readonly transform: { readonly handler: (code: string) => { code: string } }
  readonly buildEnd: (error?: Error) => void
}
const hooksOf = (plugin: Plugin) => plugin as unknown as Hooks

const routerFiles = readdirSync(ROUTER)
  .filter((file) => /^chunk-.*\.mjs$/.test(file))
  .map((file) => readFileSync(join(ROUTER, file), 'utf8'))

/** Simulates a build with the installed client library, except modules that match `without`. */
function buildWithAmplify(plugin: Hooks, without = /^$/): void {
  plugin.buildStart()
  const imports = Array.from(readFileSync(API, 'utf8').matchAll(/from '([^']+)'/g), ([, source = '']) => source)
  for (const source of imports) if (!without.test(source)) plugin.resolveId(source, API)
  for (const folder of [`${AMPLIFY}/core/dist/esm`, `${AMPLIFY}/api-graphql/dist/esm`]) {
    const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const module of modules.filter((file) => file.endsWith('.mjs') && !without.test(file))) {
      const id = `${folder}/${module}`
      plugin.transform.handler(plugin.load(id) ?? readFileSync(id, 'utf8'))
    }
  }
}

it('trim-router applies to the installed router', () => {
  const plugin = hooksOf(trimRouter())
  plugin.buildStart()
  const trimmed = routerFiles.map((code) => plugin.transform.handler(code).code).join('')
  expect(trimmed).toContain('function PrefetchPageLinks() { return null; }')
  expect(trimmed).not.toMatch(/^\w+\.displayName = /m)
  expect(() => plugin.buildEnd()).not.toThrow()
})

it.each([
  ['function usePrefetchBehavior(', /function usePrefetchBehavior\(/g, 'const usePrefetchBehavior = ('],
  ['components that are made by calls', /React\d*\.(forwardRef|createContext|memo)\(/g, 'make('],
  ['components that are classes', /class extends React\d*\.Component/g, 'class extends Component'],
  ['the names of components', /\.displayName = /g, '.label = '],
])('trim-router fails a build whose router has no %s', (name, pattern, instead) => {
  const plugin = hooksOf(trimRouter())
  plugin.buildStart()
  for (const code of routerFiles) plugin.transform.handler(code.replaceAll(pattern, instead))
  expect(() => plugin.buildEnd()).toThrow(`trim-router found nothing to replace for: ${name}. The package has changed`)
})

it('trim-amplify applies to the installed client library', () => {
  const plugin = hooksOf(trimAmplify())
  buildWithAmplify(plugin)
  expect(() => plugin.buildEnd()).not.toThrow()
})

it.each([
  ['core/dist/esm/storage/CookieStorage.mjs', /^storage\/CookieStorage/],
  ['rxjs', /^rxjs$/],
  ['AWSAppSyncRealTimeProvider', /AWSAppSyncRealTimeProvider/],
])('trim-amplify fails a build without %s', (name, without) => {
  const plugin = hooksOf(trimAmplify())
  buildWithAmplify(plugin, without)
  expect(() => plugin.buildEnd()).toThrow(`trim-amplify found nothing to replace for: ${name}.`)
})

it('a failed build keeps its own error', () => {
  expect(() => hooksOf(trimRouter()).buildEnd(new Error('syntax'))).not.toThrow()
})

it('replacements of one build do not count for the next', () => {
  const plugin = hooksOf(trimAmplify())
  buildWithAmplify(plugin)
  plugin.buildStart()
  expect(() => plugin.buildEnd()).toThrow('nothing to replace for: core/dist/esm/parseAWSExports.mjs')
})
