import type { Recipe, RecipeCard } from './recipe/recipe'

/** A card for tests; what a test does not name is what a finished import has. */
export function aCard(fields: Partial<RecipeCard> = {}): RecipeCard {
  return {
    id: '0123456789abcdef0123456789abcdef',
    title: 'Lentil soup',
    description: null,
    url: 'https://www.example.com/lentil-soup',
    imageUrl: null,
    status: 'SUCCESS',
    stage: null,
    language: 'en',
    tags: [],
    ingredientNames: [],
    total_time: 45,
    servings: 4,
    nutritionStatus: 'SUCCESS',
    errorCode: null,
    pictureSubmissionUUID: null,
    fileSubmissionUUID: null,
    sourceName: null,
    importSummary: null,
    credit: null,
    version: 1,
    createdAt: '2026-11-21T08:00:00Z',
    updatedAt: '2026-11-21T08:00:00Z',
    ...fields,
  }
}

/** A recipe for tests; what a test does not name is what a finished import has. */
export function aRecipe(fields: Partial<Recipe> = {}): Recipe {
  return {
    id: '0123456789abcdef0123456789abcdef',
    mine: true,
    title: 'Lentil soup',
    description: 'Simple.',
    ingredients: [],
    instructions: [],
    url: 'https://www.example.com/lentil-soup',
    prep_time: 10,
    cook_time: 35,
    total_time: 45,
    servings: 4,
    yield: null,
    imageUrl: null,
    status: 'SUCCESS',
    stage: null,
    language: 'en',
    tags: [],
    nutritionalInformation: {
      status: 'SUCCESS',
      source: 'PAGE',
      calories: '320 kcal',
      fat: null,
      carbs: null,
      protein: '18 g',
    },
    errorCode: null,
    warnings: [],
    notes: null,
    pictureSubmissionUUID: null,
    fileSubmissionUUID: null,
    sourceName: null,
    importSummary: null,
    credit: null,
    version: 1,
    ...fields,
  }
}
