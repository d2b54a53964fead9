import type { ConversationFragment, MessageFragment } from '../../../contract/operations'
import { objectOf, type Schema, text } from '../../../shared/lib/browser/schema'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import type { StoredAnswer } from './answer'
import { stopReasonOf } from './part'

export type Conversation = ConversationFragment
export type Message = MessageFragment

/** Answers that a conversation has for its credit; `agent::TURNS_OF_A_CONVERSATION` on the server. */
export const TURNS_OF_A_CONVERSATION = 20
/** What a conversation is called takes as many characters. */
const LONGEST_NAME = 80

/** A piece of what the cook says. Bytes are base64; null where they are not here. */
export type QuestionBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly format: string; readonly bytes: string | null }
  | { readonly kind: 'document'; readonly format: string; readonly name: string; readonly bytes: string | null }

/** Bytes of what was sent along, in the order of a message's blocks. */
export interface SentBytes {
  readonly image: { readonly source: { readonly bytes: string } } | null
  readonly document: { readonly source: { readonly bytes: string } } | null
}

/** What a cook's message says. @param sent its bytes, where they were asked for. */
export function questionOf(message: Message, sent: readonly SentBytes[] | null): QuestionBlock[] {
  return message.content.flatMap(({ text: words, image, document }, at): QuestionBlock[] => {
    const bytes = sent?.[at]
    if (words !== null) return [{ kind: 'text', text: words }]
    if (image !== null) return [{ kind: 'image', format: image.format, bytes: bytes?.image?.source.bytes ?? null }]
    if (document === null) return []
    return [{ kind: 'document', ...document, bytes: bytes?.document?.source.bytes ?? null }]
  })
}

/** What an answer says so far. */
export function storedAnswerOf({ content, covered, stopReason, errors, state }: Message): StoredAnswer {
  return {
    content,
    covered,
    stopReason: stopReasonOf(stopReason),
    errors,
    isOver: state === 'ENDED' || state === 'FAILED',
  }
}

/** What a conversation is about, as the app keeps it with it. */
export function metadataFor(recipeId: string | null): string {
  return JSON.stringify(recipeId === null ? {} : { recipeId })
}

const METADATA: Schema<{ recipeId: string }> = objectOf({ recipeId: text })

/** The recipe that a conversation is about; null for one about none. */
export function recipeOf({ metadata }: Pick<Conversation, 'metadata'>): string | null {
  try {
    const recipeId = METADATA(JSON.parse(metadata ?? ''))?.recipeId ?? ''
    return isRecipeId(recipeId) ? recipeId : null
  } catch {
    return null
  }
}

/** What a conversation is called after its first message; null where that says nothing. */
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
