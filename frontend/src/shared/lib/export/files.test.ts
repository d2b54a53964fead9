import { crc32 as checksum } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Recipe } from '../recipe/recipe'
import { aRecipe } from '../test-support'
import { EXPORT_FORMATS, fileOfRecipe, fileOfRecipes, fileStem } from './files'
import { crc32, zip } from './zip'

const ORIGIN = 'https://zest.example'

describe('file name', () => {
  it.each([
    ['Lentil soup', 'Lentil soup'],
    ['Crêpes: “maison”', 'Crêpes “maison”'],
    ['../../etc/passwd', 'etc passwd'],
    ['a/b\\c*d?e"f<g>h|i\u0000j', 'a b c d e f g h i j'],
    ['...', 'recipe'],
    ['', 'recipe'],
    [null, 'recipe'],
    ['CON', 'recipe CON'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ])('of %o is %o', (title, expected) => {
    expect(fileStem(title)).toBe(expected)
  })

  it('is valid on all systems, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (title) => {
        const stem = fileStem(title)
        expect(stem).toMatch(/^[^\p{C}\\/:*?"<>|. ](?:[^\p{C}\\/:*?"<>|]*[^\p{C}\\/:*?"<>|. ])?$/u)
        expect(Array.from(stem).length).toBeLessThanOrEqual(80)
      }),
    )
  })
})

it.each(EXPORT_FORMATS)('one recipe as %s is a file with an ending of its own', (format) => {
  const { name, content } = fileOfRecipe(aRecipe({ title: 'Lentil soup' }), format, ORIGIN)
  expect(name).toMatch(/^Lentil soup\.(json|md|cook)$/)
  expect(content).toContain('Lentil soup')
})

describe('several recipes', () => {
  const three = ['Soup', 'soup', 'Tart'].map((title) => aRecipe({ title }))

  it('are one JSON-LD document', () => {
    const { name, content } = fileOfRecipes(three, 'json-ld', ORIGIN, 'zest')
    expect(name).toBe('zest.json')
    const graph = (JSON.parse(content as string) as { '@graph': { name: string }[] })['@graph']
    expect(graph.map(({ name }) => name)).toEqual(['Soup', 'soup', 'Tart'])
  })

  it('are an archive of text files with unique names', () => {
    const { name, content } = fileOfRecipes(three, 'markdown', ORIGIN, 'zest')
    expect(name).toBe('zest.zip')
    expect(filesIn(content as Uint8Array).map(([name]) => name)).toEqual(['Soup.md', 'soup (2).md', 'Tart.md'])
  })
})

describe('a line with a linked recipe', () => {
  const line = { text: '2 portions of [my] dough', name: 'dough', quantity: '2', unit: 'portions' }
  const dough = aRecipe({ id: 'b'.repeat(32), title: 'Pizza dough (1)' })
  const pizza = aRecipe({
    id: 'a'.repeat(32),
    title: 'Pizza',
    ingredients: [{ ...line, note: null, group: null, doubt: null, stepMapping: [0] }],
    instructions: ['Roll out the dough.'],
    recipeLinks: [{ line: 0, recipe: dough.id }],
  })
  const textOf = (recipes: readonly Recipe[], format: 'markdown' | 'cooklang') =>
    filesIn(fileOfRecipes(recipes, format, ORIGIN, 'zest').content as Uint8Array)[0]?.[1]

  it('is a Markdown link to its file in the same archive', () => {
    const link = '- [2 portions of \\[my\\] dough](Pizza%20dough%20%281%29%20%282%29.md)'
    expect(textOf([pizza, { ...dough, id: 'c'.repeat(32) }, dough], 'markdown')).toContain(link)
    expect(textOf([pizza], 'markdown')).toContain('- 2 portions of \\[my\\] dough\n')
  })

  it('is a Cooklang reference to its file in the same archive', () => {
    const whole = '[- 2 portions of [my] dough -]'
    expect(textOf([pizza, dough], 'cooklang')).toContain(
      `@./Pizza dough \\(1\\){2%portions}${whole}\n\nRoll out the dough.`,
    )
    expect(textOf([pizza], 'cooklang')).toContain(`Roll out the @dough{2%portions}${whole}.`)
    expect(fileOfRecipe(pizza, 'cooklang', ORIGIN).content).toContain('the @dough{2%portions}')
  })
})

describe('archive', () => {
  it('contains every file unchanged, with its checksum', () => {
    const file = fc.record({
      name: fc.string({ minLength: 1, unit: 'grapheme' }),
      text: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(fc.array(file, { maxLength: 5 }), (files) => {
        expect(filesIn(zip(files))).toEqual(files.map(({ name, text }) => [name, text]))
      }),
    )
  })

  it('uses the standard CRC-32', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(crc32(bytes)).toBe(checksum(bytes))
      }),
    )
  })
})

/** Name and text of each file, found through the central directory. */
function filesIn(archive: Uint8Array): [string, string][] {
  const view = new DataView(archive.buffer, archive.byteOffset)
  const end = archive.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const found: [string, string][] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const [sum, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const name = decoder.decode(archive.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    expect(view.getUint32(local, true)).toBe(0x04034b50)
    expect([view.getUint32(local + 14, true), view.getUint32(local + 22, true)]).toEqual([sum, size])
    const data = local + 30 + view.getUint16(local + 26, true)
    const bytes = archive.subarray(data, data + size)
    expect(checksum(bytes)).toBe(sum)
    found.push([name, decoder.decode(bytes)])
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return found
}
