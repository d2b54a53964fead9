import type { IngredientInput, NutritionInput, UpdateRecipeInput } from '../../../contract/operations'
import type { MarkField } from './marks'

/** An ingredient line to send; without `text` the server joins the parts. */
export type IngredientChange = IngredientInput

export type NutritionChange = NutritionInput

/** Editable fields to send: absent fields are unchanged, null clears those that may be empty. */
export type RecipeChanges = Omit<UpdateRecipeInput, 'id' | 'version' | MarkField>
