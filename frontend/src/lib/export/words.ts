import type { Language } from '../recipe'

/** The words around a recipe in a file of its own: in the recipe's language, so that the file is of one piece. */
export interface ExportWords {
  readonly servings: string
  readonly makes: string
  readonly prep: string
  readonly cook: string
  readonly total: string
  readonly source: string
  readonly tags: string
  readonly ingredients: string
  readonly steps: string
  readonly nutrition: string
  readonly calories: string
  readonly fat: string
  readonly carbs: string
  readonly protein: string
  readonly notes: string
}

const WORDS: Readonly<Record<Language, ExportWords>> = {
  en: {
    servings: 'Servings',
    makes: 'Makes',
    prep: 'Prep time',
    cook: 'Cook time',
    total: 'Total time',
    source: 'Source',
    tags: 'Tags',
    ingredients: 'Ingredients',
    steps: 'Steps',
    nutrition: 'Nutrition per serving',
    calories: 'Calories',
    fat: 'Fat',
    carbs: 'Carbs',
    protein: 'Protein',
    notes: 'Notes',
  },
  es: {
    servings: 'Raciones',
    makes: 'Para',
    prep: 'Tiempo de preparación',
    cook: 'Tiempo de cocción',
    total: 'Tiempo total',
    source: 'Fuente',
    tags: 'Etiquetas',
    ingredients: 'Ingredientes',
    steps: 'Pasos',
    nutrition: 'Información nutricional por ración',
    calories: 'Calorías',
    fat: 'Grasas',
    carbs: 'Hidratos de carbono',
    protein: 'Proteínas',
    notes: 'Notas',
  },
  fr: {
    servings: 'Portions',
    makes: 'Pour',
    prep: 'Temps de préparation',
    cook: 'Temps de cuisson',
    total: 'Temps total',
    source: 'Source',
    tags: 'Étiquettes',
    ingredients: 'Ingrédients',
    steps: 'Étapes',
    nutrition: 'Valeurs nutritionnelles par portion',
    calories: 'Calories',
    fat: 'Lipides',
    carbs: 'Glucides',
    protein: 'Protéines',
    notes: 'Notes',
  },
}

/** English for a recipe that does not tell its language. */
export function exportWords(language: Language | null): ExportWords {
  return WORDS[language ?? 'en']
}

/** Minutes as every reader of recipes takes them, for instance "1 h 15 min". */
export function timeInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
