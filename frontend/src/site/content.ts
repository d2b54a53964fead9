import { Marked } from 'marked'
import { frenchSpaces } from '../shared/i18n/french-spaces'
import type { Locale } from '../shared/i18n/locale'

/** A text of content/ as HTML, which is trusted: Zest's authors write it. */
export interface Text {
  title: string
  description: string
  /** Day of the last change in substance, for example 2026-11-21. */
  date: string
  html: string
}

const SOURCES = import.meta.glob<string>('../../content/**/*.md', { query: '?raw', import: 'default', eager: true })

const markdown = new Marked({ gfm: true })

/** Throws if the text is missing, so that a build has all translations. */
export function textOf(name: string, locale: Locale): Text {
  const path = `../../content/${locale}/${name}.md`
  const source = SOURCES[path]
  if (source === undefined) throw new Error(`${path.slice(6)} is missing: every text needs all languages`)
  return readText(locale === 'fr' ? frenchSpaces(source) : source, path.slice(6))
}

/** Parses the front matter and the Markdown of a text. */
export function readText(source: string, name: string): Text {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  const fields = new Map(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  const field = (key: string): string => {
    const value = fields.get(key)
    if (value === undefined || value === '') throw new Error(`${name} has no ${key} in its head`)
    return value
  }
  const date = field('date')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(`${name}: its date is not written as 2026-11-21`)
  return {
    title: field('title'),
    description: field('description'),
    date,
    html: markdown.parse(unbroken(body), { async: false }),
  }
}

function unbroken(text: string): string {
  return text.replaceAll(/(\d) (?=(?:g|cm|ml|oz|onzas|onces|cups?|tazas?|tasses?)\b)/g, '$1\u00a0')
}
