import type { Plugin, Rolldown } from 'vite'
import { LOCALES } from '../../src/shared/i18n/locale'
import { type PagePreloads, PRELOADS_ID, type Preloads } from '../../src/shared/lib/browser/preloads'
import type { AppRouteName } from '../../src/shared/lib/routing/routes'
import { wordsModule } from './split-messages'

/** Pages that are often opened directly, with their module and message file. */
const PAGES: Partial<Record<AppRouteName, readonly [module: string, part: string]>> = {
  myRecipes: ['/src/app/MyRecipesScreen.tsx', 'my-recipes'],
  recipe: ['/src/app/RecipeScreen.tsx', 'recipe'],
}
const APP = '/src/app/main.tsx'
/** Module of the client library that the app imports. */
const SERVER = '/src/shared/api/amplify/backend.ts'
const SHELL = 'shell'
/** Fonts of Latin text, which every page uses. */
const FONTS = /\/(figtree|fraunces)-latin-wght-normal-[\w-]+\.woff2$/
/** The list must precede the script that reads it, which runs during parsing. */
const PLACE = '<!-- before-paint -->'

/**
 * Lists in index.html the files that the list and the recipe page import at the start. src/shared/ui/before-paint.ts
 * preloads those of the page's address and language.
 */
export function preloads(): Plugin {
  return {
    name: 'zest-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const fonts = Object.keys(bundle ?? {}).filter((file) => FONTS.test(`/${file}`))
        const data = JSON.stringify(preloadsOf(chunks, fonts))
        return html.replace(
          PLACE,
          () => `<script type="application/json" id="${PRELOADS_ID}">${data}</script>\n    ${PLACE}`,
        )
      },
    },
  }
}

function preloadsOf(chunks: readonly Rolldown.OutputChunk[], fonts: readonly string[]): Preloads {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (chunk === undefined) throw new Error(`${module} is not loaded by itself`)
    return chunk
  }
  const filesFrom = (chunk: Rolldown.OutputChunk): Set<string> => {
    const found = new Set([chunk.fileName])
    // The set grows during iteration.
    for (const file of found) for (const imported of named.get(file)?.imports ?? []) found.add(imported)
    return found
  }
  // Files that index.html already loads.
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...filesFrom(chunk)]))
  const app = filesFrom(chunkOf(APP))
  const addresses = (files: Iterable<string>) =>
    Array.from(files)
      .filter((file) => !first.has(file))
      .map((file) => `/${file}`)
  const server = filesFrom(chunkOf(SERVER))
  const pageOf = (module: string, part: string): PagePreloads => ({
    code: addresses([...filesFrom(chunkOf(module))].filter((file) => !app.has(file) && !server.has(file))),
    words: Object.fromEntries(
      LOCALES.map((locale) => [
        locale,
        addresses([SHELL, part].map((words) => chunkOf(wordsModule(words, locale)).fileName)),
      ]),
    ),
  })
  if (fonts.length !== 2) throw new Error(`the build has ${fonts.length} Latin fonts`)
  return {
    fonts: fonts.map((file) => `/${file}`),
    app: addresses(app),
    server: addresses([...server].filter((file) => !app.has(file))),
    pages: Object.fromEntries(Object.entries(PAGES).map(([route, [module, part]]) => [route, pageOf(module, part)])),
  }
}
