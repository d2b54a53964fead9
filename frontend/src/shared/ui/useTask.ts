import { useCallback, useEffect, useRef, useState } from 'react'
import { asProblem, type Problem } from '../lib/errors'
import { useLatest } from './useLatest'

/** What a running action may ask and tell. */
export interface TaskRun<Progress> {
  /** False once the task was cancelled, begun anew or its page left. */
  readonly wanted: () => boolean
  /** Tells how far it is; shown as long as it is wanted. */
  readonly report: (progress: Progress) => void
}

interface TaskState<Result, Progress, Failure> {
  readonly phase: 'idle' | 'running' | 'done' | 'failed'
  /** What the run under way, or the one that failed, has told of itself; null when nothing. */
  readonly progress: Progress | null
  /** Of the last run that succeeded; it stays while another one runs or fails. */
  readonly result: Result | null
  /** Why the last run failed; null while another one is under way. */
  readonly problem: Failure | null
}

export interface Task<Result, Args extends unknown[] = [], Progress = never, Failure = Problem>
  extends TaskState<Result, Progress, Failure> {
  readonly busy: boolean
  /** Begins, or begins anew: what was under way no longer counts. Resolves to whether it succeeded; never rejects. */
  readonly run: (...args: Args) => Promise<boolean>
  /** Begins unless it is under way or done. */
  readonly ensure: (...args: Args) => void
  /** Ends what is under way and forgets the outcome. */
  readonly cancel: () => void
}

const IDLE = { phase: 'idle', progress: null, result: null, problem: null } as const

/**
 * Something asynchronous that a page does and shows: whether it is under way, what came of it, why it failed. One run
 * at a time; leaving the page ends it. A page that turns to another thing gives the component that uses this a key.
 *
 * @param action rejects with a `Problem`, if it does.
 * @param problemOf what the page can tell of anything else that an action rejects with.
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
  const told = useLatest(problemOf)
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
        settle('failed', { problem: told(thrown) })
        return false
      }
    },
    [act, told],
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
 * A task that begins with the page, and anew whenever `key` is another one.
 *
 * @param key null for nothing to fetch.
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
