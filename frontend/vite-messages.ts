import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/*
 * Splits the compiled messages, so that a page loads the words that it says and no others: `virtual:messages` has for each
 * part and language what loads it. The part "shell" is what the app's start reaches; the others are named in src/app/screens.tsx,
 * where a page is given its part, and hold what their pages reach and the shell does not. Which words a file says is told
 * by their ids in its text.
 */

const SRC = join(import.meta.dirname, 'src')
const SCREENS = join(SRC, 'app/screens.tsx')
const LOCALES = ['en', 'es', 'fr'] as const
const MODULE = 'virtual:messages'
const SHELL = 'shell'

type Element = { readonly type: number; readonly value?: string }
type Compiled = Readonly<Record<string, readonly Element[]>>

/** Answers `import { loaders } from 'virtual:messages'`. */
export function splitMessages(): Plugin {
  return {
    name: 'zest-messages',
    resolveId: (source) => (source === MODULE || source.startsWith(`${MODULE}/`) ? `\0${source}` : null),
    load(asked) {
      if (!asked.startsWith(`\0${MODULE}`)) return null
      const parts = partsOf(compiled('en'))
      const [, part = '', locale = ''] = asked.slice(MODULE.length + 1).split('/')
      if (part === '') return loadersOf([...parts.keys()])
      const messages = compiled(locale)
      const picked = Array.from(parts.get(part) ?? [], (id) => [id, compact(messages[id] ?? [])] as const)
      return `export default ${JSON.stringify(Object.fromEntries(picked))}`
    },
  }
}

function loadersOf(parts: readonly string[]): string {
  const rows = parts.map((part) => {
    const loads = LOCALES.map((locale) => `${locale}: () => import('${MODULE}/${part}/${locale}')`)
    return `${JSON.stringify(part)}: { ${loads.join(', ')} }`
  })
  return `export const loaders = { ${rows.join(', ')} }`
}

function compiled(locale: string): Compiled {
  return JSON.parse(readFileSync(join(SRC, `i18n/compiled/${locale}.json`), 'utf8'))
}

/** A message that is one text stands as that text; src/i18n/messages.ts makes a message of it again. */
function compact(message: readonly Element[]): string | readonly Element[] {
  const [only] = message
  return message.length === 1 && only?.type === 0 && only.value !== undefined ? only.value : message
}

/** The ids of each part's messages. Throws for a message that no part has: nobody could ever read it. */
export function partsOf(known: Readonly<Record<string, unknown>>): Map<string, ReadonlySet<string>> {
  const shell = closureOf([join(SRC, 'app/main.tsx')], new Set())
  const everywhere = idsIn(shell, known)
  const parts = new Map<string, ReadonlySet<string>>([[SHELL, everywhere]])
  for (const [part, pages] of pagesOf(readFileSync(SCREENS, 'utf8'))) {
    const said = idsIn(closureOf(pages, shell), known)
    parts.set(part, new Set([...said].filter((id) => !everywhere.has(id))))
  }
  const said = new Set(Array.from(parts.values(), (ids) => [...ids]).flat())
  const lost = Object.keys(known).filter((id) => !said.has(id))
  if (lost.length > 0) throw new Error(`no page of src/app/screens.tsx reaches the messages ${lost.join(', ')}`)
  return parts
}

/** The files of each part's pages, as screens.tsx names them: lazyPage('part', async () => (await import('file'))…). */
function pagesOf(screens: string): Map<string, string[]> {
  const pages = new Map<string, string[]>()
  for (const [, part = '', path = ''] of screens.matchAll(/lazyPage\(\s*'([\w-]+)',[^']*import\('([^']+)'\)/g)) {
    pages.set(part, [...(pages.get(part) ?? []), fileOf(SCREENS, path)])
  }
  const calls = screens.match(/lazyPage\(/g)?.length ?? 0
  if ([...pages.values()].flat().length !== calls)
    throw new Error('a page of screens.tsx is not written as the others are')
  return pages
}

/** All files that some files import, now or later; the pages are not followed, because each has a part of its own. */
function closureOf(entries: readonly string[], without: ReadonlySet<string>): Set<string> {
  const found = new Set(entries)
  for (const file of found) {
    const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type .*$/gm, '')
    for (const [, dynamic, path = ''] of text.matchAll(/(?:from|import)\s*(\(?)\s*'(\.[^']+)'/g)) {
      if (dynamic === '(' && file === SCREENS) continue
      const next = fileOf(file, path)
      if (/\.tsx?$/.test(next) && !without.has(next)) found.add(next)
    }
  }
  return found
}

function fileOf(importer: string, path: string): string {
  const base = join(dirname(importer), path)
  return [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file)) ?? base
}

function idsIn(files: ReadonlySet<string>, known: Readonly<Record<string, unknown>>): Set<string> {
  const ids = new Set<string>()
  for (const file of files) {
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/['"]([\w.-]+)['"]/g)) {
      if (Object.hasOwn(known, id)) ids.add(id)
    }
  }
  return ids
}
