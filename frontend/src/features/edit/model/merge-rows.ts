/** Three-way merge of lists by row. Rows are strings; callers serialize other rows. */

/** A row of an edited list, matched to its base row. */
interface Traced {
  /** Index in the base; null for a new row. */
  readonly base: number | null
  readonly text: string
  /** Whether its position relative to other base rows changed. */
  readonly moved: boolean
}

export interface MergedRows {
  readonly rows: readonly string[]
  /** Whether both sides changed a row or the order differently, so that the preferred side won. */
  readonly conflict: boolean
}

/** Minimum share of common words to treat two rows as one rewritten row. */
const ALIKE = 0.4

/** Applies the changes of both sides; identical changes are applied once. */
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
  // Both sides moved the same row to different places: a conflict.
  if (hasTwice(rows, mine, theirs)) return { rows: prefer === 'mine' ? mine : theirs, conflict: true }
  return { rows, conflict: order.conflict || fates.some(({ conflict }) => conflict) }
}

/** Merged text of a base row; null if deleted. */
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

/** The side whose order the result follows: the one that moved rows. */
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

/** A surviving base row and the new rows after it. Null base: the start of the list. */
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
  // New rows of the other side follow the row they follow there.
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

/** Union of two row lists that keeps both orders; common rows appear once. */
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

/** Matches rows to the base: unchanged, moved, rewritten or new. */
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

/** Pairs removed with added rows that were rewritten, in order. */
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

/** Similarity of two texts: share of common words, 0 to 1. */
function likeness(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)]
  const shared = Array.from(first).filter((word) => second.has(word)).length
  return (2 * shared) / Math.max(1, first.size + second.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Index pairs of a longest common subsequence, ascending. */
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
