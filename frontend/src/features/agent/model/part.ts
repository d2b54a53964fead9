/** What is heard of an answer while it is made; lambdas/agent/src/part.rs says what each part means. */

/** Why an answer ends, the strongest last. */
export const STOP_REASONS = ['end_turn', 'tool_use', 'max_tokens', 'stopped'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** A tool that waits for the cook. */
export interface ToolUse {
  readonly toolUseId: string
  readonly name: string
  /** Its arguments: a text of JSON. */
  readonly input: string
}

/** What went wrong with an answer: a sentence, and a name that stays the same. */
export interface PartError {
  readonly message: string
  readonly errorType: string
}

/** What one part says. Blocks of an answer and the texts within a block are numbered from 0. */
export type Said =
  | { readonly kind: 'text'; readonly block: number; readonly delta: number; readonly text: string }
  | { readonly kind: 'toolUse'; readonly block: number; readonly toolUse: ToolUse }
  /** The block has no more texts than up to this one, which may be the first: 0 counts. */
  | { readonly kind: 'done'; readonly block: number; readonly doneAt: number }
  /** One of the server's tools is at work. */
  | { readonly kind: 'working'; readonly count: number; readonly tool: string }
  | { readonly kind: 'stop'; readonly blocks: number; readonly reason: StopReason }
  | { readonly kind: 'errors'; readonly errors: readonly PartError[] }

/** A part as the subscription brings it. */
export interface WirePart {
  readonly conversationId: string
  readonly associatedUserMessageId: string
  readonly contentBlockIndex: number | null
  readonly contentBlockText: string | null
  readonly contentBlockDeltaIndex: number | null
  readonly contentBlockToolUse: ToolUse | null
  readonly contentBlockDoneAtIndex: number | null
  readonly stopReason: string | null
  readonly errors: readonly PartError[] | null
  readonly working: string | null
}

/** What a part says; null where its fields do not say which kind it is. */
export function saidOf(part: WirePart): Said | null {
  const { contentBlockIndex: block, contentBlockDeltaIndex: delta, contentBlockDoneAtIndex: doneAt } = part
  // What stands for itself comes first; of a block, that it is done.
  if (part.errors !== null && part.errors.length > 0) return { kind: 'errors', errors: part.errors }
  if (part.stopReason !== null) {
    const reason = stopReasonOf(part.stopReason)
    return block === null || reason === null ? null : { kind: 'stop', blocks: block, reason }
  }
  if (part.working !== null) return delta === null ? null : { kind: 'working', count: delta, tool: part.working }
  if (block === null) return null
  if (doneAt !== null) return { kind: 'done', block, doneAt }
  if (part.contentBlockToolUse !== null) return { kind: 'toolUse', block, toolUse: part.contentBlockToolUse }
  const text = part.contentBlockText
  return text === null || delta === null ? null : { kind: 'text', block, delta, text }
}

/** The reason of that name; null for one that is not known. */
export function stopReasonOf(name: string | null): StopReason | null {
  return STOP_REASONS.find((known) => known === name) ?? null
}
