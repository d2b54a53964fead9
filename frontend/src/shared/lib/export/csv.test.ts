import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from './csv'

const row = (...cells: (string | number)[]) => csvOf([cells]).slice(1)

describe('CSV', () => {
  it.each([
    [['a', 'b', 1], 'a,b,1\r\n'],
    [['say "when"', 'one, two'], '"say ""when""","one, two"\r\n'],
    [['two\nlines'], '"two\nlines"\r\n'],
    [[-5, 0.5], '-5,0.5\r\n'],
    [['-5', '+1', '@x', '=1+1', '\tx'], "'-5,'+1,'@x,'=1+1,'\tx\r\n"],
    [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
    [['', 'ñ€🍋'], ',ñ€🍋\r\n'],
  ])('%j', (cells, expected) => {
    expect(row(...cells)).toBe(expected)
  })

  it('starts with a byte order mark, so that spreadsheets detect UTF-8', () => {
    expect(csvOf([['é']])).toBe('\uFEFFé\r\n')
  })

  it('is read back unchanged, except for an apostrophe before formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), { minLength: 1 }), (rows) => {
        const harmless = rows.map((cells) => cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)))
        expect(parsed(csvOf(rows).slice(1))).toEqual(harmless)
      }),
    )
  })
})

/** Parses RFC 4180, character by character. */
function parsed(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (letter === '"') quoted = false
      else cell += letter
    } else if (letter === '"') quoted = true
    else if (letter === ',') {
      cells.push(cell)
      cell = ''
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...cells, cell])
      cells = []
      cell = ''
      at += 1
    } else cell += letter
  }
  return rows
}
