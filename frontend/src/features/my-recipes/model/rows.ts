import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'

export interface ListRow {
  /** Id of its first recipe. */
  readonly key: string
  /** List index of its first recipe. */
  readonly first: number
  readonly recipes: readonly ShownRecipe[]
  /** A single recipe over the full width, for failure messages. */
  readonly wide: boolean
}

/** Distributes recipes to rows in order. In two columns a failed import has its own row. */
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
