import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/** A separate chunk: it is evaluated in a separate task, and its hash does not depend on our code. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//
const MAIN = '/src/app/main.tsx'
const SERVER = '/src/shared/api/amplify/backend.ts'
const LIST = '/src/app/MyRecipesScreen.tsx'
const SCREENS = '/src/app/screens.tsx'

/**
 * Groups the modules of the first load into five chunks: `start` (helpers of the entry), `react`, `app`, `server` (the
 * client library) and `list`. Modules that the list shares with other pages go to `app`. Builds `app` once in memory
 * first, because the modules are known only after tree shaking.
 */
export function firstLoad(app: InlineConfig): Plugin {
  let files: ReadonlyMap<string, string> = new Map()
  return {
    name: 'zest-first-load',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: ['start', 'react', 'app', 'server', 'list'].map((name) => ({
                name,
                test: (id: string) => files.get(id) === name,
              })),
            },
          },
        },
      },
    }),
    async buildStart() {
      files = filesOf(await chunksOf(app))
    },
  }
}

async function chunksOf(app: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const withoutStyles: Plugin = {
    name: 'without-styles',
    enforce: 'pre',
    load: { filter: { id: /\.css$/ }, handler: () => '' },
  }
  const built = await build({
    ...app,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [withoutStyles, app.plugins],
    build: { ...app.build, write: false, minify: false },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  return outputs.filter((output) => output.type === 'chunk')
}

function filesOf(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const modulesFrom = (chunk: Rolldown.OutputChunk): string[] => {
    const found = new Set([chunk.fileName])
    // The set grows during iteration.
    for (const file of found) for (const imported of named.get(file)?.imports ?? []) found.add(imported)
    return [...found].flatMap((file) => named.get(file)?.moduleIds ?? [])
  }
  const lazy = (path: string): Rolldown.OutputChunk => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))
    if (chunk === undefined) throw new Error(`${path} is not loaded by itself`)
    return chunk
  }
  const [main, list, server] = [lazy(MAIN), lazy(LIST), lazy(SERVER)]
  const screens = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(SCREENS)))
  const pages = (screens?.dynamicImports ?? []).flatMap((file) => named.get(file) ?? [])
  const ofOtherPages = new Set(pages.filter((page) => page !== list).flatMap(modulesFrom))

  const files = new Map<string, string>()
  for (const id of modulesFrom(list)) files.set(id, ofOtherPages.has(id) ? 'app' : 'list')
  for (const id of modulesFrom(server)) files.set(id, 'server')
  for (const id of modulesFrom(main)) files.set(id, REACT.test(id) ? 'react' : 'app')
  // main.tsx awaits the list, whose chunk imports `app`, so they would deadlock in one chunk.
  for (const id of main.moduleIds) if (id.endsWith(MAIN)) files.delete(id)
  // The entry must not import `app`, so its helpers have their own chunk.
  for (const entry of chunks.filter(({ isEntry }) => isEntry))
    for (const id of modulesFrom(entry)) if (id !== entry.facadeModuleId) files.set(id, 'start')
  return files
}
