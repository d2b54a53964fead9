import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { createIntl, type IntlShape } from 'react-intl'
import { frenchSpaces } from '../../src/shared/i18n/french-spaces'

type Language = 'en' | 'es' | 'fr'
type Values = Readonly<Record<string, string | number>>

const SOURCES = join(import.meta.dirname, '../../src')
/** Where messages are: those of the app, in the first folder that exists, and those of the public pages. */
const APP = ['shared/i18n/messages', 'i18n/messages'].map((folder) => join(SOURCES, folder)).find(existsSync) ?? ''
const SITE = join(SOURCES, 'site/messages')

const catalogues = new Map<Language, IntlShape>()

function catalogue(language: Language): IntlShape {
  const known = catalogues.get(language)
  if (known !== undefined) return known
  const read = (folder: string): Record<string, string> => {
    const source = readFileSync(join(folder, `${language}.json`), 'utf8')
    return JSON.parse(language === 'fr' ? frenchSpaces(source) : source)
  }
  const messages = { ...read(APP), ...read(SITE) }
  const intl = createIntl({ locale: language, messages })
  catalogues.set(language, intl)
  return intl
}

function message(id: string, language: Language): string {
  const found = catalogue(language).messages[id]
  if (typeof found !== 'string') throw new Error(`there is no message ${id} in ${language}`)
  return found
}

/** The text of a message, as the app shows it. */
export function text(id: string, values: Values = {}, language: Language = 'en'): string {
  message(id, language)
  const intl = catalogue(language)
  // Tags of a message stand around words; here the words count.
  const tags = new Proxy<Record<string, unknown>>(
    { ...values },
    {
      get: (known, name) => (name in known ? known[String(name)] : (parts: unknown[]) => parts.join('')),
      has: () => true,
    },
  )
  const shown: unknown = intl.formatMessage({ id }, tags as Values)
  return Array.isArray(shown) ? shown.join('') : String(shown)
}

/** What a message may say, whatever values it is given; `given` are the values that matter. */
export function pattern(id: string, given: Values = {}, language: Language = 'en'): RegExp {
  return new RegExp(`^${sourceOf(parse(message(id, language)), given, language)}$`)
}

function sourceOf(elements: readonly MessageFormatElement[], given: Values, language: Language): string {
  return elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return escaped(element.value)
        case TYPE.pound:
          return '[\\d.,\\s]+'
        case TYPE.tag:
          return sourceOf(element.children, given, language)
        case TYPE.plural:
        case TYPE.select: {
          const options = Object.values(element.options).map(({ value }) => sourceOf(value, given, language))
          return `(?:${options.join('|')})`
        }
        default: {
          const value = given[element.value]
          return value === undefined ? '.*' : escaped(String(value))
        }
      }
    })
    .join('')
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
