import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import type { Language } from '../recipe/recipe'
import { showLine } from './line-amounts'
import type { UnitSystem } from './units'

type Row = [
  language: Language,
  line: [text: string, quantity: string, unit: string, name: string, note?: string],
  factor: string,
  system: UnitSystem | null,
  expected: string,
]

const rows: Row[] = [
  ['en', ['200 g flour', '200', 'g', 'flour'], '2', null, '400 g|flour|'],
  ['en', ['250g flour, sifted', '250', 'g', 'flour', 'sifted'], '1/2', null, '125g|flour|, sifted'],
  ['en', ['1 cup flour', '1', 'cup', 'flour'], '2', null, '2 cups|flour|'],
  ['en', ['2 cups flour', '2', 'cups', 'flour'], '1/4', null, '½ cup|flour|'],
  ['en', ['1 ½ cups milk', '1 ½', 'cups', 'milk'], '1', 'metric', '350 ml|milk|'],
  ['en', ['1 cup all-purpose flour', '1', 'cup', 'all-purpose flour'], '1', 'metric', '125 g|all-purpose flour|'],
  ['en', ['1 tsp (2 g) salt', '1', 'tsp', 'salt', '2 g'], '3', null, '3 tsp|(6 g) salt|'],
  ['en', ['1 cup (240 ml) milk', '1', 'cup', 'milk', '240 ml'], '2', 'metric', '2 cups|(480 ml) milk|'],
  ['en', ['1 (400 g) tin tomatoes', '1', 'tin', 'tomatoes', '400 g'], '2', null, '2|(400 g) tin tomatoes|'],
  ['en', ['2 cans (14 oz) beans', '2', 'cans', 'beans', '14 oz'], '2', null, '4 cans|(14 oz) beans|'],
  ['en', ['2 cans (14 oz) beans', '2', 'cans', 'beans', '14 oz'], '1', 'metric', '2 cans|(400 g) beans|'],
  ['en', ['2 x 400 g tins tomatoes', '2', 'tins', 'tomatoes', 'x 400 g'], '2', null, '4|x 400 g tins tomatoes|'],
  [
    'en',
    ['4 chicken breasts (150 g each)', '4', '', 'chicken breasts', '150 g each'],
    '2',
    null,
    '8|chicken breasts|(150 g each)',
  ],
  ['en', ['2-3 tbsp oil', '2-3', 'tbsp', 'oil'], '2', null, '4-6 tbsp|oil|'],
  [
    'en',
    ['1 cup plus 2 tablespoons sugar', '1', 'cup', 'sugar', 'plus 2 tablespoons'],
    '2',
    null,
    '2 cups|plus 4 tablespoons sugar|',
  ],
  ['en', ['salt to taste', '', '', 'salt', 'to taste'], '2', 'metric', '|salt|to taste'],
  ['en', ['some oil', 'some', '', 'oil'], '2', null, 'some|oil|'],
  ['en', ['Flour 200 g', '200', 'g', 'Flour'], '2', null, '|Flour 400 g|'],
  ['en', ['juice of 1 lemon', '1', '', 'lemon', 'juice of'], '3', null, '|juice of 3 lemon|'],
  ['en', ['two eggs', 'two', '', 'eggs'], '2', null, '4|eggs|'],
  ['en', ['1 egg', '1', '', 'egg'], '1/7', null, '1/7|egg|'],
  ['en', ['2-inch piece ginger', '2', 'inch', 'ginger', 'piece'], '1', 'metric', '|5 cm piece ginger|'],
  ['en', ['8 oz cheddar', '8', 'oz', 'cheddar'], '1', 'metric', '225 g|cheddar|'],
  ['en', ['1 lb beef', '1', 'lb', 'beef'], '1', 'metric', '450 g|beef|'],
  ['en', ['115 g butter', '115', 'g', 'butter'], '1', 'us', '½ cup|butter|'],
  ['en', ['1.5 kg potatoes', '1.5', 'kg', 'potatoes'], '1', 'us', '3 ¼ lb|potatoes|'],
  ['en', ['', '2', 'tbsp', 'oil', 'for frying'], '2', null, '4 tbsp|oil|, for frying'],
  ['es', ['1 taza de harina', '1', 'taza', 'harina'], '2', null, '2 tazas|de harina|'],
  ['es', ['1,5 kg de patatas', '1,5', 'kg', 'patatas'], '1/2', null, '0,75 kg|de patatas|'],
  ['es', ['2 latas de 400 g', '2', 'latas', '', 'de 400 g'], '2', null, '4 latas|de 400 g|'],
  ['es', ['2 pechugas de 150 g', '2', '', 'pechugas', 'de 150 g'], '2', null, '4|pechugas|de 150 g'],
  ['es', ['½ cucharadita de sal', '½', 'cucharadita', 'sal'], '4', null, '2 cucharaditas|de sal|'],
  ['es', ['250 ml de leche', '250', 'ml', 'leche'], '1', 'us', '1 taza|de leche|'],
  [
    'fr',
    ['2 cuillères à soupe d’huile', '2', 'cuillères à soupe', 'huile'],
    '1/2',
    null,
    '1 cuillère à soupe|d’huile|',
  ],
  ['fr', ['1 cuillère à soupe de miel', '1', 'cuillère à soupe', 'miel'], '3', null, '3 cuillères à soupe|de miel|'],
  ['fr', ['25 cl de lait', '25', 'cl', 'lait'], '2', null, '50 cl|de lait|'],
  ['fr', ['250 g de farine', '250', 'g', 'farine'], '1', 'us', '2 tasses|de farine|'],
  ['fr', ['1 tasse de sucre', '1', 'tasse', 'sucre'], '3/2', null, '1 ½ tasse|de sucre|'],
]

const plain = (pieces: readonly { text: string }[]) =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/[\u00a0\u202f]/g, ' ')

it.each(rows)('%s: %j × %s in %s is %s', (language, [text, quantity, unit, name, note], factor, system, expected) => {
  const view = { factor: new Fraction(factor), system }
  const line = { text, quantity, unit, name, note: note ?? null }
  const { amount, middle, note: rest } = showLine(line, view, language)
  expect(`${plain(amount)}|${plain(middle)}|${plain(rest)}`).toBe(expected)
})
