import type { Plugin } from 'vite'
import type { AmountWords, KitchenData, KitchenWords } from '../../src/shared/lib/amounts/kitchen-words.ts'
import { foodsOf, LANGUAGES, listsOf, readOfCrate } from './food-table.ts'

/* Data of units and foods for the recipe page. */

/** Number of names per food to use. Later names are related foods, whose density may differ. */
const SURE_NAMES = 4

export function kitchenData(): Plugin {
  const id = '\0virtual:kitchen-data'
  return {
    name: 'kitchen-data',
    resolveId: (source) => (source === 'virtual:kitchen-data' ? id : null),
    load: (asked) => (asked === id ? `export default ${JSON.stringify(readKitchenData())}` : null),
  }
}

export function readKitchenData(): KitchenData {
  const { rows } = JSON.parse(readOfCrate('vectors/units.json')) as {
    rows: { unit: string; kind: 'mass' | 'volume' | 'length'; size: number }[]
  }
  return {
    words: { en: wordsOf('en'), es: wordsOf('es'), fr: wordsOf('fr') },
    amounts: amountWords(),
    foreign: Object.fromEntries(
      Object.entries(unitsOf(readOfCrate('lexicons/other.toml'))).filter(([unit]) =>
        rows.some((row) => row.unit === unit),
      ),
    ),
    sizes: Object.fromEntries(rows.map(({ unit, kind, size }) => [unit, { kind, size }])),
    densities: listsOf(readOfCrate('foods/weighed.toml')).flatMap(([aisle, foods]) => densitiesOf(aisle, foods)),
  }
}

function wordsOf(language: string): KitchenWords {
  const lexicon = readOfCrate(`lexicons/${language}.toml`)
  return { units: unitsOf(lexicon), numerals: numeralsOf(lexicon), articles: wordsIn(lexicon, 'articles') }
}

/** Lists of the lexicons that line/words.ts uses, by sense. */
const SENSES = {
  plus: 'plus',
  each: 'each',
  and: 'and',
  or: 'or',
  range: 'ranges',
  link: 'links',
  size: 'sizes',
  roughly: 'roughly',
  fruitPart: 'taken',
  with: 'with',
} as const

function amountWords(): AmountWords {
  const [, groups = '', shares = '', words = ''] = readOfCrate('lexicons/amounts.toml').split(/^\[\w+\]$/mu)
  const lexicons = [...LANGUAGES, 'other'].map((language) => readOfCrate(`lexicons/${language}.toml`))
  const own = Array.from(words.matchAll(/^(\w+) = (\[.*\])$/gmu), ([, name = '', list = '[]']): [string, string[]] => [
    name,
    JSON.parse(list) as string[],
  ])
  const senses = new Map(own)
  for (const [sense, list] of Object.entries(SENSES)) {
    senses.set(sense, [...(senses.get(sense) ?? []), ...lexicons.flatMap((lexicon) => wordsIn(lexicon, list))])
  }
  return {
    groups: Object.fromEntries(
      Array.from(groups.matchAll(/^(\p{L}+) = (\d+)$/gmu), ([, word, value]) => [word, Number(value)]),
    ),
    shares: Object.fromEntries(
      Array.from(shares.matchAll(/^(\p{L}+) = "([^"]+)"$/gmu), ([, word, value]) => [word, value]),
    ),
    senses: Object.fromEntries(senses),
  }
}

/** The first list of this name in a lexicon; empty if there is none. */
function wordsIn(lexicon: string, name: string): string[] {
  return JSON.parse(new RegExp(String.raw`^${name} = (\[.*\])$`, 'mu').exec(lexicon)?.[1] ?? '[]') as string[]
}

/** Parses the section [units] of a lexicon, one unit per line: `gram = ["g", "gram"]`. */
function unitsOf(toml: string): Record<string, string[]> {
  const [, section] = toml.split('\n[units]\n')
  if (section === undefined) throw new Error('a lexicon has no [units]')
  const lines = section.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const found = /^(\w+) = (\[.*\])$/.exec(line)
      if (found === null) throw new Error(`a lexicon has a line that is no unit: ${line}`)
      return [found[1], JSON.parse(found[2] ?? '') as string[]]
    }),
  )
}

function numeralsOf(toml: string): Record<string, string> {
  const line = /^numerals = \{(.*)\}$/m.exec(toml)?.[1]
  if (line === undefined) throw new Error('a lexicon has no numerals')
  return Object.fromEntries(
    Array.from(line.matchAll(/([\p{L}-]+)"? = "([^"]+)"/gu), ([, word, value]) => [word, value]),
  )
}

/**
 * @param file file of the food table.
 * @param foods foods of that file to include; each must have a density.
 */
function densitiesOf(file: string, foods: readonly string[]): [string[], number][] {
  const rows = foodsOf(file)
  return foods.map((food) => {
    const row = rows.find(({ names }) => names('en')[0] === food)
    const density = Number(row?.cell('grams_per_ml'))
    if (row === undefined || !(density > 0)) throw new Error(`${file}.tsv does not tell what ${food} weighs`)
    return [LANGUAGES.flatMap((language) => row.names(language).slice(0, SURE_NAMES)), density]
  })
}
