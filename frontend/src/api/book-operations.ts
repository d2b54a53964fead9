/** The GraphQL operations of the recipe book: what is done with recipes that are there already, or begun by hand. */
import type { SourcePage } from '../lib/place-on-page'
import type { Language, Recipe } from '../lib/recipe'
import type { RecipeChanges } from '../lib/recipe-changes'
import { type Operation, RECIPE } from './operations'

/** What is told about a recipe that is new in the book. */
export interface NewInBook {
  readonly id: string
  readonly status: Recipe['status']
}

export const UPDATE_RECIPE: Operation<
  { updateRecipe: Recipe | null },
  { input: RecipeChanges & { readonly id: string; readonly version?: number } }
> = {
  ownership: true,
  text: `mutation UpdateRecipe($input: UpdateRecipeInput!) { updateRecipe(input: $input) { ${RECIPE} } }`,
}

export const CREATE_BLANK_RECIPE: Operation<
  { createBlankRecipe: NewInBook | null },
  { id: string; language: Language }
> = {
  ownership: false,
  text: `mutation CreateBlankRecipe($id: ID!, $language: Language) {
    createBlankRecipe(id: $id, language: $language) { id status } }`,
}

export const COPY_RECIPE: Operation<{ copyRecipe: NewInBook | null }, { sourceId: string; id: string }> = {
  ownership: false,
  text: `mutation CopyRecipe($sourceId: ID!, $id: ID!) {
    copyRecipe(sourceId: $sourceId, id: $id) { id status } }`,
}

export interface RecipeDeletion {
  readonly id: string
  readonly deleted: boolean
  /** The server's sentence or code; null when the recipe is gone. */
  readonly error: string | null
}

export const DELETE_RECIPES: Operation<
  { deleteRecipes: readonly RecipeDeletion[] | null },
  { ids: readonly string[] }
> = {
  ownership: true,
  text: 'mutation DeleteRecipes($ids: [ID!]!) { deleteRecipes(ids: $ids) { id deleted error } }',
}

export interface DeletionProgress {
  readonly deleted: number
  readonly done: boolean
}

export const DELETE_ALL_RECIPES: Operation<{ deleteAllRecipes: DeletionProgress | null }, Record<string, never>> = {
  ownership: true,
  text: 'mutation DeleteAllRecipes { deleteAllRecipes { deleted done } }',
}

export const SOURCE_PAGES: Operation<{ sourcePages: readonly SourcePage[] | null }, { id: string }> = {
  ownership: false,
  text: 'query SourcePages($id: ID!) { sourcePages(id: $id) { page url width height } }',
}

export interface ExportPage {
  readonly items: readonly Recipe[]
  readonly nextToken: string | null
}

export const EXPORT_RECIPES: Operation<
  { exportRecipes: ExportPage | null },
  { limit: number; nextToken: string | null }
> = {
  ownership: false,
  text: `query ExportRecipes($limit: Int, $nextToken: String) {
    exportRecipes(limit: $limit, nextToken: $nextToken) { items { ${RECIPE} } nextToken } }`,
}
