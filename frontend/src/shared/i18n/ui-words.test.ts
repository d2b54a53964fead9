import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const LANGUAGES = { English: 'en', Spanish: 'es', French: 'fr' }

/** Messages of the app and of the public pages. */
function messagesOf(locale: string): [id: string, text: string][] {
  const files = [`src/shared/i18n/messages/${locale}.json`, `src/site/messages/${locale}.json`]
  return files.flatMap((file) => Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))))
}

/** Texts that the specification fixes word for word. */
const FIXED = new Set(['site.description'])

/** The words of the column "not" of a language's table in the glossary. */
function unwanted(language: string): string[] {
  const glossary = readFileSync('../docs/GLOSSARY.md', 'utf8')
  const [, section = ''] = glossary.split(`### ${language}\n`)
  const [table = ''] = section.split('###')
  const rows = table.split('\n').flatMap((line) => /^\| (?!write |---).+ \| (.+) \|$/.exec(line)?.[1] ?? [])
  return rows.flatMap((row) => row.split(', '))
}

describe.each(Object.entries(LANGUAGES))('%s messages', (language, locale) => {
  const words = unwanted(language)
  const pattern = new RegExp(`(?<![\\p{L}-])(?:${words.join('|')})(?![\\p{L}-])`, 'iu')

  it('contain no unwanted word of the glossary', () => {
    expect(words.length).toBeGreaterThan(20)
    const found = messagesOf(locale)
      .filter(([id]) => !FIXED.has(id))
      .map(([id, text]) => [id, text.replaceAll(/\{\w+/g, '{')] as const)
      .filter(([, text]) => pattern.test(text))
      .map(([id, text]) => `${id}: ${pattern.exec(text)?.[0]}`)
    expect(found).toEqual([])
  })
})
