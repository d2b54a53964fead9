import type { Ingredient, Recipe } from '../recipe/recipe'
import { aRecipe } from '../test-support'

/* Recipes whose exports are in golden/. lambdas/file-formats reads the same files and must find the same recipes. */

function line(text: string, fields: Partial<Ingredient> = {}): Ingredient {
  return { name: text, quantity: '', unit: '', note: null, text, group: null, stepMapping: [], doubt: null, ...fields }
}

/** With headings and characters that have a meaning in Markdown or Cooklang. */
const tart: Recipe = aRecipe({
  title: 'Lemon & thyme tart #1',
  id: 'a'.repeat(32),
  recipeLinks: [{ line: 4, recipe: 'c'.repeat(32) }],
  description: 'Sharp, *not* sweet.\nBetter the next day.',
  author: 'Ann Lee, Léa',
  url: 'https://kitchen.example/tart?page=2&x=1',
  prep_time: 25,
  cook_time: 65,
  total_time: 90,
  servings: 8,
  yield: '1 tart of 24 cm',
  imageUrl: 'media/0123456789abcdef0123456789abcdef/tart',
  tags: [{ name: 'dessert' }, { name: 'make-ahead' }],
  favourite: true,
  rating: 4,
  collections: ['Noël', 'on "good" days'],
  madeOn: ['2026-11-20', '2026-02-01'],
  notes: 'Half the sugar is enough.\n\n> Try it with lime.',
  ingredients: [
    line('1 pinch of salt', { quantity: '1', unit: 'pinch', name: 'salt' }),
    line('200 g flour, sifted', {
      quantity: '200',
      unit: 'g',
      name: 'flour',
      note: 'sifted',
      group: 'For the pastry',
      stepMapping: [0],
    }),
    line('100g cold butter (82% fat)', {
      quantity: '100',
      unit: 'g',
      name: 'cold butter',
      note: '82% fat',
      group: 'For the pastry',
      stepMapping: [0],
    }),
    line('2-3 lemons', { quantity: '2-3', name: 'lemons', group: 'For the filling', stepMapping: [1] }),
    line('1 ½ cups sugar', {
      quantity: '1 ½',
      unit: 'cups',
      name: 'sugar',
      group: 'For the filling',
      stepMapping: [1],
    }),
    line('thyme @ will', { name: 'thyme @ will', group: 'For the filling', stepMapping: [] }),
  ],
  instructions: [
    'Rub the butter into the flour -- quickly -- until it looks like crumbs. Chill for 30 minutes.',
    'Whisk the sugar with the juice of the lemons {all of it}.\nPour it over the pastry.',
    '1. Bake at 180 °C (350 °F) for 35 minutes, ~5 minutes longer in an old oven.',
  ],
  stepHeadings: [
    { step: 1, text: 'For the filling' },
    { step: 2, text: 'Day #2: baking' },
  ],
  nutritionalInformation: {
    status: 'SUCCESS',
    source: 'PAGE',
    calories: '320 kcal',
    fat: '14 g',
    carbs: '41 g',
    protein: '4 g',
    lines: [],
  },
})

/** Without headings: in Cooklang its ingredients are inside the steps. */
const stew: Recipe = aRecipe({
  title: 'Potaje de garbanzos',
  id: 'b'.repeat(32),
  description: null,
  url: null,
  language: 'es',
  prep_time: null,
  cook_time: 120,
  total_time: null,
  servings: 4,
  nutritionalInformation: {
    status: 'FAILED',
    source: null,
    calories: null,
    fat: null,
    carbs: null,
    protein: null,
    lines: [],
  },
  ingredients: [
    line('400 g de garbanzos', { quantity: '400', unit: 'g', name: 'garbanzos', stepMapping: [0, 1] }),
    line('1 cebolla grande, picada', { quantity: '1', name: 'cebolla grande', note: 'picada', stepMapping: [1] }),
    line('2 dientes de ajo', { quantity: '2', unit: 'dientes', name: 'ajo', stepMapping: [1] }),
    line('200 g de espinacas', { quantity: '200', unit: 'g', name: 'espinacas', stepMapping: [2] }),
    line('sal', { name: 'sal', stepMapping: [2] }),
  ],
  instructions: [
    'Deja los garbanzos en remojo toda la noche.',
    'Sofríe la cebolla y el ajo, añade los garbanzos y cuece 2 horas.',
    'Añade las espinacas (lavadas) y la sal.',
  ],
})

const crepes: Recipe = aRecipe({
  title: 'Crêpes de ma grand-mère',
  id: 'c'.repeat(32),
  description: null,
  url: null,
  language: 'fr',
  prep_time: 10,
  cook_time: null,
  total_time: null,
  servings: null,
  yield: '12 crêpes',
  nutritionalInformation: {
    status: 'FAILED',
    source: null,
    calories: null,
    fat: null,
    carbs: null,
    protein: null,
    lines: [],
  },
  ingredients: [
    line('250 g de farine', { quantity: '250', unit: 'g', name: 'farine', stepMapping: [0] }),
    line('4 œufs', { quantity: '4', name: 'œufs', stepMapping: [0] }),
    line('½ litre de lait', { quantity: '½', unit: 'litre', name: 'lait', stepMapping: [1] }),
    line('1 c. à s. de rhum', { quantity: '1', unit: 'c. à s.', name: 'rhum', stepMapping: [] }),
  ],
  instructions: ['Mélangez la farine et les œufs.', 'Versez le lait peu à peu. Laissez reposer 1 heure.'],
})

export const GOLDEN_RECIPES = { tart, stew, crepes } as const
