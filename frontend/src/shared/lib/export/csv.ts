/** A cell: a number, or a string that must not be run as a formula. */
export type Cell = string | number

/** Characters that start a formula in spreadsheets. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Writes CSV by RFC 4180, with a byte order mark. Prefixes an apostrophe to strings that spreadsheets would run as
 * formulas.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
