/** The recipe as the contract (schema.graphql) gives it to the app. */

export type RecipeStatus = 'PENDING' | 'SUCCESS' | 'FAILED'
/** Pages are fetched, uploads are read; what follows is the same for both. */
export type RecipeStage = 'FETCHING' | 'READING' | 'EXTRACTING' | 'CHECKING'
export type NutritionStatus = 'PENDING' | 'SUCCESS' | 'FAILED'
/** Where nutrition comes from: the page states it, or it was worked out from the ingredients. */
export type NutritionSource = 'PAGE' | 'COMPUTED'
/** Why a line may be wrong: see the contract. A newer server may know more reasons. */
export type Doubt = 'MENDED' | 'GUESSED' | 'PARTS'
export type Language = 'en' | 'es' | 'fr'

/** What a card in the list shows. */
export interface RecipeCard {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly url: string | null
  /** A path on the app's own origin, without the leading slash. */
  readonly imageUrl: string | null
  readonly status: RecipeStatus
  readonly stage: RecipeStage | null
  readonly language: Language | null
  readonly tags: readonly Tag[]
  /** What to buy, for the search: at most 40 names, each once. */
  readonly ingredientNames: readonly string[]
  /** Minutes. */
  readonly total_time: number | null
  readonly servings: number | null
  readonly nutritionStatus: NutritionStatus
  readonly errorCode: string | null
  readonly errorDetails: string | null
  /** Grows by one with every change. */
  /** The submission that it was uploaded under; of the two and `url` at most one is there, and to the owner only. */
  readonly pictureSubmissionUUID: string | null
  readonly fileSubmissionUUID: string | null
  /** What the uploaded file is called. */
  readonly sourceName: string | null
  /** Of an upload with several recipes, on the first of them: how far it is, final when that one is SUCCESS. */
  readonly importSummary: ImportSummary | null
  readonly version: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** What became of the recipes in one upload. */
export interface ImportSummary {
  readonly found: number
  readonly imported: number
  readonly failed: number
  /** Those that could not be read, at most 50. */
  readonly problems: readonly ImportProblemOf[]
}

export interface ImportProblemOf {
  readonly title: string | null
  readonly errorCode: string
}

export interface Tag {
  readonly name: string
}

/** One change of one recipe; `card` is null when the recipe was deleted. */
export interface RecipeChange {
  readonly id: string
  readonly version: number
  readonly card: RecipeCard | null
}

export interface Ingredient {
  readonly name: string
  readonly quantity: string
  readonly unit: string
  /** What else the line says, for instance "finely chopped". */
  readonly note: string | null
  /** The whole line as the source writes it. */
  readonly text: string
  /** The heading above this line, for instance "For the sauce". */
  readonly group: string | null
  /** Indexes of the steps that use it, from 0. */
  readonly stepMapping: readonly number[]
  /** Null when the line is as sure as its source. */
  readonly doubt: Doubt | null
}

/** Amounts per serving, as the source writes them or as they were worked out. */
export interface Nutrition {
  readonly status: NutritionStatus
  /** Null until the status is SUCCESS. */
  readonly source: NutritionSource | null
  readonly calories: string | null
  readonly fat: string | null
  readonly carbs: string | null
  readonly protein: string | null
}

/** What the recipe page shows. */
export interface Recipe {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly ingredients: readonly Ingredient[]
  readonly instructions: readonly string[]
  readonly url: string | null
  /** Minutes, as are the two below. */
  readonly prep_time: number | null
  readonly cook_time: number | null
  readonly total_time: number | null
  readonly servings: number | null
  /** What it makes, as the source writes it, for instance "24 cookies". */
  readonly yield: string | null
  readonly imageUrl: string | null
  readonly status: RecipeStatus
  readonly stage: RecipeStage | null
  readonly language: Language | null
  readonly tags: readonly Tag[]
  readonly nutritionalInformation: Nutrition
  readonly errorCode: string | null
  readonly errorDetails: string | null
  /** Codes of what a cook should know of how the page was read; null for everyone but the owner. */
  readonly warnings: readonly string[] | null
  /** The owner's own words; null for everyone else. */
  readonly notes: string | null
  /** As on the card; null for everyone but the owner. */
  readonly pictureSubmissionUUID: string | null
  readonly fileSubmissionUUID: string | null
  readonly sourceName: string | null
  readonly importSummary: ImportSummary | null
  readonly version: number
}
