import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'

export interface ListRow {
  /** Of its first recipe. */
  readonly key: string
  /** Its first recipe's place in the list. */
  readonly first: number
  readonly recipes: readonly ShownRecipe[]
  /** Holds one recipe over its whole width: the reason of a failure needs the room. */
  readonly wide: boolean
}

/** Puts recipes into rows, in their order. Between two narrow columns a failed import has a row of its own. */
export function rowsOf(recipes: readonly ShownRecipe[], columns: number): ListRow[] {
  const rows: ListRow[] = []
  let row: ShownRecipe[] = []
  const end = (index: number) => {
    const [first] = row
    if (first !== undefined) rows.push({ key: first.card.id, first: index - row.length, recipes: row, wide: false })
    row = []
  }
  recipes.forEach((recipe, index) => {
    if (columns === 2 && recipe.card.status === 'FAILED') {
      end(index)
      rows.push({ key: recipe.card.id, first: index, recipes: [recipe], wide: true })
      return
    }
    row.push(recipe)
    if (row.length === columns) end(index + 1)
  })
  end(recipes.length)
  return rows
}
