import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { NutritionValues } from '../../../shared/lib/recipe/recipe-content'

export const nutritionNames: Record<keyof NutritionValues, MessageDescriptor> = defineMessages({
  calories: { id: 'edit.nutrition.calories', defaultMessage: 'Calories' },
  fat: { id: 'edit.nutrition.fat', defaultMessage: 'Fat' },
  carbs: { id: 'edit.nutrition.carbs', defaultMessage: 'Carbohydrates' },
  protein: { id: 'edit.nutrition.protein', defaultMessage: 'Protein' },
})
