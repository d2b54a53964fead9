import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../src/shared/i18n/locale'

const SRC = join(import.meta.dirname, '../../src')

/** Writes the app's page in each language, so that language and title are right before any script runs. */
export function pageLanguages(): Plugin {
  return {
    name: 'zest-page-languages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const english = page.source.toString()
        for (const locale of LOCALES) {
          if (locale === DEFAULT_LOCALE) continue
          this.emitFile({ type: 'asset', fileName: `${locale}/index.html`, source: pageIn(locale, english) })
        }
      },
    },
  }
}

/** The page in another language. Throws if the English page does not have a text that must change. */
export function pageIn(locale: Locale, english: string): string {
  const [from, to] = [wordsOf(DEFAULT_LOCALE), wordsOf(locale)]
  return from.reduce((page, words, index) => {
    if (!page.includes(words)) throw new Error(`index.html does not have ${words}`)
    return page.replaceAll(words, () => to[index] ?? '')
  }, english)
}

/** Texts that differ between languages. */
function wordsOf(locale: Locale): string[] {
  const message = (folder: string, id: string): string => {
    const messages: Record<string, string> = JSON.parse(readFileSync(join(SRC, folder, `${locale}.json`), 'utf8'))
    const text = messages[id]
    if (text === undefined) throw new Error(`there is no message ${id} in ${locale}`)
    return text
  }
  return [
    `<html lang="${locale}"`,
    message('shared/i18n/messages', 'page.home.title'),
    message('site/messages', 'site.description'),
    `/pictures/card-${locale}.jpg`,
  ]
}
