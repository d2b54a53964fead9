/** Merges two edits of one recipe, field by field, and its lists row by row. */
import { NUTRITION_FIELDS } from './draft'
import { mergeRows } from './merge-rows'
import { CONTENT_FIELDS, type ContentField, isSame, type RecipeContent } from './recipe-content'

export interface MergedContent {
  /** With mine where a field is in conflict. */
  readonly content: RecipeContent
  /** What both sides changed in different ways, in the order of the form. */
  readonly conflicts: readonly ContentField[]
  /** With theirs where a field is in conflict; else the same. */
  readonly withTheirs: RecipeContent
}

export function mergeContent(base: RecipeContent, mine: RecipeContent, theirs: RecipeContent): MergedContent {
  const conflicts: ContentField[] = []
  const content: Record<string, unknown> = {}
  const withTheirs: Record<string, unknown> = {}
  for (const field of CONTENT_FIELDS) {
    const merged = mergeField(field, base, mine, theirs)
    content[field] = merged.mine
    withTheirs[field] = merged.theirs
    if (merged.conflict) conflicts.push(field)
  }
  // Every field was merged above; only the compiler cannot see it.
  return { content: content as unknown as RecipeContent, conflicts, withTheirs: withTheirs as unknown as RecipeContent }
}

interface MergedField {
  readonly mine: unknown
  readonly theirs: unknown
  readonly conflict: boolean
}

function mergeField(field: ContentField, base: RecipeContent, mine: RecipeContent, theirs: RecipeContent): MergedField {
  if (field === 'ingredients' || field === 'instructions' || field === 'tags') {
    return mergeList(base[field], mine[field], theirs[field])
  }
  if (field !== 'nutrition') return mergeValue(base[field], mine[field], theirs[field])
  const parts = NUTRITION_FIELDS.map((part) => ({
    part,
    ...mergeValue(base.nutrition[part], mine.nutrition[part], theirs.nutrition[part]),
  }))
  return {
    mine: Object.fromEntries(parts.map((merged) => [merged.part, merged.mine])),
    theirs: Object.fromEntries(parts.map((merged) => [merged.part, merged.theirs])),
    conflict: parts.some(({ conflict }) => conflict),
  }
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): MergedField {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { mine, theirs: mine, conflict: false }
  if (isSame(base, mine)) return { mine: theirs, theirs, conflict: false }
  return { mine, theirs, conflict: true }
}

/** Rows are merged as texts that say all of them. */
function mergeList(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): MergedField {
  const texts = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row))
  const [b, m, t] = [texts(base), texts(mine), texts(theirs)]
  const read = (rows: readonly string[]): unknown => rows.map((row) => JSON.parse(row) as unknown)
  const merged = mergeRows(b, m, t)
  const preferred = read(merged.rows)
  if (!merged.conflict) return { mine: preferred, theirs: preferred, conflict: false }
  return { mine: preferred, theirs: read(mergeRows(b, m, t, 'theirs').rows), conflict: true }
}
