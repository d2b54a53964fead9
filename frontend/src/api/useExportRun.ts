import { useEffect, useRef, useState } from 'react'
import { type ProblemCode, problemCode } from '../lib/problem'
import type { Recipe } from '../lib/recipe'
import { type SavedFile, saveFile } from '../lib/save-file'

export type ExportRun =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly done: number }
  /** @property count how many recipes are in the file. */
  | { readonly phase: 'done'; readonly count: number }
  | { readonly phase: 'failed'; readonly problem: ProblemCode }

export interface ExportRunState {
  readonly run: ExportRun
  /** Collects the recipes and hands the file over. */
  readonly begin: (
    pages: AsyncIterable<readonly Recipe[]>,
    write: (recipes: readonly Recipe[]) => SavedFile | Promise<SavedFile>,
  ) => Promise<void>
  readonly cancel: () => void
}

/** One export at a time; leaving the page ends it. */
export function useExportRun(): ExportRunState {
  const [run, setRun] = useState<ExportRun>({ phase: 'idle' })
  const current = useRef<{ wanted: boolean }>({ wanted: false })
  useEffect(() => () => stop(current.current), [])

  const begin: ExportRunState['begin'] = async (pages, write) => {
    stop(current.current)
    const mine = { wanted: true }
    current.current = mine
    setRun({ phase: 'running', done: 0 })
    try {
      const recipes: Recipe[] = []
      for await (const page of pages) {
        if (!mine.wanted) return
        recipes.push(...page)
        setRun({ phase: 'running', done: recipes.length })
      }
      const file = await write(recipes)
      if (!mine.wanted) return
      saveFile(file)
      setRun({ phase: 'done', count: recipes.length })
    } catch (thrown) {
      if (mine.wanted) setRun({ phase: 'failed', problem: problemCode(thrown) })
    }
  }
  const cancel = () => {
    stop(current.current)
    setRun({ phase: 'idle' })
  }
  return { run, begin, cancel }
}

function stop(run: { wanted: boolean }): void {
  run.wanted = false
}
