import type { ConversationFragment, MessageFragment } from '../../../contract/operations'
import { objectOf, type Schema, text } from '../../../shared/lib/browser/schema'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import type { StoredAnswer } from './answer'
import { stopReasonOf } from './part'

export type Conversation = ConversationFragment
export type Message = MessageFragment

/** Answers per credit; `agent::MAX_TURNS_PER_CONVERSATION` on the server. */
export const TURNS_OF_A_CONVERSATION = 20
/** Maximum number of characters of a conversation's name. */
const LONGEST_NAME = 80

/** Block of a question. Bytes are base64, or null if not loaded. */
export type QuestionBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly format: string; readonly bytes: string | null }
  | { readonly kind: 'document'; readonly format: string; readonly name: string; readonly bytes: string | null }

/** Bytes of attachments, in the order of the message's blocks. */
export interface SentBytes {
  readonly image: { readonly source: { readonly bytes: string } } | null
  readonly document: { readonly source: { readonly bytes: string } } | null
}

/**
 * Blocks of a user message.
 * @param sent attachment bytes, if they were requested
 */
export function questionOf(message: Message, sent: readonly SentBytes[] | null): QuestionBlock[] {
  return message.content.flatMap(({ text: words, image, document }, at): QuestionBlock[] => {
    const bytes = sent?.[at]
    if (words !== null) return [{ kind: 'text', text: words }]
    if (image !== null) return [{ kind: 'image', format: image.format, bytes: bytes?.image?.source.bytes ?? null }]
    if (document === null) return []
    return [{ kind: 'document', ...document, bytes: bytes?.document?.source.bytes ?? null }]
  })
}

export function storedAnswerOf({ content, covered, stopReason, errors, state }: Message): StoredAnswer {
  return {
    content,
    covered,
    stopReason: stopReasonOf(stopReason),
    errors,
    isOver: state === 'ENDED' || state === 'FAILED',
  }
}

/** Conversation metadata stored by the app. */
export function metadataFor(recipeId: string | null): string {
  return JSON.stringify(recipeId === null ? {} : { recipeId })
}

const METADATA: Schema<{ recipeId: string }> = objectOf({ recipeId: text })

export function recipeOf({ metadata }: Pick<Conversation, 'metadata'>): string | null {
  try {
    const recipeId = METADATA(JSON.parse(metadata ?? ''))?.recipeId ?? ''
    return isRecipeId(recipeId) ? recipeId : null
  } catch {
    return null
  }
}

/** Name of a conversation from its first message; null if that has no text. */
export function nameOf(blocks: readonly QuestionBlock[]): string | null {
  const said = blocks.find((block) => block.kind === 'text' && block.text.trim() !== '')
  const words = said?.kind === 'text' ? said.text.trim().replace(/\s+/g, ' ') : ''
  const letters = Array.from(words)
  if (letters.length === 0) return null
  return letters.length <= LONGEST_NAME
    ? words
    : `${letters
        .slice(0, LONGEST_NAME - 1)
        .join('')
        .trimEnd()}…`
}
