/** Pure functions that edit lists of rows with keys. */

export interface Keyed {
  readonly key: string
}

export function insertedAfter<Row extends Keyed>(
  rows: readonly Row[],
  key: string | null,
  added: readonly Row[],
): readonly Row[] {
  const at = key === null ? rows.length : rows.findIndex((row) => row.key === key) + 1
  return rows.toSpliced(at, 0, ...added)
}

export function without<Row extends Keyed>(rows: readonly Row[], key: string): readonly Row[] {
  return rows.filter((row) => row.key !== key)
}

/** Replaces a row by any number of others, for example after pasting. */
export function replaced<Row extends Keyed>(rows: readonly Row[], key: string, by: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => (row.key === key ? by : [row]))
}

/** Changes one row. Returns the same list if the row does not change. */
export function changed<Row extends Keyed>(
  rows: readonly Row[],
  key: string,
  change: (row: Row) => Row,
): readonly Row[] {
  const at = rows.findIndex((row) => row.key === key)
  const before = rows[at]
  if (before === undefined) return rows
  const after = change(before)
  return after === before ? rows : rows.with(at, after)
}

/** Moves a row to a zero-based position, clamped to the list. */
export function moved<Row extends Keyed>(rows: readonly Row[], key: string, to: number): readonly Row[] {
  const from = rows.findIndex((row) => row.key === key)
  const row = rows[from]
  const place = Math.min(Math.max(to, 0), rows.length - 1)
  if (row === undefined || place === from) return rows
  return rows.toSpliced(from, 1).toSpliced(place, 0, row)
}

/** Key of the row to focus when a row is removed: the previous one, otherwise the next one. */
export function neighbour<Row extends Keyed>(rows: readonly Row[], key: string): string | null {
  const at = rows.findIndex((row) => row.key === key)
  return (rows[at - 1] ?? rows[at + 1])?.key ?? null
}
