import { join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGES = join(import.meta.dirname, '../../node_modules/@aws-amplify')
const REALTIME = `${PACKAGES}/api-graphql/dist/esm/Providers/AWSAppSyncRealTimeProvider/index.mjs`
const LATE = join(import.meta.dirname, '../shims/amplify-subscriptions.ts')
const VIRTUAL = 'virtual:subscriptions'

/** Modules of the client library that never have anything to do here, and what stands in their place. */
const UNUSED: Readonly<Record<string, string>> = {
  // Two older forms of the configuration; ours is the one that needs no reading (src/shared/api/amplify/configure.ts).
  'core/dist/esm/parseAWSExports.mjs': 'export const parseAWSExports = (config) => config',
  'core/dist/esm/parseAmplifyOutputs.mjs': `
    export const isAmplifyOutputs = () => false
    export const parseAmplifyOutputs = (config) => config
    export const parseAnalytics = () => undefined`,
  // Tokens are kept in cookies where a server renders pages; ours are in the browser's storage.
  'core/dist/esm/storage/CookieStorage.mjs': 'export class CookieStorage {}',
  // Which framework calls is found out by looking for the traces of ten; "1" is React (Platform/types.mjs there).
  'core/dist/esm/Platform/detectFramework.mjs': `
    export const detectFramework = () => '1'
    export const observeFrameworkChanges = () => undefined
    export const clearCache = () => undefined
    export const frameworkChangeObservers = []`,
  'core/dist/esm/utils/amplifyUuid/index.mjs': 'export const amplifyUuid = () => crypto.randomUUID()',
}

/**
 * Answers `import('virtual:subscriptions')`: what keeps subscriptions standing, of the client library and rxjs. The
 * library offers it by no address of its own.
 */
export function subscriptions(): Plugin {
  return {
    name: 'zest-subscriptions',
    resolveId: (source) => (source === VIRTUAL ? `\0${VIRTUAL}` : null),
    load: (id) =>
      id === `\0${VIRTUAL}`
        ? `export { AWSAppSyncRealTimeProvider } from '${REALTIME}'; export { catchError } from 'rxjs'`
        : null,
  }
}

/**
 * Lets the bundler leave out of the client library what nothing here uses, and load what keeps subscriptions when the
 * first begins. The library's enumerations are made by calls, which the bundler has to take for effects; they are
 * marked as having none.
 */
export function withoutUnusedAmplify(): Plugin {
  return {
    name: 'zest-without-unused-amplify',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer?.endsWith('/api-graphql/dist/esm/internals/InternalGraphQLAPI.mjs') !== true) return null
      return source === 'rxjs' || source.includes('/AWSAppSyncRealTimeProvider/') ? LATE : null
    },
    load: (id) => UNUSED[id.slice(PACKAGES.length + 1)] ?? null,
    transform: {
      filter: { id: /\/@aws-amplify\/.*\.mjs$/ },
      handler: (code) => ({ code: withoutEffects(code), map: null }),
    },
  }
}

function withoutEffects(code: string): string {
  return code.replaceAll(
    /^((?:export )?)var (\w+);\n\(function \(\2\) \{\n(.*?)^\}\)\(\2 \|\| \(\2 = \{\}\)\);$/gms,
    '$1var $2 = /* @__PURE__ */ (function ($2) {\n$3return $2;\n})({});',
  )
}
