import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { frenchSpaces } from '../../src/shared/i18n/french-spaces.ts'

/*
 * Splits the compiled messages by page: `virtual:messages` has a loader per part and language. The part "shell" has the
 * messages that src/app/main.tsx reaches; each part named in a call of `lazyPage` has the others that its pages reach.
 * A file uses a message if its text contains the id.
 */

const SRC = join(import.meta.dirname, '../../src')
const LOCALES = ['en', 'es', 'fr'] as const
const MODULE = 'virtual:messages'
const SHELL = 'shell'

type Element = {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
  readonly children?: readonly Element[]
}
type Compiled = Readonly<Record<string, readonly Element[]>>

export function splitMessages(): Plugin {
  return {
    name: 'zest-messages',
    resolveId: (source) => (source === MODULE || source.startsWith(`${MODULE}/`) ? `\0${source}` : null),
    load(asked) {
      if (!asked.startsWith(`\0${MODULE}`)) return null
      const parts = partsOf(compiled('en'))
      const [, part = '', locale = ''] = asked.slice(MODULE.length + 1).split('/')
      if (part === '') return loadersOf([...parts.keys()])
      const messages = locale === 'fr' ? mapValues(compiled(locale), withFrenchSpaces) : compiled(locale)
      const picked = Array.from(parts.get(part) ?? [], (id) => [shortId(id), compact(messages[id] ?? [])] as const)
      return `export default ${JSON.stringify(Object.fromEntries(picked))}`
    },
    generateBundle(_, bundle) {
      const code = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
      const known = Object.keys(compiled('en')).filter((id) => id.includes('.'))
      const left = known.filter((id) =>
        code.some((text) => new RegExp(`["'\`]${id.replaceAll('.', '\\.')}["'\`]`).test(text)),
      )
      if (left.length > 0) throw new Error(`formatjs has not shortened the message ids ${left.join(', ')}`)
    },
  }
}

const numbers = new Map<string, string>()

/**
 * Short id of a message in a build. Ids of other messages, such as the public site's, do not change. Pass it to the
 * formatjs plugin, so that code and messages agree.
 */
export function shortId(id = ''): string {
  if (numbers.size === 0)
    for (const [index, known] of Object.keys(compiled('en')).entries()) numbers.set(known, index.toString(36))
  return numbers.get(id) ?? id
}

/** Module id of a part's messages in a language. */
export function wordsModule(part: string, locale: string): string {
  return `${MODULE}/${part}/${locale}`
}

function loadersOf(parts: readonly string[]): string {
  const rows = parts.map((part) => {
    const loads = LOCALES.map((locale) => `${locale}: () => import('${wordsModule(part, locale)}')`)
    return `${JSON.stringify(part)}: { ${loads.join(', ')} }`
  })
  return `export const loaders = { ${rows.join(', ')} }`
}

function compiled(locale: string): Compiled {
  return JSON.parse(readFileSync(join(SRC, `shared/i18n/compiled/${locale}.json`), 'utf8'))
}

const LITERAL = 0

/** Applies `frenchSpaces` to the literal texts of a message. */
export function withFrenchSpaces(message: readonly Element[]): readonly Element[] {
  return message.map((element) => ({
    ...element,
    ...(element.type === LITERAL && element.value !== undefined && { value: frenchSpaces(element.value) }),
    ...(element.options && {
      options: mapValues(element.options, (option) => ({ ...option, value: withFrenchSpaces(option.value) })),
    }),
    ...(element.children && { children: withFrenchSpaces(element.children) }),
  }))
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

/** Shortens a message that is plain text to a string; src/shared/i18n/messages.ts restores it. */
function compact(message: readonly Element[]): string | readonly Element[] {
  const [only] = message
  return message.length === 1 && only?.type === LITERAL && only.value !== undefined ? only.value : message
}

/** Message ids of each part. Throws for a message that no part reaches. */
export function partsOf(known: Readonly<Record<string, unknown>>): Map<string, ReadonlySet<string>> {
  const shell = closureOf([join(SRC, 'app/main.tsx')], new Set())
  const everywhere = idsIn(shell, known)
  const parts = new Map<string, ReadonlySet<string>>([[SHELL, everywhere]])
  for (const [part, pages] of pagesFrom(shell)) {
    const said = idsIn(closureOf(pages, shell), known)
    parts.set(part, new Set([...said].filter((id) => !everywhere.has(id))))
  }
  const said = new Set(Array.from(parts.values(), (ids) => [...ids]).flat())
  const lost = Object.keys(known).filter((id) => !said.has(id))
  if (lost.length > 0) throw new Error(`no page reaches the messages ${lost.join(', ')}`)
  return parts
}

/** Matches lazyPage('part', async () => (await import('file'))…). */
const LAZY_PAGE = /lazyPage\(\s*'([\w-]+)',[^']*import\('([^']+)'\)/g

/** Entry files of each part, from calls of `lazyPage` in `files` and in the pages found. */
function pagesFrom(files: ReadonlySet<string>): Map<string, ReadonlySet<string>> {
  const pages = new Map<string, Set<string>>()
  const looked = new Set(files)
  // The set grows during iteration.
  for (const file of looked) {
    const text = readFileSync(file, 'utf8')
    const named = Array.from(
      text.matchAll(LAZY_PAGE),
      ([, part = '', path = '']) => [part, fileOf(file, path)] as const,
    )
    const calls = text.match(/lazyPage\(/g)?.length ?? 0
    if (named.length !== calls) throw new Error(`${file} does not call lazyPage as others do`)
    for (const [part, page] of named) {
      pages.set(part, (pages.get(part) ?? new Set()).add(page))
      for (const reached of closureOf([page], looked)) looked.add(reached)
    }
  }
  return pages
}

/** All files that `entries` import, statically or dynamically, except through `lazyPage`. */
function closureOf(entries: Iterable<string>, without: ReadonlySet<string>): Set<string> {
  const found = new Set(entries)
  for (const file of found) {
    const text = readFileSync(file, 'utf8')
      .replaceAll(/^(?:import|export) type .*$/gm, '')
      .replaceAll(LAZY_PAGE, '')
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
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
