/** The GraphQL operations that the app sends, each with the types of what goes out and what comes back. */
import type { Ingredient, Language, Nutrition, Recipe, RecipeCard, RecipeChange } from '../lib/recipe'
import type { AuthNeeds } from './auth-mode'
import type { OwnerToken } from './owner-token'

export interface Operation<Data, Variables> extends AuthNeeds {
  readonly text: string
  /** Never called: it ties the document to its types. */
  readonly types?: (variables: Variables) => Data
}

/** Of a recipe that was uploaded. */
const UPLOADED = `pictureSubmissionUUID fileSubmissionUUID sourceName
  importSummary { found imported failed problems { title errorCode } }`

const CARD = `id title description url imageUrl status stage language tags { name } ingredientNames total_time servings
  nutritionStatus errorCode errorDetails version createdAt updatedAt ${UPLOADED}`

/** A recipe in answer to a mutation; `asCard` makes a card of it. */
const RECIPE_AS_CARD = CARD.replace('nutritionStatus', 'nutritionalInformation { status }').replace(
  'ingredientNames',
  'ingredients { name }',
)

export type RecipeAsCard = Omit<RecipeCard, 'nutritionStatus' | 'ingredientNames'> & {
  readonly ingredients: readonly Pick<Ingredient, 'name'>[]
  readonly nutritionalInformation: Pick<Nutrition, 'status'>
}

export function asCard({ nutritionalInformation, ingredients, ...recipe }: RecipeAsCard): RecipeCard {
  const ingredientNames = [...new Set(ingredients.map(({ name }) => name))]
  return { ...recipe, ingredientNames, nutritionStatus: nutritionalInformation.status }
}

/** What a recipe is made of: an address, pictures or a file. */
export type RecipeSource =
  | { readonly url: string }
  | { readonly pictureSubmissionUUID: string }
  | { readonly fileSubmissionUUID: string }

export const CREATE_RECIPE: Operation<
  { createRecipe: RecipeAsCard | null },
  { input: { id: string; language: Language } & RecipeSource }
> = {
  ownership: false,
  text: `mutation CreateRecipe($input: CreateRecipeInput!) { createRecipe(input: $input) { ${RECIPE_AS_CARD} } }`,
}

export const RETRY_RECIPE: Operation<{ retryRecipe: RecipeAsCard | null }, { id: string }> = {
  ownership: true,
  text: `mutation RetryRecipe($id: ID!) { retryRecipe(id: $id) { ${RECIPE_AS_CARD} } }`,
}

export const DELETE_RECIPE: Operation<{ deleteRecipe: { id: string } | null }, { id: string }> = {
  ownership: true,
  text: 'mutation DeleteRecipe($id: ID!) { deleteRecipe(id: $id) { id } }',
}

export const ISSUE_OWNER_TOKEN: Operation<{ issueOwnerToken: OwnerToken | null }, Record<string, never>> = {
  ownership: false,
  // AppSync itself has verified the identity in this mode, so the token proves it.
  mode: { mode: 'identityPool' },
  text: 'mutation IssueOwnerToken { issueOwnerToken { token expiresAt } }',
}

/** All that the recipe page shows of a recipe. */
export const RECIPE = `id title description ingredients { name quantity unit note text group stepMapping doubt }
  instructions url prep_time cook_time total_time servings yield imageUrl status stage language tags { name }
  nutritionalInformation { status source calories fat carbs protein } errorCode errorDetails warnings notes version ${UPLOADED}`

export const GET_RECIPE: Operation<{ getRecipe: Recipe | null }, { id: string }> = {
  ownership: false,
  text: `query GetRecipe($id: ID!) { getRecipe(id: $id) { ${RECIPE} } }`,
}

/** The raw extraction alone: it is long, and looked at seldom. */
export const GET_EXTRACTION: Operation<{ getRecipe: { externalApiJson: string | null } | null }, { id: string }> = {
  ownership: false,
  text: 'query GetExtraction($id: ID!) { getRecipe(id: $id) { externalApiJson } }',
}

export const LIST_RECIPES: Operation<
  { listRecipes: { items: RecipeCard[]; nextToken: string | null } | null },
  { limit: number; nextToken: string | null; owner: string }
> = {
  ownership: false,
  text: `query ListRecipes($limit: Int, $nextToken: String, $owner: String!) {
    listRecipes(limit: $limit, nextToken: $nextToken, filter: { owners: { contains: $owner } }, sortDirection: DESC) {
      items { ${CARD} } nextToken } }`,
}

export const ON_RECIPE_CHANGE: Operation<{ onRecipeChange: RecipeChange | null }, { owner: string }> = {
  ownership: false,
  text: `subscription OnRecipeChange($owner: ID!) {
    onRecipeChange(owner: $owner) { owner id version card { ${CARD} } } }`,
}
