import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const START = '/src/app/main.tsx'
const SERVER = '/src/shared/api/amplify/backend.ts'
const LIST = '/src/app/MyRecipesScreen.tsx'
const SCREENS = '/src/app/screens.tsx'

/**
 * Makes the first load few files that set out together: the app, the client library that it talks to the server with,
 * and the list. Left alone, the bundler makes dozens of small files of each, because pages share parts of them; but
 * whoever opens those pages has loaded the parts already, and fewer files are fewer requests and compress better. What
 * the list shares with other pages travels with the app. The page also names the client library, so that it does not
 * wait for the app to ask.
 *
 * What each of them needs is known only when the bundler has left out what nobody uses, so `app` is built once before,
 * without being written.
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
              groups: ['app', 'server', 'list'].map((name) => ({ name, test: (id: string) => files.get(id) === name })),
            },
          },
        },
      },
    }),
    async buildStart() {
      files = filesOf(await chunksOf(app))
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((output) => output.type === 'chunk' && output.name === 'server' && !html.includes(output.fileName))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
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

/** For the modules of the first load in which file each travels. */
function filesOf(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const modulesFrom = (entry: Rolldown.OutputChunk): string[] => {
    const found = new Set([entry.fileName])
    // A set that grows while it is walked.
    for (const file of found) for (const imported of named.get(file)?.imports ?? []) found.add(imported)
    return [...found].flatMap((file) => named.get(file)?.moduleIds ?? [])
  }
  const lazy = (path: string): Rolldown.OutputChunk => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))
    if (chunk === undefined) throw new Error(`${path} is not loaded by itself`)
    return chunk
  }
  const [list, server] = [lazy(LIST), lazy(SERVER)]
  const screens = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(SCREENS)))
  const pages = (screens?.dynamicImports ?? []).flatMap((file) => named.get(file) ?? [])
  const ofOtherPages = new Set(pages.filter((page) => page !== list).flatMap(modulesFrom))

  const files = new Map<string, string>()
  for (const id of modulesFrom(list)) files.set(id, ofOtherPages.has(id) ? 'app' : 'list')
  for (const id of modulesFrom(server)) files.set(id, 'server')
  for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
    for (const id of modulesFrom(entry)) files.set(id, 'app')
    // The start waits for the list, and the list for the whole file that it shares parts with: the start lies apart.
    for (const id of entry.moduleIds) if (id === entry.facadeModuleId || id.endsWith(START)) files.delete(id)
  }
  return files
}
