import { loaders } from 'virtual:messages'
import type { MessageFormatElement } from 'react-intl'
import { createStore } from 'zustand/vanilla'
import type { Locale } from './locale'

export type Messages = Readonly<Record<string, MessageFormatElement[]>>

/** Name of the part for the shell around every page. The other parts belong to pages (src/app/screens.tsx). */
export const SHELL = 'shell'

/** Element type of literal text in compiled messages. */
const LITERAL = 0

const messages = createStore<Messages>(() => ({}))

/** Messages of all loaded parts. */
export const currentMessages = messages.getState
export const onMessages = messages.subscribe

/**
 * Loads the messages of a part. They are compiled at build time, so that no message parser is shipped. Rejects if the
 * chunk cannot be loaded or the part does not exist.
 */
export async function loadMessages(part: string, locale: Locale): Promise<void> {
  const loader = loaders[part]
  if (loader === undefined) throw new Error(`There are no messages of a part "${part}"`)
  const { default: compact } = await loader[locale]()
  const added = Object.entries(compact).map(([id, message]) => [id, expanded(message)] as const)
  messages.setState(Object.fromEntries(added))
}

/** Expands a literal message, which is stored as a string (build/plugins/split-messages.ts). */
function expanded(message: string | MessageFormatElement[]): MessageFormatElement[] {
  return typeof message === 'string' ? [{ type: LITERAL, value: message }] : message
}
