/**
 * Order-independent, idempotent reducer of the parts of an answer. Counterpart of lambdas/agent/src/answer.rs, tested
 * for the same properties.
 */
import { type PartError, type Said, STOP_REASONS, type StopReason, type ToolUse } from './part'

/** Upper bounds of indexes; parts beyond them are ignored. */
const MAX_BLOCKS = 1_000
const MAX_DELTAS = 100_000

interface Building {
  /** Text of a query: number of leading parts, and their concatenation. */
  settled: { count: number; text: string }
  readonly texts: Map<number, string>
  toolUse: ToolUse | null
  /** Whether the tool use came from a query, so that its block index is a guess. */
  isPlaceLikely: boolean
  doneAt: number | null
}

/** The gap-free prefix of a block. */
export type AnswerBlock =
  | { readonly kind: 'text'; readonly block: number; readonly text: string; readonly isDone: boolean }
  | { readonly kind: 'toolUse'; readonly block: number; readonly toolUse: ToolUse }

/** How much of a block a stored answer contains. */
export interface Covered {
  readonly contentBlockIndex: number
  /** Number of consecutive texts, from 0. */
  readonly texts: number
}

export interface StoredBlock {
  readonly text: string | null
  readonly toolUse: ToolUse | null
}

/** A stored answer, as returned by a query. */
export interface StoredAnswer {
  readonly content: readonly StoredBlock[]
  readonly covered: readonly Covered[]
  readonly stopReason: StopReason | null
  readonly errors: readonly PartError[]
  /** Whether it has ended, with or without errors. */
  readonly isOver: boolean
}

/** The answer to a question, as received so far. */
export class Answer {
  readonly #blocks = new Map<number, Building>()
  #stop: { readonly blocks: number; readonly reason: StopReason } | null = null
  #errors: readonly PartError[] = []
  #isOver = false

