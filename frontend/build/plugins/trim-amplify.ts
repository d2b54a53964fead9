import { join } from 'node:path'
import type { Plugin } from 'vite'
import { Replacements } from './replacements.ts'

const PACKAGES = join(import.meta.dirname, '../../node_modules/@aws-amplify')
const REALTIME = `${PACKAGES}/api-graphql/dist/esm/Providers/AWSAppSyncRealTimeProvider/index.mjs`
const SUBSCRIPTIONS_SHIM = join(import.meta.dirname, '../shims/amplify-subscriptions.ts')
const VIRTUAL = 'virtual:subscriptions'

/** Modules of the client library that are unused or replaced, and their replacements. */
const REPLACED: Readonly<Record<string, string>> = {
  // Parsers of two other configuration formats.
  'core/dist/esm/parseAWSExports.mjs': 'export const parseAWSExports = (config) => config',
  'core/dist/esm/parseAmplifyOutputs.mjs': `
    export const isAmplifyOutputs = () => false
    export const parseAmplifyOutputs = (config) => config
    export const parseAnalytics = () => undefined`,
  // Stores tokens in cookies, for server-side rendering.
  'core/dist/esm/storage/CookieStorage.mjs': 'export class CookieStorage {}',
  // Detects the framework; "1" is React (Platform/types.mjs in the package).
  'core/dist/esm/Platform/detectFramework.mjs': `
    export const detectFramework = () => '1'
    export const observeFrameworkChanges = () => undefined
    export const clearCache = () => undefined
    export const frameworkChangeObservers = []`,
  'core/dist/esm/utils/amplifyUuid/index.mjs': 'export const amplifyUuid = () => crypto.randomUUID()',
  // Imports the module itself, because the index of the core lacks it here (REACHABILITY).
  'api-graphql/dist/esm/utils/ReachabilityMonitor/index.mjs': `
    import { Reachability } from '${PACKAGES}/core/dist/esm/Reachability/Reachability.mjs'
    export const ReachabilityMonitor = () => new Reachability().networkMonitor()`,
}

/** Provides `virtual:subscriptions`: the client library's subscription provider, which the package does not export. */
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

const SHIMMED = ['rxjs', 'AWSAppSyncRealTimeProvider']
const ENUMERATIONS = 'enumerations'
/** Only subscriptions use it. Imports of it elsewhere would add rxjs to the first load. */
const REACHABILITY = 'imports of Reachability'

/**
 * Removes unused parts of the client library, and loads its subscription code on demand. Marks enumerations, which are
 * created by calls, as pure.
 */
export function trimAmplify(): Plugin {
  const replacements = new Replacements('trim-amplify', [
    ...Object.keys(REPLACED),
    ...SHIMMED,
    ENUMERATIONS,
    REACHABILITY,
  ])
  return {
    name: 'zest-trim-amplify',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => replacements.begin(),
    resolveId(source, importer) {
      if (importer?.endsWith('/api-graphql/dist/esm/internals/InternalGraphQLAPI.mjs') !== true) return null
      const shimmed = SHIMMED.find((name) => source.split('/').includes(name))
      if (shimmed === undefined) return null
      replacements.made(shimmed)
      return SUBSCRIPTIONS_SHIM
    },
    load(id) {
      const path = id.slice(PACKAGES.length + 1)
      const substitute = REPLACED[path]
      if (substitute === undefined) return null
      replacements.made(path)
      return substitute
    },
    transform: {
      filter: { id: /\/@aws-amplify\/.*\.mjs$/ },
      handler: (code) => ({
        code: replacements.replaceAll(
          ENUMERATIONS,
          replacements.replaceAll(
            REACHABILITY,
            code,
            /^(import|export \{ Reachability \} from) '.*\/Reachability\.mjs';$/gm,
            '',
          ),
          /^((?:export )?)var (\w+);\n\(function \(\2\) \{\n(.*?)^\}\)\(\2 \|\| \(\2 = \{\}\)\);$/gms,
          '$1var $2 = /* @__PURE__ */ (function ($2) {\n$3return $2;\n})({});',
        ),
        map: null,
      }),
    },
    buildEnd(error) {
      if (error === undefined) replacements.check()
    },
  }
}
