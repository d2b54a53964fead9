import type { Recipe } from '../../lib/recipe/recipe'

interface Run {
  /** False when the result is no longer needed. */
  readonly wanted: () => boolean
  readonly report: (recipes: readonly Recipe[]) => void
}

/** Collects all finished recipes and reports them after each slice. */
export async function collected(slices: AsyncIterable<readonly Recipe[]>, run: Run): Promise<readonly Recipe[]> {
  const recipes: Recipe[] = []
  for await (const slice of slices) {
    if (!run.wanted()) return recipes
    recipes.push(...slice.filter(({ status }) => status === 'SUCCESS'))
    run.report([...recipes])
  }
  return recipes
}
