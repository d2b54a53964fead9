import { isInputObjectType, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { readSchema, schemaOf } from '../../../../build/codegen/contract.mjs'
import { CONTENT_FIELDS, describeField, type FieldKind } from './fields'

const schema = schemaOf(readSchema())
const input = schema.getType('UpdateRecipeInput')
const recipe = schema.getType('Recipe')
if (!isInputObjectType(input) || !isObjectType(recipe)) throw new Error('the schema has no recipe to change')

/** Contract types of each kind: as sent and as read. */
const TYPES: Readonly<Record<FieldKind, readonly [string, string]>> = {
  text: ['String', 'String'],
  paragraphs: ['String', 'String'],
  url: ['String', 'String'],
  minutes: ['Int', 'Int'],
  count: ['Int', 'Int'],
  ingredients: ['[IngredientInput!]', '[Ingredient!]!'],
  steps: ['[String!]', '[String!]!'],
  tags: ['[String!]', '[Tag!]!'],
  language: ['Language', 'Language'],
  nutrition: ['NutritionInput', 'NutritionalInformation!'],
}

/** Marks are not edited in the form. */
const MARKS = ['favourite', 'rating', 'collections', 'madeOn']
/** Edited and sent with the steps. */
const WITH_STEPS = ['stepHeadings']
/** Edited in dialogs of the recipe page. */
const IN_DIALOGS = ['nutritionFixes', 'recipeLinks']

it('the table has exactly the fields that the contract lets a user change', () => {
  const changeable = Object.keys(input.getFields()).filter(
    (name) => !['id', 'version', ...MARKS, ...WITH_STEPS, ...IN_DIALOGS].includes(name),
  )
  expect(CONTENT_FIELDS.toSorted()).toEqual(changeable.toSorted())
})

it.each(CONTENT_FIELDS)('%s is of the kind that the contract says', (field) => {
  const read = field === 'nutrition' ? 'nutritionalInformation' : field
  expect([String(input.getFields()[field]?.type), String(recipe.getFields()[read]?.type)]).toEqual(
    TYPES[describeField(field).kind],
  )
})

it('a field with a name in files has one in every language', () => {
  for (const field of CONTENT_FIELDS) {
    const { name } = describeField(field)
    if (name !== undefined) expect(Object.values(name).every((word) => word.trim() !== '')).toBe(true)
  }
})

it('no two fields have the same export name', () => {
  for (const format of ['schemaOrg', 'cooklang'] as const) {
    const names = CONTENT_FIELDS.flatMap((field) => describeField(field)[format] ?? [])
    expect(new Set(names).size).toBe(names.length)
  }
})
