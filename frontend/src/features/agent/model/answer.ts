/**
 * The answer so far: parts, folded in whatever order they come, twice or not, make the same message. It is
 * lambdas/agent/src/answer.rs in TypeScript, held to the same properties.
 */
import { type PartError, type Said, STOP_REASONS, type StopReason, type ToolUse } from './part'

/** No answer has more blocks, and no block more texts; what claims to is not ours. */
const MOST_BLOCKS = 1_000
const MOST_DELTAS = 100_000

/** A block while it is made. */
interface Building {
  /** Whole texts from the first on, as a message told them: how many, and what they say together. */
  told: { count: number; text: string }
  readonly texts: Map<number, string>
  toolUse: ToolUse | null
  /** Whether a message told the tool: its place among the blocks is then only likely. */
  isPlaceLikely: boolean
  doneAt: number | null
}

/** A block as far as nothing is missing within it. */
export type AnswerBlock =
  | { readonly kind: 'text'; readonly block: number; readonly text: string; readonly isDone: boolean }
  | { readonly kind: 'toolUse'; readonly block: number; readonly toolUse: ToolUse }

/** How much of a block a message tells. */
export interface Covered {
  readonly contentBlockIndex: number
  /** Of how many texts, from the first on, its text is made. */
  readonly texts: number
}

/** A block of a stored answer. */
export interface StoredBlock {
  readonly text: string | null
  readonly toolUse: ToolUse | null
}

/** A stored answer, as a query tells it. */
export interface StoredAnswer {
  readonly content: readonly StoredBlock[]
  readonly covered: readonly Covered[]
  readonly stopReason: StopReason | null
  readonly errors: readonly PartError[]
  /** Whether it has ended, with errors or without. */
  readonly isOver: boolean
}

/** The answer to a question, as far as it was heard. */
export class Answer {
  readonly #blocks = new Map<number, Building>()
  #stop: { readonly blocks: number; readonly reason: StopReason } | null = null
  #errors: readonly PartError[] = []
  #isOver = false

  /** Takes in what a part says; what was taken in before changes nothing. */
  fold(said: Said): void {
    switch (said.kind) {
      case 'text':
        if (isPlace(said.block, MOST_BLOCKS) && isPlace(said.delta, MOST_DELTAS)) this.#text(said)
        break
      case 'done':
        if (isPlace(said.block, MOST_BLOCKS)) {
          const block = this.#block(said.block)
          block.doneAt = Math.max(block.doneAt ?? 0, said.doneAt)
        }
        break
      case 'toolUse':
        if (isPlace(said.block, MOST_BLOCKS)) this.#toolUse(said.block, said.toolUse)
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

  /** Takes in what a query told after a lost connection. */
  heal(stored: StoredAnswer): void {
    const places = stored.covered.filter(({ contentBlockIndex }) => isPlace(contentBlockIndex, MOST_BLOCKS))
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
      if (covered.texts > block.told.count) block.told = { count: covered.texts, text }
    }
    if (stored.stopReason !== null) {
      const stop = { blocks: last + 1, reason: stored.stopReason }
      if (this.#stop === null || isStronger(stop, this.#stop)) this.#stop = stop
    }
    this.#addErrors(stored.errors)
    this.#isOver ||= stored.isOver
  }

  /** Its blocks as far as nothing is missing within them; those that say nothing yet are left out. */
  content(): AnswerBlock[] {
    const blocks = Array.from(this.#blocks).sort(([a], [b]) => a - b)
    return blocks.flatMap(([block, building]): AnswerBlock[] => {
      if (building.toolUse !== null) return [{ kind: 'toolUse', block, toolUse: building.toolUse }]
      const { text } = textOf(building)
      return text === '' ? [] : [{ kind: 'text', block, text, isDone: this.#isOver || isDone(building) }]
    })
  }

  /** For each block of text in `content`, how much of it there is. */
  covered(): Covered[] {
    const texts = Array.from(this.#blocks).filter(([, { toolUse }]) => toolUse === null)
    return texts
      .sort(([a], [b]) => a - b)
      .map(([contentBlockIndex, building]) => ({ contentBlockIndex, texts: textOf(building).count }))
      .filter(({ texts: count }) => count > 0)
  }

  /** Why it has ended; null while it goes on, and where it ended with errors. */
  get stopReason(): StopReason | null {
    return this.#stop?.reason ?? null
  }

  /** What went wrong with the answer; empty where nothing did. */
  get errors(): readonly PartError[] {
    return this.#errors
  }

  /** Whether nothing more will come: it has ended with errors, or all of its blocks are there. */
  get isWhole(): boolean {
    if (this.#isOver || this.#errors.length > 0) return true
    if (this.#stop === null) return false
    for (let index = 0; index < this.#stop.blocks; index += 1) {
      const block = this.#blocks.get(index)
      if (block === undefined || !isDone(block)) return false
    }
    return true
  }

  /** Whether something was lost on the way, or is late: what came after it is here. */
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
    // Two that differ would be a mistake of ours; whichever comes first, the same one stays.
    if ((texts.get(delta) ?? '') < text) texts.set(delta, text)
  }

  #toolUse(at: number, toolUse: ToolUse): void {
    // One that a message told stood at a likely place; this is its own.
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
    if (isKnown || at >= MOST_BLOCKS) return
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
      told: { count: 0, text: '' },
      texts: new Map(),
      toolUse: null,
      isPlaceLikely: false,
      doneAt: null,
    }
    this.#blocks.set(index, block)
    return block
  }
}

/** Its text as far as nothing is missing, and of how many texts it is made. */
function textOf({ told, texts }: Building): { count: number; text: string } {
  let { count, text } = told
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
