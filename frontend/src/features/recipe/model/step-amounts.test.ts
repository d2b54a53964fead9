import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import type { UnitSystem } from '../../../shared/lib/amounts/units'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'
import { countedOf, showStep } from './step-amounts'

const ingredient = (quantity: string, name: string, unit = ''): Ingredient => ({
  ...{ quantity, name, unit, note: null, text: '', group: null, stepMapping: [], doubt: null },
})
const list = [
  ...[
    ingredient('4', 'eggs'),
    ingredient('3', 'garlic cloves'),
    ingredient('1', 'onion'),
    ingredient('6', 'tortillas'),
  ],
  ...[ingredient('250', 'red lentils', 'g')],
  ...[ingredient('4', 'huevos'), ingredient('3', 'tomates'), ingredient('4', 'œufs'), ingredient('2', 'oignons')],
]
const shown = (text: string, factor: string, system: UnitSystem | null, language: Language) =>
  showStep(text, { factor: new Fraction(factor), system }, language, countedOf(list, language))
    .map((piece) => piece.text)
    .join('')
    .replace(/[\u00a0\u202f]/g, ' ')

it.each<[Language, string, string]>([
  ['en', 'Add 200 g of the flour.', 'Add 400 g of the flour.'],
  ['en', 'Heat 2 tablespoons oil in a pan.', 'Heat 4 tablespoons oil in a pan.'],
  ['en', 'Stir in ½ cup sugar and 1/4 tsp salt.', 'Stir in 1 cup sugar and ½ tsp salt.'],
  ['en', 'Pour in 2-3 cups stock.', 'Pour in 4-6 cups stock.'],
  ['en', 'Beat the 4 eggs.', 'Beat the 8 eggs.'],
  ['en', 'Beat 2 eggs with the sugar.', 'Beat 4 eggs with the sugar.'],
  ['en', 'Crush 3 garlic cloves, add 1 onion.', 'Crush 6 garlic cloves, add 2 onion.'],
  ['en', 'Reserve 1 cup of the cooking water.', 'Reserve 2 cups of the cooking water.'],
  ['en', 'Boil until reduced to 250 ml.', 'Boil until reduced to 500 ml.'],
  ['en', 'Add 1 tablespoon pan juices.', 'Add 2 tablespoons pan juices.'],
  ['en', 'Add two tablespoons of oil.', 'Add 4 tablespoons of oil.'],
  [
    'en',
    'Add 100 g of sugar beating well after each addition.',
    'Add 200 g of sugar beating well after each addition.',
  ],
  ['es', 'Añade 200 g de harina.', 'Añade 400 g de harina.'],
  ['es', 'Vierte 1,5 litros de caldo y 1 cucharada de aceite.', 'Vierte 3 litros de caldo y 2 cucharadas de aceite.'],
  ['es', 'Bate los 4 huevos.', 'Bate los 8 huevos.'],
  ['es', 'Añade ½ taza de leche.', 'Añade 1 taza de leche.'],
  ['fr', 'Ajoutez 200 g de farine.', 'Ajoutez 400 g de farine.'],
  ['fr', 'Versez 25 cl de lait et 1 cuillère à soupe d’huile.', 'Versez 50 cl de lait et 2 cuillères à soupe d’huile.'],
  ['fr', 'Battez 4 œufs, puis 2 oignons.', 'Battez 8 œufs, puis 4 oignons.'],
])('%s scales: %s', (language, text, expected) => {
  expect(shown(text, '2', null, language)).toBe(expected)
})

