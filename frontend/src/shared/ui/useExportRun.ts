import { type SavedFile, saveFile } from '../lib/export/save-file'
import type { Recipe } from '../lib/recipe/recipe'
import { type Task, useTask } from './useTask'

type Export = [
  pages: AsyncIterable<readonly Recipe[]>,
  write: (recipes: readonly Recipe[]) => SavedFile | Promise<SavedFile>,
]

/** Progress: number of recipes collected. Result: number of recipes in the file. */
export type ExportRun = Task<number, Export, number>

/** Collects recipes and saves the file. One export at a time; leaving the page cancels it. */
export function useExportRun(): ExportRun {
  return useTask<number, Export, number>(async ({ wanted, report }, pages, write) => {
    const recipes: Recipe[] = []
    report(0)
    for await (const page of pages) {
      if (!wanted()) return 0
      recipes.push(...page)
      report(recipes.length)
    }
    const file = await write(recipes)
    if (wanted()) saveFile(file)
    return recipes.length
  })
}
