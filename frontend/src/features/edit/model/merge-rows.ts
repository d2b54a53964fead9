/**
 * Merges two edits of one list, row by row. Rows are plain texts here; who merges other rows gives each a text that
 * says all of it.
 */

/** A row of an edited list: which row of the base it was, and what it says now. */
interface Traced {
  /** Null for one that is new. */
  readonly base: number | null
  readonly text: string
  /** Whether it stands elsewhere among the rows of the base. */
  readonly moved: boolean
}

export interface MergedRows {
  readonly rows: readonly string[]
  /** Whether both sides changed the same row, or the order, in different ways; the preferred side then won. */
  readonly conflict: boolean
}

/** Rows of which at least this part of the words is the same are one row that was rewritten. */
const ALIKE = 0.4

/**
 * Every change of either side is in the result, and nothing else: rows that both sides left alone stay, the same
 * change on both sides is made once.
 */
export function mergeRows(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  prefer: 'mine' | 'theirs' = 'mine',
): MergedRows {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { rows: mine, conflict: false }
  if (isSame(base, mine)) return { rows: theirs, conflict: false }
  const ours = trace(base, mine)
  const others = trace(base, theirs)
  const fates = base.map((text, index) => fateOf(text, inBase(ours, index), inBase(others, index), prefer))
  const order = orderOf(ours, others, fates, prefer)
  const rows = weave(order.leading, order.following, fates)
  // The same row in two places, because each side put it elsewhere: only a person knows where it belongs.
  if (hasTwice(rows, mine, theirs)) return { rows: prefer === 'mine' ? mine : theirs, conflict: true }
  return { rows, conflict: order.conflict || fates.some(({ conflict }) => conflict) }
}

/** What becomes of a row of the base: its text, null when it is deleted. */
interface Fate {
  readonly text: string | null
  readonly conflict: boolean
}

function fateOf(base: string, mine: Traced | undefined, theirs: Traced | undefined, prefer: 'mine' | 'theirs'): Fate {
  if (mine === undefined && theirs === undefined) return { text: null, conflict: false }
  if (mine === undefined || theirs === undefined) {
    const left = mine ?? theirs
    const untouched = left !== undefined && left.text === base && !left.moved
    if (untouched) return { text: null, conflict: false }
    const preferred = prefer === 'mine' ? mine : theirs
    return { text: preferred?.text ?? null, conflict: true }
  }
  if (mine.text === theirs.text || theirs.text === base) return { text: mine.text, conflict: false }
  if (mine.text === base) return { text: theirs.text, conflict: false }
  return { text: prefer === 'mine' ? mine.text : theirs.text, conflict: true }
}

/** Whose order the result follows: of the side that moved rows, as the other only wrote between them. */
function orderOf(
  mine: readonly Traced[],
  theirs: readonly Traced[],
  fates: readonly Fate[],
  prefer: 'mine' | 'theirs',
) {
  const mineLeads = { leading: mine, following: theirs, conflict: false }
  const theirsLeads = { leading: theirs, following: mine, conflict: false }
  if (!mine.some(({ moved }) => moved)) return theirsLeads
  if (!theirs.some(({ moved }) => moved)) return mineLeads
  const common = (side: readonly Traced[], other: readonly Traced[]) =>
    side.flatMap(({ base }) =>
      base !== null && fates[base]?.text != null && inBase(other, base) !== undefined ? [base] : [],
    )
  if (isSame(common(mine, theirs), common(theirs, mine))) return mineLeads
  return { ...(prefer === 'mine' ? mineLeads : theirsLeads), conflict: true }
}

/** A surviving row of the base with the new rows behind it; the first has none and holds what stands on top. */
interface Stretch {
  readonly base: number | null
  fresh: string[]
}

function weave(leading: readonly Traced[], following: readonly Traced[], fates: readonly Fate[]): string[] {
  const survives = (base: number) => fates[base]?.text != null
  const stretches: Stretch[] = [{ base: null, fresh: [] }]
  for (const { base, text } of leading) {
    if (base === null) stretches.at(-1)?.fresh.push(text)
    else if (survives(base)) stretches.push({ base, fresh: [] })
  }
  const places = new Map(stretches.map((stretch) => [stretch.base, stretch]))
  // What only the other side has goes behind the row that it stands behind there.
  let anchor = places.get(null)
  let fresh: string[] = []
  const settle = () => {
    if (anchor !== undefined) anchor.fresh = together(anchor.fresh, fresh)
    fresh = []
  }
  for (const { base, text } of following) {
    const place = base === null ? undefined : places.get(base)
    if (place !== undefined) {
      settle()
      anchor = place
    } else if (base === null) fresh.push(text)
    else if (survives(base)) fresh.push(fates[base]?.text ?? text)
  }
  settle()
  return stretches.flatMap(({ base, fresh: behind }) => {
    const text = base === null ? null : (fates[base]?.text ?? null)
    return text === null ? behind : [text, ...behind]
  })
}

