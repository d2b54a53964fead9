import { CONTENT_FIELDS, type ContentField, describeField, type FieldKind, mapFields } from '../recipe/fields'
import type { Recipe } from '../recipe/recipe'
import { type StoredValues, storedOf } from '../recipe/recipe-content'
import { linksOf } from '../recipe/recipe-links'
import { type StepGroup, stepGroups } from '../recipe/step-headings'
import { lineGroups, oneLine, wholeLine } from './line'
import { marksOf } from './marks'

/* Writes recipes as schema.org/Recipe. `recipeIngredient` contains every full line. schema.org has no ingredient
   groups, so the lines are repeated in `ingredientGroups`, which our own reader uses. The owner's marks are in
   `zestMarks`, and the rating also as a review; recipes of other owners have none. `zestLinks` has the lines that
   link to other recipes, with their `identifier`. */

type Json = Readonly<Record<string, unknown>>

/** @param origin of the app, for the image URL. */
export function jsonLd(recipe: Recipe, origin: string): string {
  return written({ '@context': 'https://schema.org', ...asNode(recipe, origin) })
}

export function jsonLdOfAll(recipes: readonly Recipe[], origin: string): string {
  return written({ '@context': 'https://schema.org', '@graph': recipes.map((recipe) => asNode(recipe, origin)) })
}

type Properties = { readonly [Kind in FieldKind]: unknown }

const PROPERTY: { readonly [Kind in FieldKind]: (value: StoredValues[Kind]) => unknown } = {
  text: (text) => text,
  paragraphs: (text) => text,
  url: (url) => url,
  minutes: isoDuration,
  count: (count) => count,
  ingredients: () => null,
  steps: () => null,
  tags: (tags) => (tags.length === 0 ? null : tags.map(({ name }) => name)),
  language: (language) => language,
  nutrition: () => null,
}

/** The fields that map to one schema.org property each. */
function properties(recipe: Recipe, fields: readonly ContentField[]): Json {
  const values = mapFields<StoredValues, Properties, 'stored'>({ stored: storedOf(recipe) }, (kind, { stored }) =>
    PROPERTY[kind](stored),
  )
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { schemaOrg } = describeField(field)
      return schemaOrg === undefined ? [] : [[schemaOrg, values[field]]]
    }),
  )
}

function asNode(recipe: Recipe, origin: string): Json {
  const { author, rating, servings, yield: makes, imageUrl, notes } = recipe
  const yields = [servings?.toString(), makes].filter((value) => value !== undefined && value !== null)
  const groups = lineGroups(recipe.ingredients)
  const isGrouped = groups.some(({ heading }) => heading !== null)
  return {
    '@type': 'Recipe',
    identifier: recipe.id,
    ...properties(recipe, ['title', 'language', 'description', 'url']),
    author: author === null ? null : { '@type': 'Person', name: author },
    image: imageUrl === null ? null : `${origin}/${imageUrl}`,
    ...properties(recipe, ['tags']),
    recipeYield: yields.length === 0 ? null : yields,
    ...properties(recipe, CONTENT_FIELDS),
    recipeIngredient: recipe.ingredients.map(wholeLine),
    ingredientGroups: isGrouped
      ? groups.map(({ heading, lines }) =>
          present({ '@type': 'ItemList', name: heading, itemListElement: lines.map(wholeLine) }),
        )
      : null,
    recipeInstructions: stepGroups(recipe).flatMap(instructions),
    nutrition: nutritionNode(recipe),
    review: rating === null ? null : { '@type': 'Review', reviewRating: { '@type': 'Rating', ratingValue: rating } },
    zestMarks: marksOf(recipe),
    zestLinks: linkNodes(recipe),
    comment: notes === null || notes === '' ? null : { '@type': 'Comment', text: notes },
  }
}

function instructions({ heading, steps }: StepGroup): Json[] {
  const nodes = steps.map(({ text }) => ({ '@type': 'HowToStep', text }))
  return heading === null ? nodes : [{ '@type': 'HowToSection', name: oneLine(heading), itemListElement: nodes }]
}

function linkNodes(recipe: Recipe): Json[] | null {
  const nodes = linksOf(recipe).flatMap(({ line, recipe: linked }) => {
    const ingredient = recipe.ingredients[line]
    return ingredient === undefined ? [] : [{ line: wholeLine(ingredient), recipe: linked }]
  })
  return nodes.length === 0 ? null : nodes
}

function nutritionNode({ nutritionalInformation: facts }: Recipe): Json | null {
  const known = present({
    calories: facts.calories,
    fatContent: facts.fat,
    carbohydrateContent: facts.carbs,
    proteinContent: facts.protein,
  })
  return Object.keys(known).length === 0 ? null : { '@type': 'NutritionInformation', ...known }
}

/** A duration in ISO 8601, for example "PT1H15M". */
export function isoDuration(minutes: number | null): string | null {
  if (minutes === null) return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `PT${rest}M`
  return rest === 0 ? `PT${hours}H` : `PT${hours}H${rest}M`
}

function present(node: Json): Json {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null))
}

function written(document: Json): string {
  const { '@graph': graph } = document
  const kept = Array.isArray(graph) ? { ...document, '@graph': (graph as Json[]).map(present) } : present(document)
  return `${JSON.stringify(kept, null, 2)}\n`
}
