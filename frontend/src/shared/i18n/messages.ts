import { loaders } from 'virtual:messages'
import type { MessageFormatElement } from 'react-intl'
import type { Locale } from './locale'

export type Messages = Readonly<Record<string, MessageFormatElement[]>>

/** What is said around every page. Each other part is that of pages (src/app/screens.tsx). */
export const SHELL = 'shell'

/** The type of an element that is text, in the compiled form. */
const LITERAL = 0

let messages: Messages = {}
const listeners = new Set<() => void>()

/**
 * Adds the messages of a part to those that are there; they were compiled ahead of time, so that no message parser is
 * shipped. Rejects if their chunk cannot be loaded, or if there is no such part.
 */
export async function loadMessages(part: string, locale: Locale): Promise<void> {
  const loader = loaders[part]
  if (loader === undefined) throw new Error(`There are no messages of a part "${part}"`)
  const { default: compact } = await loader[locale]()
  const added = Object.entries(compact).map(([id, message]) => [id, expanded(message)] as const)
  messages = { ...messages, ...Object.fromEntries(added) }
  for (const listener of listeners) listener()
}

/** All messages that are there. */
export function currentMessages(): Messages {
  return messages
}

/** Hears of each part that has come; the returned function ends it. */
export function onMessages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A message that is one text stands as that text (build/plugins/split-messages.ts). */
function expanded(message: string | MessageFormatElement[]): MessageFormatElement[] {
  return typeof message === 'string' ? [{ type: LITERAL, value: message }] : message
}
