/**
 * All editable fields of a recipe in one table. The form, draft, diff, merge, update input, print view and exports are
 * built from it. A contract field missing here is a type error. Labels are in `shared/i18n/field-messages.ts`.
 */
import type { UpdateRecipeInput } from '../../../contract/operations'
import { DRAFT_LIMITS } from '../editing/draft-limits'
import type { MarkField } from './marks'
import type { Language } from './recipe'

/** Type of a field, which decides how it is edited, compared and shown. */
export type FieldKind =
  | 'text'
  | 'paragraphs'
  | 'minutes'
  | 'count'
  | 'url'
  | 'ingredients'
  | 'steps'
  | 'tags'
  | 'language'
  | 'nutrition'

export interface FieldDescription {
  readonly kind: FieldKind
  /** Section of the form; `facts` are shown as name and value. */
  readonly section: 'head' | 'ingredients' | 'steps' | 'facts' | 'more'
  /** Maximum number of characters of each text, or maximum number. */
  readonly limit?: number
  readonly most?: number
  readonly required?: true
  /** Whether the text is in the recipe's language. */
  readonly isInLanguage?: true
  /** Name in a Markdown file; absent if shown without a name. */
  readonly name?: Readonly<Record<Language, string>>
  /** The schema.org/Recipe property and the Cooklang metadata key; absent if written elsewhere. */
  readonly schemaOrg?: string
  readonly cooklang?: string
}

/** Fields that dialogs of the recipe page change. */
export type DialogField = 'nutritionFixes' | 'recipeLinks'

/** Contract fields edited in the form. `instructions` includes `stepHeadings`; the owner's marks are changed outside. */
type EditableField = Exclude<keyof UpdateRecipeInput, 'id' | 'version' | 'stepHeadings' | DialogField | MarkField>

/** All editable fields, in form order. */
export const RECIPE_FIELDS = {
  title: {
    kind: 'text',
    section: 'head',
    limit: DRAFT_LIMITS.title,
    required: true,
    isInLanguage: true,
    schemaOrg: 'name',
    cooklang: 'title',
  },
  description: {
    kind: 'paragraphs',
    section: 'head',
    limit: DRAFT_LIMITS.text,
    isInLanguage: true,
    schemaOrg: 'description',
    cooklang: 'description',
  },
  ingredients: {
    kind: 'ingredients',
    section: 'ingredients',
    limit: DRAFT_LIMITS.text,
    most: DRAFT_LIMITS.lines,
    isInLanguage: true,
    name: { en: 'Ingredients', es: 'Ingredientes', fr: 'Ingrédients' },
  },
  instructions: {
    kind: 'steps',
    section: 'steps',
    limit: DRAFT_LIMITS.text,
    most: DRAFT_LIMITS.lines,
    isInLanguage: true,
    name: { en: 'Steps', es: 'Pasos', fr: 'Étapes' },
  },
  prep_time: {
    kind: 'minutes',
    section: 'facts',
    limit: DRAFT_LIMITS.minutes,
    name: { en: 'Prep time', es: 'Tiempo de preparación', fr: 'Temps de préparation' },
    schemaOrg: 'prepTime',
    cooklang: 'prep time',
  },
  cook_time: {
    kind: 'minutes',
    section: 'facts',
    limit: DRAFT_LIMITS.minutes,
    name: { en: 'Cook time', es: 'Tiempo de cocción', fr: 'Temps de cuisson' },
    schemaOrg: 'cookTime',
    cooklang: 'cook time',
  },
  total_time: {
    kind: 'minutes',
    section: 'facts',
    limit: DRAFT_LIMITS.minutes,
    name: { en: 'Total time', es: 'Tiempo total', fr: 'Temps total' },
    schemaOrg: 'totalTime',
    cooklang: 'time',
  },
  servings: {
    kind: 'count',
    section: 'facts',
    limit: DRAFT_LIMITS.servings,
    name: { en: 'Servings', es: 'Raciones', fr: 'Portions' },
    cooklang: 'servings',
  },
  yield: {
    kind: 'text',
    section: 'facts',
    limit: DRAFT_LIMITS.title,
    isInLanguage: true,
    name: { en: 'Makes', es: 'Para', fr: 'Pour' },
    cooklang: 'yield',
  },
  tags: {
    kind: 'tags',
    section: 'more',
    limit: DRAFT_LIMITS.short,
    most: DRAFT_LIMITS.tags,
    isInLanguage: true,
    name: { en: 'Tags', es: 'Etiquetas', fr: 'Étiquettes' },
    schemaOrg: 'keywords',
    cooklang: 'tags',
  },
  language: {
    kind: 'language',
    section: 'more',
    schemaOrg: 'inLanguage',
    cooklang: 'locale',
  },
  url: {
    kind: 'url',
    section: 'more',
    name: { en: 'Source', es: 'Fuente', fr: 'Source' },
    schemaOrg: 'url',
    cooklang: 'source',
  },
  author: {
    kind: 'text',
    section: 'more',
    limit: DRAFT_LIMITS.author,
    name: { en: 'Author', es: 'Autor', fr: 'Auteur' },
    cooklang: 'author',
  },
  nutrition: {
    kind: 'nutrition',
    section: 'more',
    limit: DRAFT_LIMITS.short,
    name: {
      en: 'Nutrition per serving',
      es: 'Información nutricional por ración',
      fr: 'Valeurs nutritionnelles par portion',
    },
  },
  notes: {
    kind: 'paragraphs',
    section: 'more',
    limit: DRAFT_LIMITS.text,
    name: { en: 'Notes', es: 'Notas', fr: 'Notes' },
  },
} as const satisfies Readonly<Record<EditableField, FieldDescription>>