it.each<[Language, string]>([
  ['en', 'Add ½ of the sauce.'],
  ['en', 'Bake for 20 minutes at 350 °F.'],
  ['en', 'Divide between 2 pans.'],
  ['en', 'Go back to step 3.'],
  ['en', 'Butter a 900 g loaf tin.'],
  ['en', 'Use a 2-quart baking dish.'],
  ['en', 'Pour into a 1 litre jug.'],
  ['en', 'Grease a 12-cup muffin tin.'],
  ['en', 'Fill jars of 500 ml.'],
  ['en', 'Cut into 2 cm cubes.'],
  ['en', 'Roll to 5 mm.'],
  ['en', 'A 9 x 13-inch tin.'],
  ['en', 'Divide into 75 g portions.'],
  ['en', 'Roll into balls, about 30 g each.'],
  ['en', 'Use ¼ cup batter per pancake.'],
  ['en', 'Drop 2 tablespoons of dough onto the sheet.'],
  ['en', 'Add the stock 1 cup at a time.'],
  ['en', 'Cut the onion into 4 wedges.'],
  ['en', 'Place 1 tortilla in the pan.'],
  ['en', 'Heat to 165 °F, 2 or 3 times.'],
  ['en', 'Cut in half; serves 4.'],
  ['en', 'Simmer for 15 minutes until the lentils fall apart.'],
  ['en', 'Boil 3 minutes eggs and all.'],
  ['en', 'Boil 3 until the eggs are set.'],
  ['en', 'Stir 3 lentils in.'],
  ['en', 'Whisk with 2 forks for 3 hours, 10 to 12 min, 1 h 30.'],
  ['en', 'Set the oven to 180 C, gas mark 4, on shelf 2.'],
  ['es', 'Añade ½ de la salsa.'],
  ['es', 'Hornea 20 minutos a 180 ºC.'],
  ['es', 'Engrasa un molde de 1 litro.'],
  ['es', 'Usa una olla de 5 litros.'],
  ['es', 'Corta en 4 trozos de 2 cm.'],
  ['es', 'Forma bolas de 30 g.'],
  ['es', 'Pon 2 cucharadas en cada plato.'],
  ['es', 'Mezcla con 2 cucharas durante 5 min.'],
  ['es', 'Repite el paso 3.'],
  ['fr', 'Ajoutez la ½ de la sauce.'],
  ['fr', 'Enfournez 20 min à 180 °C (th. 6).'],
  ['fr', 'Prenez un moule de 24 cm, une casserole de 2 litres.'],
  ['fr', 'Coupez en 4 morceaux.'],
  ['fr', 'Façonnez des boules de 30 g.'],
  ['fr', 'Versez 2 cuillères à soupe dans chaque verre.'],
  ['fr', 'À l’aide de 2 cuillères, formez des quenelles.'],
  ['fr', 'Laissez reposer 1 h 30.'],
  ['fr', 'Reprenez l’étape 3.'],
])('%s leaves: %s', (language, text) => {
  expect(shown(text, '2', null, language)).toBe(text)
})

it.each<[Language, UnitSystem, string, string]>([
  ['en', 'metric', 'Bake at 350 °F for 20 minutes.', 'Bake at 180 °C for 20 minutes.'],
  ['en', 'metric', 'Bake at 375-400°F.', 'Bake at 190–200 °C.'],
  ['en', 'metric', 'Bake at 350 degrees.', 'Bake at 180 °C.'],
  ['en', 'metric', 'Cook to 165 °F inside.', 'Cook to 74 °C inside.'],
  ['en', 'metric', 'Bake at 350 °F (180 °C).', 'Bake at 350 °F (180 °C).'],
  ['en', 'metric', 'Add 1 cup of the flour.', 'Add 125 g of the flour.'],
  ['en', 'metric', 'Add 1 cup of the flour mixture.', 'Add 240 ml of the flour mixture.'],
  ['en', 'metric', 'Use a 9 x 13-inch tin.', 'Use a 23 cm × 33 cm tin.'],
  ['en', 'metric', 'Use a 9-inch tin.', 'Use a 23 cm tin.'],
  ['en', 'metric', 'Add 2 tbsp oil.', 'Add 2 tbsp oil.'],
  ['en', 'us', 'Heat to 200°C.', 'Heat to 400 °F.'],
  ['en', 'us', 'Cut into 2 cm cubes.', 'Cut into ¾ in cubes.'],
  ['en', 'us', 'Add 250 ml milk.', 'Add 1 cup milk.'],
  ['es', 'us', 'Hornea a 180 grados 20 minutos.', 'Hornea a 350 °F 20 minutos.'],
  ['es', 'metric', 'Añade 2 tazas de leche.', 'Añade 475 ml de leche.'],
  ['fr', 'us', 'Ajoutez 200 g de beurre.', 'Ajoutez 14 c. à s. de beurre.'],
  ['fr', 'metric', 'Four à 180 °C.', 'Four à 180 °C.'],
])('%s in %s: %s', (language, system, text, expected) => {
  expect(shown(text, '1', system, language)).toBe(expected)
})

it('a temperature is converted but never scaled', () => {
  expect(shown('Bake 2 cups at 350 °F.', '2', 'metric', 'en')).toBe('Bake 950 ml at 180 °C.')
})
