import { expect, it } from 'vitest'
import type { Language } from '../recipe/recipe'
import { findMentions } from './mentions'

const found = (text: string, language: Language = 'en') =>
  findMentions(text, language).map(
    ({ start, end, kind, unit, scale }) => `${text.slice(start, end)}|${scale ?? unit ?? kind}`,
  )

it.each<[Language, string, string[]]>([
  ['en', 'Add 200 g of the flour and 1 ½ cups milk.', ['200 g|gram', '1 ½ cups|cup']],
  ['en', 'Add 250g flour, 2-3 tbsp. oil.', ['250g|gram', '2-3 tbsp.|tablespoon']],
  ['en', 'Stir in 2 cups.', ['2 cups|cup']],
  ['en', 'Heat to 350 °F (180°C) or 400F.', ['350 °F|F', '180°C|C', '400F|F']],
  ['en', 'Bake at 350 degrees.', ['350 degrees|F']],
  ['en', 'Rest at 30 degrees.', ['30|count']],
  ['en', 'A 9 x 13-inch pan', ['9 x 13-inch|inch']],
  ['en', 'cut 2 in half', ['2|count', 'half|count']],
  ['en', 'roll 5 mm thick, cut 2 in. apart', ['5 mm|millimetre', '2 in.|inch']],
  ['en', 'Add two tablespoons of oil.', ['two tablespoons|tablespoon']],
  ['en', 'one 14-ounce can', ['one|count', '14-ounce|ounce']],
  ['en', 'B12 and 50% rum', []],
  ['en', 'Bake for 20 minutes.', ['20|count']],
  ['en', '1 litre, or .5 l', ['1 litre|litre', '.5 l|litre']],
  [
    'es',
    'Añade 1,5 kg de patatas y 2 cucharadas soperas de aceite.',
    ['1,5 kg|kilogram', '2 cucharadas soperas|tablespoon'],
  ],
  ['es', 'Hornea a 180 grados.', ['180 grados|C']],
  ['es', 'mezcla con 2 cucharas', ['2|count']],
  [
    'fr',
    'Ajoutez 2 cuillères à soupe d’huile et 25 cl de lait.',
    ['2 cuillères à soupe|tablespoon', '25 cl|centilitre'],
  ],
  ['fr', '2 c. à s. de sucre', ['2 c. à s.|tablespoon']],
  ['fr', 'four à 200 °C (th. 6-7)', ['200 °C|C', '6-7|count']],
  ['fr', '2 l’eau, 3 l d’eau', ['2|count', '3 l|litre']],
])('%s: %s', (language, text, expected) => {
  expect(found(text, language)).toEqual(expected)
})
