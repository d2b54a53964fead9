import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { KitchenData, KitchenWords } from './src/lib/amounts/kitchen-words.ts'

/*
 * What the server's own crate knows of units and foods (lambdas/recipe), as a module of the app: its words stand in one
 * place. Only what the recipe page needs travels to the browser.
 */

const CRATE = new URL('../lambdas/recipe/', import.meta.url)
const LANGUAGES = ['en', 'es', 'fr'] as const

/** The further names of a food are kin of it that may weigh a little more or less. */
const SURE_NAMES = 4

/** Answers `import data from 'virtual:kitchen-data'`. */
export function kitchenData(): Plugin {
  const id = '\0virtual:kitchen-data'
  return {
    name: 'kitchen-data',
    resolveId: (source) => (source === 'virtual:kitchen-data' ? id : null),
    load: (asked) => (asked === id ? `export default ${JSON.stringify(readKitchenData())}` : null),
  }
}

export function readKitchenData(): KitchenData {
  const { rows } = JSON.parse(read('vectors/units.json')) as {
    rows: { unit: string; kind: 'mass' | 'volume' | 'length'; size: number }[]
  }
  return {
    words: { en: wordsOf('en'), es: wordsOf('es'), fr: wordsOf('fr') },
    sizes: Object.fromEntries(rows.map(({ unit, kind, size }) => [unit, { kind, size }])),
    densities: weighedFoods().flatMap(([aisle, foods]) => densitiesOf(aisle, foods)),
  }
}

const read = (path: string): string => readFileSync(new URL(path, CRATE), 'utf8')

function wordsOf(language: string): KitchenWords {
  const lexicon = read(`lexicons/${language}.toml`)
  return { units: unitsOf(lexicon), numerals: numeralsOf(lexicon) }
}

/** The lexicons write one unit a line: `gram = ["g", "gram"]`, which is JSON behind the equals sign. */
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
  return Object.fromEntries(Array.from(line.matchAll(/([\p{L}-]+) = "([^"]+)"/gu), ([, word, value]) => [word, value]))
}

/** Each file of the food table with those of its foods whose cups weigh the same in every kitchen. */
function weighedFoods(): [string, string[]][] {
  const lists = read('foods/weighed.toml').matchAll(/^(\w+) = (\[[^\]]*\])/gm)
  // Written as JSON is, save for a comma behind the last.
  return Array.from(lists, ([, aisle = '', foods = '']) => [
    aisle,
    JSON.parse(foods.replace(/,\s*\]/, ']')) as string[],
  ])
}

function densitiesOf(aisle: string, foods: readonly string[]): [string[], number][] {
  const [head = '', ...lines] = read(`foods/${aisle}.tsv`).trim().split('\n')
  const columns = head.split('\t')
  const rows = lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [columns[at] ?? '', cell])))
  return foods.map((food) => {
    const row = rows.find(({ en }) => en?.split('|')[0] === food)
    const density = Number(row?.['grams_per_ml'])
    if (row === undefined || !(density > 0)) throw new Error(`${aisle}.tsv does not tell what ${food} weighs`)
    return [LANGUAGES.flatMap((language) => row[language]?.split('|').slice(0, SURE_NAMES) ?? []), density]
  })
}
