import type { RecipeCard } from './recipe'

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
    errorDetails: null,
    version: 1,
    createdAt: '2026-11-21T08:00:00Z',
    updatedAt: '2026-11-21T08:00:00Z',
    ...fields,
  }
}
