/** Published parts of an answer, described in lambdas/agent/src/part.rs. */

/** Reasons why an answer ends, by increasing precedence. */
export const STOP_REASONS = ['end_turn', 'tool_use', 'max_tokens', 'stopped'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** A tool use that waits for the user. */
export interface ToolUse {
  readonly toolUseId: string
  readonly name: string
  readonly input: string
}

/** Error of an answer: message and stable type. */
export interface PartError {
  readonly message: string
  readonly errorType: string
}

/** Content of one part. Blocks and the texts within a block are numbered from 0. */
export type Said =
  | { readonly kind: 'text'; readonly block: number; readonly delta: number; readonly text: string }
  | { readonly kind: 'toolUse'; readonly block: number; readonly toolUse: ToolUse }
  /** Index of the block's last text; 0 is valid. */
  | { readonly kind: 'done'; readonly block: number; readonly doneAt: number }
  /** A server tool is running. */
  | { readonly kind: 'working'; readonly count: number; readonly tool: string }
  | { readonly kind: 'stop'; readonly blocks: number; readonly reason: StopReason }
  | { readonly kind: 'errors'; readonly errors: readonly PartError[] }

/** A part as delivered by the subscription. */
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

/** Decodes a part; null if its kind cannot be determined. */
export function saidOf(part: WirePart): Said | null {
  const { contentBlockIndex: block, contentBlockDeltaIndex: delta, contentBlockDoneAtIndex: doneAt } = part
  // Parts about the whole answer first; then "block is done".
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

/** The stop reason with this name, or null. */
export function stopReasonOf(name: string | null): StopReason | null {
  return STOP_REASONS.find((known) => known === name) ?? null
}
