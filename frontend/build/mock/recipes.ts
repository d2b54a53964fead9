/** Sample recipes of the mock: those of the demo kitchen (infra/local/demo), shortened. */
import type { Ingredient, Language, Recipe } from '../../src/shared/lib/recipe/recipe.ts'

/** A recipe with the times that the server stores. */
export type StoredRecipe = Recipe & { readonly createdAt: string; readonly updatedAt: string }

type Content = Pick<Recipe, 'title' | 'description' | 'ingredients' | 'instructions' | 'tags'> &
  Partial<Pick<Recipe, 'author' | 'prep_time' | 'cook_time' | 'total_time' | 'servings' | 'yield'>> & {
    readonly language: Language
    readonly nutritionalInformation?: Recipe['nutritionalInformation']
  }

const NO_NUTRITION = {
  status: 'FAILED',
  source: null,
  calories: null,
  fat: null,
  carbs: null,
  protein: null,
  lines: [],
} as const

/** Fields of an import that has started. */
export const STARTED = {
  status: 'PENDING',
  stage: 'FETCHING',
  errorCode: null,
  nutritionalInformation: { ...NO_NUTRITION, status: 'PENDING' },
} as const satisfies Partial<StoredRecipe>

export function emptyRecipe(id: string, createdAt: string): StoredRecipe {
  return {
    id,
    mine: true,
    title: null,
    description: null,
    author: null,
    ingredients: [],
    instructions: [],
    stepHeadings: [],
    recipeLinks: [],
    url: null,
    part: null,
    otherRecipes: [],
    prep_time: null,
    cook_time: null,
    total_time: null,
    servings: null,
    yield: null,
    imageUrl: null,
    status: 'SUCCESS',
    stage: null,
    language: null,
    tags: [],
    nutritionalInformation: NO_NUTRITION,
    errorCode: null,
    warnings: [],
    notes: null,
    pictureSubmissionUUID: null,
    fileSubmissionUUID: null,
    sourceName: null,
    importSummary: null,
    credit: null,
    favourite: false,
    rating: null,
    collections: [],
    madeOn: [],
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
}

/** Creates an ingredient line. `glue` is between unit and name; `steps` are the instructions that use it, from 0. */
function line(quantity: string, unit: string, name: string, steps: readonly number[] = [], glue = ' '): Ingredient {
  const amount = [quantity, unit].filter((part) => part !== '').join(' ')
  const text = amount === '' ? name : `${amount}${unit === '' ? ' ' : glue}${name}`
  return { name, quantity, unit, note: null, text, group: null, stepMapping: steps, doubt: null }
}

const tags = (...names: readonly string[]) => names.map((name) => ({ name }))

const perServing = (calories: string, fat: string, carbs: string, protein: string) =>
  ({ status: 'SUCCESS', source: 'PAGE', calories, fat, carbs, protein, lines: [] }) as const

const GALETTE: Content = {
  title: 'Tomato and Ricotta Galette',
  description: 'A free-form tart for the weeks when tomatoes taste of something.',
  author: 'Zest demo kitchen',
  language: 'en',
  prep_time: 35,
  cook_time: 45,
  total_time: 110,
  servings: 6,
  tags: tags('vegetarian', 'summer', 'baking'),
  ingredients: [
    line('200', 'g', 'plain flour', [0]),
    line('125', 'g', 'cold butter', [0]),
    line('4', 'tbsp', 'ice water', [0]),
    line('600', 'g', 'ripe tomatoes', [1]),
    line('250', 'g', 'ricotta', [2]),
    line('30', 'g', 'Parmesan', [2]),
    line('1', '', 'egg', [3]),
    line('', '', 'black pepper', [2]),
  ],
  instructions: [
    'Rub the butter into the flour. Stir in the ice water, press into a disc and chill for 30 minutes.',
    'Slice the tomatoes 5 mm thick, salt them lightly and leave them to drain for 20 minutes.',
    'Heat the oven to 200 °C. Mix the ricotta with the Parmesan and plenty of pepper.',
    'Roll out the dough, spread the ricotta over it and overlap the tomatoes on top. Brush the edge with the egg and bake for 45 minutes.',
  ],
  nutritionalInformation: perServing('385 kcal', '24 g', '31 g', '11 g'),
}

const SOUP: Content = {
  title: 'Red Lentil Soup with Chilli Butter',
  description: 'A pot of soup from the cupboard in just over half an hour.',
  author: 'Zest demo kitchen',
  language: 'en',
  prep_time: 10,
  cook_time: 25,
  total_time: 35,
  servings: 4,
  tags: tags('vegetarian', 'weeknight', 'one pot'),
  ingredients: [
    line('1', 'tbsp', 'olive oil', [0]),
    line('1', '', 'large onion', [0]),
    line('2', '', 'carrots', [0]),
    line('1 1/2', 'tsp', 'ground cumin', [1]),
    line('250', 'g', 'red lentils', [1]),
    line('1.2', 'l', 'vegetable stock', [1]),
    line('25', 'g', 'butter', [2]),
    line('1', 'tsp', 'chilli flakes', [2]),
  ],
  instructions: [
    'Warm the olive oil in a large pot and soften the onion and carrots for 8 minutes.',
    'Stir in the cumin, then the lentils and the stock. Simmer for 15 minutes and blend until smooth.',
    'Melt the butter with the chilli flakes until it foams red. Spoon it over the soup.',
  ],
  nutritionalInformation: perServing('298 kcal', '10 g', '38 g', '15 g'),
}

const CARROT_CAKE: Content = {
  title: 'Brown Butter Carrot Cake',
  description: 'Three thin, moist layers with toasted walnuts.',
  author: 'Zest demo kitchen',
  language: 'en',
  prep_time: 40,
  cook_time: 30,
  total_time: 150,
  yield: '12 slices',
  tags: tags('cake', 'baking', 'birthday'),
  ingredients: [
    { ...line('170', 'g', 'butter', [0]), group: 'For the cake' },
    { ...line('220', 'g', 'light brown sugar', [0]), group: 'For the cake' },
    { ...line('3', '', 'eggs', [0]), group: 'For the cake' },
    { ...line('240', 'g', 'plain flour', [1]), group: 'For the cake' },
    { ...line('300', 'g', 'carrots', [1]), group: 'For the cake' },
    { ...line('300', 'g', 'cream cheese', [2]), group: 'For the frosting' },
    { ...line('120', 'g', 'icing sugar', [2]), group: 'For the frosting' },
  ],
  instructions: [
    'Brown the butter and let it cool. Beat it with the sugar and the eggs for 3 minutes.',
    'Fold in the flour and the carrots. Bake in three tins at 175 °C for 30 minutes.',
    'Beat the cream cheese with the icing sugar, spread it over the layers and stack them.',
  ],
}

const TORTILLA: Content = {
  title: 'Tortilla de patatas jugosa',
  description: 'La de toda la vida, con cebolla bien pochada y el centro cremoso.',
  language: 'es',
  prep_time: 15,
  cook_time: 40,
  total_time: 55,
  servings: 4,
  tags: tags('vegetariana', 'huevos', 'tapas'),
  ingredients: [
    line('700', 'g', 'patatas', [0], ' de '),
    line('1', '', 'cebolla grande', [0]),
    line('6', '', 'huevos', [1]),
    line('400', 'ml', 'aceite de oliva suave', [0], ' de '),
    line('1', 'cucharadita', 'sal', [0, 1], ' de '),
  ],
  instructions: [
    'Confita la patata y la cebolla en el aceite con la mitad de la sal durante 25 minutos. Escurre bien.',
    'Bate los huevos con el resto de la sal, añade la patata caliente y deja reposar 10 minutos.',
    'Cuaja la mezcla 3 minutos en una sartén de 22 cm, dale la vuelta y cuaja el otro lado 2 minutos.',
  ],
  nutritionalInformation: perServing('402 kcal', '27 g', '28 g', '13 g'),
}

const ARROZ: Content = {
  title: 'Arroz de verduras con alcachofas',
  description: 'Un arroz seco de domingo, con la verdura del mercado.',
  language: 'es',
  prep_time: 20,
  cook_time: 35,
  total_time: 55,
  servings: 4,
  tags: tags('vegana', 'arroz'),
  ingredients: [
    line('320', 'g', 'arroz redondo', [1], ' de '),
    line('4', '', 'alcachofas', [0]),
    line('1', '', 'pimiento rojo', [0]),
    line('900', 'ml', 'caldo de verduras', [1], ' de '),
    line('3', 'cucharadas', 'aceite de oliva', [0], ' de '),
  ],
  instructions: [
    'Sofríe las alcachofas y el pimiento en el aceite durante 12 minutos.',
    'Añade el arroz y el caldo hirviendo. Cuece 18 minutos sin remover y deja reposar 5 minutos.',
  ],
}

const TARTE: Content = {
  title: 'Tarte fine aux pommes & à la crème d’amande',
  description: 'Une pâte bien cuite, une fine couche de crème d’amande et des pommes en rosace.',
  author: 'Cuisine d’essai de Zest',
  language: 'fr',
  prep_time: 40,
  cook_time: 45,
  total_time: 115,
  servings: 8,
  yield: '8 parts',
  tags: tags('tarte', 'pommes', 'goûter'),
  ingredients: [
    line('200', 'g', 'farine', [0], ' de '),
    line('100', 'g', 'beurre froid', [0], ' de '),
    line('60', 'g', 'poudre d’amandes', [1], ' de '),
    line('60', 'g', 'sucre', [1], ' de '),
    line('1', '', 'œuf', [1]),
    line('5', '', 'pommes', [2]),
  ],
  instructions: [
    'Sablez la farine et le beurre froid, formez une boule et laissez reposer 30 minutes au frais.',
    'Fouettez le sucre avec l’œuf et la poudre d’amandes.',
    'Étalez la pâte, puis la crème, rangez les pommes en rosace et enfournez pour 45 minutes à 190 °C.',
  ],
  nutritionalInformation: perServing('348 kcal', '19 g', '40 g', '5 g'),
}

const MOULES: Content = {
  title: 'Moules marinières au cidre',
  description: 'Prêtes en un quart d’heure, avec du pain pour la sauce.',
  language: 'fr',
  prep_time: 15,
  cook_time: 10,
  total_time: 25,
  servings: 2,
  tags: tags('poisson', 'rapide'),
  ingredients: [
    line('1', 'kg', 'moules', [1], ' de '),
    line('2', '', 'échalotes', [0]),
    line('20', 'g', 'beurre', [0], ' de '),
    line('25', 'cl', 'cidre brut', [1], ' de '),
  ],
  instructions: [
    'Faites fondre les échalotes dans le beurre pendant 3 minutes.',
    'Versez le cidre, ajoutez les moules et couvrez 5 minutes, jusqu’à ce qu’elles s’ouvrent.',
  ],
}

const LOAF: Content = {
  title: 'Lemon Drizzle Loaf',
  description: 'The cake that goes first at every village sale.',
  language: 'en',
  prep_time: 15,
  cook_time: 50,
  total_time: 65,
  servings: 10,
  tags: tags('cake', 'lemon'),
  ingredients: [
    line('225', 'g', 'soft butter', [0]),
    line('225', 'g', 'caster sugar', [0]),
    line('4', '', 'eggs', [0]),
    line('225', 'g', 'self-raising flour', [0]),
    line('2', '', 'lemons', [0, 1]),
    line('85', 'g', 'granulated sugar', [1]),
  ],
  instructions: [
    'Beat the butter and the caster sugar until pale. Add the eggs, the flour and the lemon zest and bake at 180 °C for 50 minutes.',
    'Stir the lemon juice into the granulated sugar and pour it over the hot cake.',
  ],
}

/** Result of the import that is PENDING at the start. */
const LENTEJAS: Content = {
  title: 'Lentejas de domingo',
  description: 'Se hacen solas mientras se lee el periódico.',
  language: 'es',
  prep_time: 15,
  cook_time: 45,
  total_time: 60,
  servings: 4,
  tags: tags('legumbres'),
  ingredients: [
    line('300', 'g', 'lentejas pardinas', [1], ' de '),
    line('1', '', 'cebolla', [0]),
    line('2', '', 'zanahorias', [0]),
    line('1', 'cucharadita', 'pimentón dulce', [0], ' de '),
  ],
  instructions: [
    'Sofríe la cebolla y las zanahorias 10 minutos. Añade el pimentón.',
    'Añade las lentejas, cubre con agua y cuece a fuego lento 45 minutos.',
  ],
}

/** Result of every import of an address. */
const CURRY: Content = {
  title: 'Chickpea and Spinach Curry',
  description: 'A weeknight curry from two tins and a bag of spinach.',
  author: 'Zest demo kitchen',
  language: 'en',
  prep_time: 10,
  cook_time: 25,
  total_time: 35,
  servings: 4,
  tags: tags('vegan', 'weeknight', 'curry'),
  ingredients: [
    line('2', 'tbsp', 'oil', [0]),
    line('1', '', 'onion', [0]),
    line('1', 'tbsp', 'curry powder', [0]),
    line('2', 'tins', 'chickpeas', [1], ' of '),
    line('400', 'ml', 'coconut milk', [1]),
    line('200', 'g', 'spinach', [1]),
  ],
  instructions: [
    'Soften the onion in the oil for 8 minutes. Stir in the curry powder.',
    'Add the chickpeas and the coconut milk, simmer for 15 minutes and fold in the spinach.',
  ],
  nutritionalInformation: perServing('412 kcal', '25 g', '34 g', '12 g'),
}

const page = (name: string) => `https://demo-kitchen.example/${name}`

/** The fields that an import of an address sets. */
export function importedContent(url: string | null): Partial<StoredRecipe> {
  return { nutritionalInformation: NO_NUTRITION, ...(url === page('lentejas-de-domingo') ? LENTEJAS : CURRY) }
}

interface Sample {
  /** Name of its page, and of its photo if it has one. */
  readonly name: string
  readonly content: Content
  readonly hasPicture: boolean
  readonly own?: Partial<StoredRecipe>
}

const FINISHED: readonly Sample[] = [
  {
    name: 'tomato-galette',
    content: GALETTE,
    hasPicture: true,
    own: { favourite: true, rating: 5, collections: ['Summer'], notes: 'Use the small tin.' },
  },
  { name: 'tortilla-de-patatas', content: TORTILLA, hasPicture: true, own: { madeOn: ['2026-05-17', '2026-05-03'] } },
  { name: 'tarte-aux-pommes', content: TARTE, hasPicture: true, own: { rating: 4, collections: ['Baking'] } },
  { name: 'red-lentil-soup', content: SOUP, hasPicture: true },
  { name: 'moules-marinieres', content: MOULES, hasPicture: true },
  { name: 'carrot-cake', content: CARROT_CAKE, hasPicture: true, own: { collections: ['Baking'] } },
  { name: 'arroz-de-verduras', content: ARROZ, hasPicture: true },
  { name: 'lemon-drizzle-loaf', content: LOAF, hasPicture: false },
]

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The guest's initial recipes, newest first: one PENDING import, one FAILED import, eight finished recipes. */
export function sampleRecipes(now: number): StoredRecipe[] {
  const at = (ago: number) => new Date(now - ago).toISOString()
  return [
    {
      ...emptyRecipe(sampleId(1), at(0)),
      url: page('lentejas-de-domingo'),
      ...STARTED,
    },
    {
      ...emptyRecipe(sampleId(2), at(20 * MINUTE)),
      url: page('kitchen-garden'),
      status: 'FAILED',
      errorCode: 'NOT_A_RECIPE',
    },
    ...FINISHED.map(({ name, content, hasPicture, own }, index) => {
      const id = sampleId(index + 3)
      return {
        ...emptyRecipe(id, at((index + 1) * DAY)),
        url: page(name),
        imageUrl: hasPicture ? `media/${id}/${name}` : null,
        ...content,
        ...own,
      }
    }),
  ]
}

function sampleId(number: number): string {
  return number.toString(16).padStart(32, '0')
}
