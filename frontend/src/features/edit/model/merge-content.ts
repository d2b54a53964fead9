/** Three-way merge of a recipe: by field, lists by row. */

import { CONTENT_FIELDS, type ContentField, type FieldKind, mapFields } from '../../../shared/lib/recipe/fields'
import { type ContentValues, isSame, type RecipeContent, withEachPart } from '../../../shared/lib/recipe/recipe-content'
import { mergeRows } from './merge-rows'

export interface MergedContent {
  /** Conflicting fields have my value. */
  readonly content: RecipeContent
  /** Conflicting fields, in form order. */
  readonly conflicts: readonly ContentField[]
  /** Conflicting fields have the other value. */
  readonly withTheirs: RecipeContent
}

interface Merged<Value> {
  readonly mine: Value
  readonly theirs: Value
  readonly conflict: boolean
}

type MergedValues = { readonly [Kind in FieldKind]: Merged<ContentValues[Kind]> }
type Merge<Kind extends FieldKind> = (
  base: ContentValues[Kind],
  mine: ContentValues[Kind],
  theirs: ContentValues[Kind],
) => MergedValues[Kind]

const MERGE: { readonly [Kind in FieldKind]: Merge<Kind> } = {
  text: mergeValue,
  paragraphs: mergeValue,
  url: mergeValue,
  minutes: mergeValue,
  count: mergeValue,
  ingredients: mergeList,
  steps: mergeList,
  tags: mergeList,
  language: mergeValue,
  nutrition: (base, mine, theirs) => {
    const parts = withEachPart((part) => mergeValue(base[part], mine[part], theirs[part]))
    return {
      mine: withEachPart((part) => parts[part].mine),
      theirs: withEachPart((part) => parts[part].theirs),
      conflict: Object.values(parts).some(({ conflict }) => conflict),
    }
  },
}

export function mergeContent(base: RecipeContent, mine: RecipeContent, theirs: RecipeContent): MergedContent {
  const merged = mapFields<ContentValues, MergedValues, 'base' | 'mine' | 'theirs'>(
    { base, mine, theirs },
    (kind, sides) => MERGE[kind](sides.base, sides.mine, sides.theirs),
  )
  const sideOf = (side: 'mine' | 'theirs') =>
    mapFields<MergedValues, ContentValues, 'merged'>({ merged }, (_, { merged: field }) => field[side])
  return {
    content: sideOf('mine'),
    conflicts: CONTENT_FIELDS.filter((field) => merged[field].conflict),
    withTheirs: sideOf('theirs'),
  }
}

function mergeValue<Value>(base: Value, mine: Value, theirs: Value): Merged<Value> {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { mine, theirs: mine, conflict: false }
  if (isSame(base, mine)) return { mine: theirs, theirs, conflict: false }
  return { mine, theirs, conflict: true }
}

/** Merges rows by their JSON text. */
function mergeList<Row>(base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]): Merged<readonly Row[]> {
  const rowsByText = new Map<string, Row>()
  const texts = (rows: readonly Row[]) =>
    rows.map((row) => {
      const text = JSON.stringify(row)
      rowsByText.set(text, row)
      return text
    })
  const [b, m, t] = [texts(base), texts(mine), texts(theirs)]
  const read = (merged: readonly string[]) =>
    merged.flatMap((text) => {
      const row = rowsByText.get(text)
      return row === undefined ? [] : [row]
    })
  const merged = mergeRows(b, m, t)
  const preferred = read(merged.rows)
  if (!merged.conflict) return { mine: preferred, theirs: preferred, conflict: false }
  return { mine: preferred, theirs: read(mergeRows(b, m, t, 'theirs').rows), conflict: true }
}
