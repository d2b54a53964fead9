import { useCallback, useEffect, useRef, useState } from 'react'
import { asProblem, type Problem } from '../lib/errors'
import { useLatest } from './useLatest'

/** Passed to a running action. */
export interface TaskRun<Progress> {
  /** False when the task is cancelled, restarted or unmounted. */
  readonly wanted: () => boolean
  /** Sets the progress; ignored unless wanted. */
  readonly report: (progress: Progress) => void
}

interface TaskState<Result, Progress, Failure> {
  readonly phase: 'idle' | 'running' | 'done' | 'failed'
  /** Progress of the current or failed run; null if none was reported. */
  readonly progress: Progress | null
  /** Result of the last successful run; kept during later runs. */
  readonly result: Result | null
  /** Failure of the last run; null while running. */
  readonly problem: Failure | null
}

export interface Task<Result, Args extends unknown[] = [], Progress = never, Failure = Problem>
  extends TaskState<Result, Progress, Failure> {
  readonly busy: boolean
  /** Starts a new run; an earlier one is ignored. Resolves to whether it succeeded; never rejects. */
  readonly run: (...args: Args) => Promise<boolean>
  readonly ensure: (...args: Args) => void
  /** Ends the current run and clears result and failure. */
  readonly cancel: () => void
}

const IDLE = { phase: 'idle', progress: null, result: null, problem: null } as const

/**
 * Runs an asynchronous action and tracks its state: running, result, failure. One run at a time; unmounting ends it.
 * Give the component a key to reset it for another subject.
 * @param action rejects with a `Problem`, unless `problemOf` is given.
 * @param problemOf converts whatever the action rejects with.
 */
export function useTask<Result, Args extends unknown[] = [], Progress = never>(
  action: (run: TaskRun<Progress>, ...args: Args) => Promise<Result>,
): Task<Result, Args, Progress>
export function useTask<Result, Args extends unknown[], Progress, Failure>(
  action: (run: TaskRun<Progress>, ...args: Args) => Promise<Result>,
  problemOf: (thrown: unknown) => Failure,
): Task<Result, Args, Progress, Failure>
export function useTask<Result, Args extends unknown[], Progress>(
  action: (run: TaskRun<Progress>, ...args: Args) => Promise<Result>,
  problemOf: (thrown: unknown) => unknown = asProblem,
): Task<Result, Args, Progress, unknown> {
  const [state, setState] = useState<TaskState<Result, Progress, unknown>>(IDLE)
  const current = useRef({ wanted: false, phase: 'idle' as TaskState<Result, Progress, unknown>['phase'] })
  const act = useLatest(action)
  const describe = useLatest(problemOf)
  useEffect(
    () => () => {
      current.current.wanted = false
      current.current.phase = 'idle'
    },
    [],
  )

  const run = useCallback(
    async (...args: Args): Promise<boolean> => {
      current.current.wanted = false
      const mine: typeof current.current = { wanted: true, phase: 'running' }
      current.current = mine
      const settle = (phase: 'done' | 'failed', outcome: Partial<TaskState<Result, Progress, unknown>>) => {
        if (!mine.wanted) return
        mine.phase = phase
        setState((last) => ({ ...last, phase, ...outcome }))
      }
      setState((last) => ({ ...last, phase: 'running', progress: null, problem: null }))
      try {
        const result = await act(
          {
            wanted: () => mine.wanted,
            report: (progress) => {
              if (mine.wanted) setState((last) => ({ ...last, progress }))
            },
          },
          ...args,
        )
        settle('done', { result, progress: null })
        return true
      } catch (thrown) {
        settle('failed', { problem: describe(thrown) })
        return false
      }
    },
    [act, describe],
  )
  const ensure = useCallback(
    (...args: Args) => {
      const { phase } = current.current
      if (phase === 'idle' || phase === 'failed') void run(...args)
    },
    [run],
  )
  const cancel = useCallback(() => {
    current.current.wanted = false
    current.current.phase = 'idle'
    setState(IDLE)
  }, [])
  return { ...state, busy: state.phase === 'running', run, ensure, cancel }
}

/**
 * A task that runs on mount and whenever `key` changes.
 * @param key null to fetch nothing.
 */
export function useFetched<Result, Progress = never>(
  key: string | number | null,
  fetch: (run: TaskRun<Progress>) => Promise<Result>,
): Task<Result, [], Progress> {
  const task = useTask<Result, [], Progress>(fetch)
  const { run } = task
  useEffect(() => {
    if (key !== null) void run()
  }, [key, run])
  return task
}
