import type { Recipe } from '../../lib/recipe/recipe'

interface Run {
  /** False once nobody waits for it any more. */
  readonly wanted: () => boolean
  readonly report: (recipes: readonly Recipe[]) => void
}

/** All finished recipes of some slices, told as they arrive. */
export async function collected(slices: AsyncIterable<readonly Recipe[]>, run: Run): Promise<readonly Recipe[]> {
  const recipes: Recipe[] = []
  for await (const slice of slices) {
    if (!run.wanted()) return recipes
    recipes.push(...slice.filter(({ status }) => status === 'SUCCESS'))
    run.report([...recipes])
  }
  return recipes
}
