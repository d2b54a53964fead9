import type { MessageFormatElement } from 'react-intl'
import type { Locale } from './locale'

export type Messages = Record<string, MessageFormatElement[]>

/** Each language is a chunk of its own, compiled ahead of time so that no message parser is shipped. */
const LOADERS: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('./compiled/en.json'),
  es: () => import('./compiled/es.json'),
  fr: () => import('./compiled/fr.json'),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  const { default: messages } = await LOADERS[locale]()
  return messages as Messages
}
