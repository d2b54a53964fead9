import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { LOCALES, prefixOf } from '../../src/shared/i18n/locale'
import { PARAMETERS, ROUTES, type Route } from '../../src/shared/lib/routing/routes'

const ENTRY = 'src/worker/service-worker.ts'
/** Files without content hash that the app's pages use. */
const NAMED_FILES = ['favicon.svg', 'icons/180.png', 'icons/192.png']

/**
 * Builds the service worker after the app, with the list of files to precache. It is in the root folder, because a
 * worker controls only addresses below its own.
 */
export function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  let hashed: string[] = []
  return {
    name: 'zest-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle(_, bundle) {
      hashed = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const revisionOf = async (name: string) =>
          createHash('sha256')
            .update(await readFile(join(outDir, name)))
            .digest('hex')
            .slice(0, 12)
        const files = [
          // The app's page, cached under these addresses, answers all app addresses of its language.
          ...(await Promise.all(
            LOCALES.map(prefixOf).map(async (prefix) => ({
              url: `${prefix}${ROUTES.myRecipes.path}`,
              revision: await revisionOf(`${prefix}/index.html`),
            })),
          )),
          ...(await Promise.all(
            NAMED_FILES.map(async (name) => ({ url: `/${name}`, revision: await revisionOf(name) })),
          )),
          ...hashed.sort().map((name) => ({ url: `/${name}`, revision: null })),
        ]
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: {
            'process.env.NODE_ENV': JSON.stringify('production'),
            BUILT_FILES: JSON.stringify(files),
            BUILD_ID: JSON.stringify(await revisionOf('build.json')),
            APP_PAGES: JSON.stringify(pagesOf('app')),
            PUBLIC_PAGES: JSON.stringify(pagesOf('site')),
            LOCALE_PREFIXES: JSON.stringify(LOCALES.map(prefixOf).filter((prefix) => prefix !== '')),
          },
          build: {
            outDir,
            emptyOutDir: false,
            target: 'es2022',
            rolldownOptions: { input: ENTRY, output: { entryFileNames: 'service-worker.js', format: 'iife' } },
          },
        })
      },
    },
  }
}

/** Regular expression of the addresses of the app, or of the public pages, in every language. */
export function pagesOf(side: Route['of']): string {
  const paths = Object.values(ROUTES)
    .filter(({ of }) => of === side)
    .map(({ path }) =>
      path.replace(/\/$/, '').replaceAll(/:(\w+)/g, (_, parameter: string) => PARAMETERS[parameter] ?? '[^/]+'),
    )
  const prefixes = LOCALES.map((locale) => prefixOf(locale)).join('|')
  return `^(?:${prefixes})(?:${paths.join('|')})/?(?:\\?.*)?$`
}