  /** Applies a part. Idempotent. */
  fold(said: Said): void {
    switch (said.kind) {
      case 'text':
        if (isPlace(said.block, MAX_BLOCKS) && isPlace(said.delta, MAX_DELTAS)) this.#text(said)
        break
      case 'done':
        if (isPlace(said.block, MAX_BLOCKS)) {
          const block = this.#block(said.block)
          block.doneAt = Math.max(block.doneAt ?? 0, said.doneAt)
        }
        break
      case 'toolUse':
        if (isPlace(said.block, MAX_BLOCKS)) this.#toolUse(said.block, said.toolUse)
        break
      case 'stop':
        if (this.#stop === null || isStronger(said, this.#stop)) this.#stop = said
        break
      case 'errors':
        this.#addErrors(said.errors)
        break
      case 'working':
        break
    }
  }

  /** Merges a stored answer, queried after a lost connection. */
  heal(stored: StoredAnswer): void {
    const places = stored.covered.filter(({ contentBlockIndex }) => isPlace(contentBlockIndex, MAX_BLOCKS))
    let texts = 0
    let last = -1
    for (const { text, toolUse } of stored.content) {
      if (toolUse !== null) {
        last += 1
        this.#healToolUse(last, toolUse)
        continue
      }
      const covered = places[texts]
      texts += 1
      if (text === null || covered === undefined) continue
      last = covered.contentBlockIndex
      const block = this.#block(last)
      if (covered.texts > block.settled.count) block.settled = { count: covered.texts, text }
    }
    if (stored.stopReason !== null) {
      const stop = { blocks: last + 1, reason: stored.stopReason }
      if (this.#stop === null || isStronger(stop, this.#stop)) this.#stop = stop
    }
    this.#addErrors(stored.errors)
    this.#isOver ||= stored.isOver
  }

  /** Blocks up to their first gap, without empty ones. */
  content(): AnswerBlock[] {
    const blocks = Array.from(this.#blocks).sort(([a], [b]) => a - b)
    return blocks.flatMap(([block, building]): AnswerBlock[] => {
      if (building.toolUse !== null) return [{ kind: 'toolUse', block, toolUse: building.toolUse }]
      const { text } = textOf(building)
      return text === '' ? [] : [{ kind: 'text', block, text, isDone: this.#isOver || isDone(building) }]
    })
  }

  /** Number of texts per text block of `content`. */
  covered(): Covered[] {
    const texts = Array.from(this.#blocks).filter(([, { toolUse }]) => toolUse === null)
    return texts
      .sort(([a], [b]) => a - b)
      .map(([contentBlockIndex, building]) => ({ contentBlockIndex, texts: textOf(building).count }))
      .filter(({ texts: count }) => count > 0)
  }

  /** Null until the reason is known, and if the answer ended with errors. */
  get stopReason(): StopReason | null {
    return this.#stop?.reason ?? null
  }

  get errors(): readonly PartError[] {
    return this.#errors
  }

  /** Whether no more parts are needed: it ended with errors, or all blocks are complete. */
  get isWhole(): boolean {
    if (this.#isOver || this.#errors.length > 0) return true
    if (this.#stop === null) return false
    for (let index = 0; index < this.#stop.blocks; index += 1) {
      const block = this.#blocks.get(index)
      if (block === undefined || !isDone(block)) return false
    }
    return true
  }

  /** Whether a part is lost or late, because a later one has arrived. */
  get hasGap(): boolean {
    if (this.isWhole) return false
    if (this.#stop !== null) return true
    const highest = Math.max(-1, ...this.#blocks.keys())
    return Array.from(this.#blocks).some(([index, block]) => {
      const { count } = textOf(block)
      const isBehindGap = Array.from(block.texts.keys()).some((delta) => delta > count)
      return isBehindGap || (block.doneAt !== null && !isDone(block)) || (index < highest && !isDone(block))
    })
  }

  #text({ block: at, delta, text }: Extract<Said, { kind: 'text' }>): void {
    const { texts } = this.#block(at)
    // Texts of one index should be equal. If they differ, keep the greater one, so that the order does not matter.
    if ((texts.get(delta) ?? '') < text) texts.set(delta, text)
  }

  #toolUse(at: number, toolUse: ToolUse): void {
    // The tool use from a query had a guessed index; this part has the real one.
    for (const [place, other] of this.#blocks) {
      if (place !== at && other.isPlaceLikely && other.toolUse?.toolUseId === toolUse.toolUseId) {
        this.#blocks.delete(place)
      }
    }
    const block = this.#block(at)
    if (block.toolUse !== null && !block.isPlaceLikely) return
    block.toolUse = toolUse
    block.isPlaceLikely = false
  }

  #healToolUse(at: number, toolUse: ToolUse): void {
    const isKnown = Array.from(this.#blocks.values()).some((block) => block.toolUse?.toolUseId === toolUse.toolUseId)
    if (isKnown || at >= MAX_BLOCKS) return
    const block = this.#block(at)
    block.toolUse = toolUse
    block.isPlaceLikely = true
  }

  #addErrors(errors: readonly PartError[]): void {
    const byKey = new Map([...this.#errors, ...errors].map((error) => [`${error.errorType}\n${error.message}`, error]))
    this.#errors = Array.from(byKey)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, error]) => error)
  }

  #block(index: number): Building {
    const known = this.#blocks.get(index)
    if (known !== undefined) return known
    const block: Building = {
      settled: { count: 0, text: '' },
      texts: new Map(),
      toolUse: null,
      isPlaceLikely: false,
      doneAt: null,
    }
    this.#blocks.set(index, block)
    return block
  }
}

/** The gap-free text and its number of parts. */
function textOf({ settled, texts }: Building): { count: number; text: string } {
  let { count, text } = settled
  for (let next = texts.get(count); next !== undefined; next = texts.get(count)) {
    text += next
    count += 1
  }
  return { count, text }
}

function isDone(block: Building): boolean {
  return block.toolUse !== null || (block.doneAt !== null && textOf(block).count > block.doneAt)
}

function isPlace(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < most
}

interface Stop {
  readonly blocks: number
  readonly reason: StopReason
}

function isStronger(one: Stop, other: Stop): boolean {
  if (one.blocks !== other.blocks) return one.blocks > other.blocks
  return STOP_REASONS.indexOf(one.reason) > STOP_REASONS.indexOf(other.reason)
}
