import { type Origins, placeOfLine, placeOfStep } from '../../../shared/lib/recipe/origins'
import type { Place } from '../../../shared/lib/recipe/place-on-page'
import type { Ingredient, Recipe } from '../../../shared/lib/recipe/recipe'
import { headingOf } from '../../../shared/lib/recipe/step-headings'

/** An ingredient line or step with its place on the source page. */
export interface ComparedLine {
  /** Unique key, also the row of the edit form: `ingredient-3`, `step-1`, from 1. */
  readonly key: string
  readonly kind: 'ingredient' | 'step'
  readonly text: string
  readonly group: string | null
  readonly doubt: Ingredient['doubt']
  /** Null if written by the user or if the place is unknown. */
  readonly place: Place | null
}

/** All lines in recipe order. */
export function comparedLines(recipe: Recipe, origins: Origins | null): ComparedLine[] {
  return [
    ...recipe.ingredients.map(
      (line, index): ComparedLine => ({
        key: `ingredient-${index + 1}`,
        kind: 'ingredient',
        text: line.text,
        group: line.group,
        doubt: line.doubt,
        place: origins === null ? null : placeOfLine(origins, index, line.text),
      }),
    ),
    ...recipe.instructions.map(
      (text, index): ComparedLine => ({
        key: `step-${index + 1}`,
        kind: 'step',
        text,
        group: headingOf(recipe, index),
        doubt: null,
        place: origins === null ? null : placeOfStep(origins, index, text),
      }),
    ),
  ]
}

/** The next doubtful line, wrapping around; null if there is none. */
export function nextDoubtful(lines: readonly ComparedLine[], present: string | null): ComparedLine | null {
  const at = lines.findIndex(({ key }) => key === present)
  const ordered = [...lines.slice(at + 1), ...lines.slice(0, at + 1)]
  return ordered.find(({ doubt }) => doubt !== null) ?? null
}
