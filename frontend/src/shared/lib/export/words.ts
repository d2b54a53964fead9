import { type ContentField, describeField } from '../recipe/fields'
import type { Language } from '../recipe/recipe'
import type { NutritionValues } from '../recipe/recipe-content'

type Words = Readonly<Record<keyof NutritionValues, string>>

const NUTRITION_NAMES: Readonly<Record<Language, Words>> = {
  en: { calories: 'Calories', fat: 'Fat', carbs: 'Carbs', protein: 'Protein' },
  es: { calories: 'Calorías', fat: 'Grasas', carbs: 'Hidratos de carbono', protein: 'Proteínas' },
  fr: { calories: 'Calories', fat: 'Lipides', carbs: 'Glucides', protein: 'Protéines' },
}

const MARK_WORDS = {
  en: { favourite: 'Favourite', yes: 'yes', rating: 'Rating', collections: 'Collections', madeOn: 'Made on' },
  es: { favourite: 'Favorita', yes: 'sí', rating: 'Valoración', collections: 'Colecciones', madeOn: 'Hecha el' },
  fr: { favourite: 'Favorite', yes: 'oui', rating: 'Évaluation', collections: 'Collections', madeOn: 'Faite le' },
} as const satisfies Readonly<Record<Language, unknown>>

/**
 * Name of a field in an exported file, in the recipe's language, or English if unknown. Empty for a field without a
 * name.
 */
export function nameInFile(field: ContentField, language: Language | null): string {
  return describeField(field).name?.[language ?? 'en'] ?? ''
}

/** Names of the nutrition values in an exported file. */
export function nutritionNamesInFile(language: Language | null): Words {
  return NUTRITION_NAMES[language ?? 'en']
}

/** Names of the owner's marks in an exported file. */
export function markWordsInFile(language: Language | null) {
  return MARK_WORDS[language ?? 'en']
}

/** A duration that all recipe readers accept, for example "1 h 15 min". */
export function timeInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
