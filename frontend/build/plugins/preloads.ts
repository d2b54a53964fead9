import type { Plugin, Rolldown } from 'vite'
import { LOCALES } from '../../src/shared/i18n/locale'
import { PRELOADS_ID, type Preloads } from '../../src/shared/lib/browser/preloads'
import type { AppRouteName } from '../../src/shared/lib/routing/routes'
import { wordsModule } from './split-messages'

/** The pages that people open from outside, with the module of each and the part of the words that it says. */
const PAGES: Partial<Record<AppRouteName, readonly [module: string, part: string]>> = {
  myRecipes: ['/src/app/MyRecipesScreen.tsx', 'my-recipes'],
  recipe: ['/src/app/RecipeScreen.tsx', 'recipe'],
}
/** What the page names of the client library is its largest file; this one is what the app asks for. */
const SERVER = '/src/shared/api/amplify/backend.ts'
const SHELL = 'shell'
/** Stands before the script that reads the list, which runs while the page is parsed. */
const PLACE = '<!-- before-paint -->'

/**
 * Writes into index.html which files the list and a recipe's page ask for once the app has started, so that
 * src/shared/ui/before-paint.ts can have them fetched beside the app. It is one page for all addresses and languages, so the
 * page itself cannot name them.
 */
export function preloads(): Plugin {
  return {
    name: 'zest-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const data = JSON.stringify(preloadsOf(chunks))
        return html.replace(
          PLACE,
          () => `<script type="application/json" id="${PRELOADS_ID}">${data}</script>\n    ${PLACE}`,
        )
      },
    },
  }
}

function preloadsOf(chunks: readonly Rolldown.OutputChunk[]): Preloads {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (chunk === undefined) throw new Error(`${module} is not loaded by itself`)
    return chunk
  }
  const filesFrom = (chunk: Rolldown.OutputChunk): Set<string> => {
    const found = new Set([chunk.fileName])
    // A set that grows while it is walked.
    for (const file of found) for (const imported of named.get(file)?.imports ?? []) found.add(imported)
    return found
  }
  // What the page names already.
  const first = new Set(
    chunks.filter(({ isEntry, name }) => isEntry || name === 'server').flatMap((chunk) => [...filesFrom(chunk)]),
  )
  const addresses = (files: Iterable<string>) =>
    Array.from(files)
      .filter((file) => !first.has(file))
      .map((file) => `/${file}`)
  return Object.fromEntries(
    Object.entries(PAGES).map(([route, [module, part]]) => [
      route,
      {
        code: addresses(new Set([...filesFrom(chunkOf(module)), ...filesFrom(chunkOf(SERVER))])),
        words: Object.fromEntries(
          LOCALES.map((locale) => [
            locale,
            addresses([SHELL, part].map((words) => chunkOf(wordsModule(words, locale)).fileName)),
          ]),
        ),
      },
    ]),
  )
}
