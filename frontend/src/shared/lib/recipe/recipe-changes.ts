import type { IngredientInput, NutritionInput, UpdateRecipeInput } from '../../../contract/operations'
import type { MarkField } from './marks'

/** An ingredient line as it is sent; `text` is absent when the server shall put the line together from its parts. */
export type IngredientChange = IngredientInput

export type NutritionChange = NutritionInput

/** The fields that a person can change, as they are sent: what is absent stays, null empties. */
export type RecipeChanges = Omit<UpdateRecipeInput, 'id' | 'version' | MarkField>