/** The rows of both, those that they share once, in an order that suits both. */
function together(first: readonly string[], second: readonly string[]): string[] {
  const all: string[] = []
  let from = 0
  let behind = 0
  for (const [inFirst, inSecond] of longestCommon(first, second)) {
    all.push(...first.slice(from, inFirst), ...second.slice(behind, inSecond), first[inFirst] ?? '')
    from = inFirst + 1
    behind = inSecond + 1
  }
  return [...all, ...first.slice(from), ...second.slice(behind)]
}

function hasTwice(rows: readonly string[], mine: readonly string[], theirs: readonly string[]): boolean {
  const [inRows, inMine, inTheirs] = [counts(rows), counts(mine), counts(theirs)]
  return Array.from(inRows).some(([row, count]) => count > Math.max(inMine.get(row) ?? 0, inTheirs.get(row) ?? 0))
}

function counts(rows: readonly string[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const row of rows) all.set(row, (all.get(row) ?? 0) + 1)
  return all
}

function inBase(side: readonly Traced[], index: number): Traced | undefined {
  return side.find(({ base }) => base === index)
}

/** Finds each row of an edited list in its base: unchanged, moved, rewritten, or new. */
function trace(base: readonly string[], edited: readonly string[]): Traced[] {
  const from: (number | null)[] = edited.map(() => null)
  const moved = new Set<number>()
  const left = new Set(base.keys())
  const take = (place: number, index: number) => {
    from[place] = index
    left.delete(index)
  }
  const anchors = longestCommon(base, edited)
  for (const [index, place] of anchors) take(place, index)
  for (const [place, text] of edited.entries()) {
    if (from[place] !== null) continue
    const index = Array.from(left).find((candidate) => base[candidate] === text)
    if (index === undefined) continue
    take(place, index)
    moved.add(place)
  }
  let [lastIndex, lastPlace] = [-1, -1]
  for (const [index, place] of [...anchors, [base.length, edited.length] as const]) {
    const gone = range(lastIndex + 1, index).filter((candidate) => left.has(candidate))
    const fresh = range(lastPlace + 1, place).filter((candidate) => from[candidate] === null)
    for (const [before, after] of rewritten(base, gone, edited, fresh)) take(after, before)
    lastIndex = index
    lastPlace = place
  }
  return edited.map((text, place) => ({ base: from[place] ?? null, text, moved: moved.has(place) }))
}

/** Which of the rows that went are which of those that came, in order. */
function rewritten(
  base: readonly string[],
  gone: readonly number[],
  edited: readonly string[],
  fresh: readonly number[],
): [number, number][] {
  const [onlyGone, onlyFresh] = [gone[0], fresh[0]]
  if (gone.length === 1 && fresh.length === 1 && onlyGone !== undefined && onlyFresh !== undefined) {
    return [[onlyGone, onlyFresh]]
  }
  const pairs: [number, number][] = []
  let next = 0
  for (const index of gone) {
    for (let candidate = next; candidate < fresh.length; candidate += 1) {
      const place = fresh[candidate] ?? 0
      if (likeness(base[index] ?? '', edited[place] ?? '') < ALIKE) continue
      pairs.push([index, place])
      next = candidate + 1
      break
    }
  }
  return pairs
}

/** How many of their words two texts share, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)]
  const shared = Array.from(first).filter((word) => second.has(word)).length
  return (2 * shared) / Math.max(1, first.size + second.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** The places of a longest common subsequence, ascending: in the first list, in the second. */
function longestCommon(first: readonly string[], second: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: first.length + 1 }, () => new Uint16Array(second.length + 1))
  for (let i = first.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]]
    if (row === undefined || below === undefined) continue
    for (let j = second.length - 1; j >= 0; j -= 1) {
      row[j] = first[i] === second[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  const places: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < first.length && j < second.length) {
    if (first[i] === second[j]) places.push([i++, j++])
    else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1
    else j += 1
  }
  return places
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

function isSame<Value>(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