export type ContentField = keyof typeof RECIPE_FIELDS
export type KindOf<Field extends ContentField> = (typeof RECIPE_FIELDS)[Field]['kind']
export type FieldOf<Kind extends FieldKind> = {
  [Field in ContentField]: KindOf<Field> extends Kind ? Field : never
}[ContentField]

/** Names of the editable fields, in form order. */
export const CONTENT_FIELDS = Object.keys(RECIPE_FIELDS) as ContentField[]

const DESCRIPTIONS: Readonly<Record<ContentField, FieldDescription>> = RECIPE_FIELDS

export function describeField(field: ContentField): FieldDescription {
  return DESCRIPTIONS[field]
}

export function kindOf(field: ContentField): FieldKind {
  return DESCRIPTIONS[field].kind
}

export function isOfKind<Kind extends FieldKind>(field: ContentField, kind: Kind): field is FieldOf<Kind> {
  return DESCRIPTIONS[field].kind === kind
}

/** Fields of one section, in form order. */
export function fieldsIn(section: FieldDescription['section']): ContentField[] {
  return CONTENT_FIELDS.filter((field) => DESCRIPTIONS[field].section === section)
}

type KindValues = { readonly [Kind in FieldKind]: unknown }

/** A value for each field, of its kind's type. */
export type ByField<Values extends KindValues> = { readonly [Field in ContentField]: Values[KindOf<Field>] }

/**
 * Maps the fields of one or several objects to new values.
 * @param sides the objects by name; `make` receives the values of one field by the same names.
 */
export function mapFields<From extends KindValues, To extends KindValues, Side extends string>(
  sides: { readonly [Name in Side]: ByField<From> },
  make: <Kind extends FieldKind>(
    kind: Kind,
    values: { readonly [Name in Side]: From[Kind] },
    field: ContentField,
  ) => To[Kind],
): ByField<To> {
  const names = Object.keys(sides) as Side[]
  const entries = CONTENT_FIELDS.map((field) => {
    const values = Object.fromEntries(names.map((name) => [name, sides[name][field]]))
    return [field, make(kindOf(field), values as { readonly [Name in Side]: From[FieldKind] }, field)]
  })
  // Every field has a value of its kind, which the compiler cannot check.
  return Object.fromEntries(entries) as ByField<To>
}
