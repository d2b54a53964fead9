/** A cell of a table: a number stays one, a text is only ever read as a text. */
export type Cell = string | number

/** What spreadsheets take for the beginning of a formula, at the start of a cell. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A table as CSV by RFC 4180: commas, CRLF, quotes around whatever holds one of these. It begins with the mark by which
 * spreadsheets know UTF-8. A text that they would run as a formula gets an apostrophe in front.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
