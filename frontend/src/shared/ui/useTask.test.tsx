import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '../lib/errors'
import { type TaskRun, useFetched, useTask } from './useTask'

/** An action whose runs end on request of the test. */
function scripted() {
  const runs: { run: TaskRun<number>; resolve: (result: string) => void; reject: (reason: unknown) => void }[] = []
  const action = vi.fn(
    (run: TaskRun<number>) => new Promise<string>((resolve, reject) => runs.push({ run, resolve, reject })),
  )
  return { runs, action }
}

it('reports whether it runs, its progress and its result', async () => {
  const { runs, action } = scripted()
  const { result } = renderHook(() => useTask(action))
  expect(result.current).toMatchObject({ phase: 'idle', busy: false, result: null, problem: null })
  await act(async () => void result.current.run())
  expect(result.current).toMatchObject({ phase: 'running', busy: true, progress: null })
  await act(async () => runs[0]?.run.report(7))
  expect(result.current.progress).toBe(7)
  await act(async () => runs[0]?.resolve('soup'))
  expect(result.current).toMatchObject({ phase: 'done', busy: false, result: 'soup', progress: null, problem: null })
})

it('reports a failure, keeps the last result and clears the failure on the next run', async () => {
  const { runs, action } = scripted()
  const { result } = renderHook(() => useTask(action))
  await act(async () => void result.current.run())
  await act(async () => runs[0]?.resolve('soup'))
  let succeeded: boolean | undefined
  await act(async () => void result.current.run().then((value) => (succeeded = value)))
  await act(async () => runs[1]?.reject(new Problem('BUSY')))
  expect(result.current).toMatchObject({ phase: 'failed', result: 'soup', problem: { code: 'BUSY' } })
  expect(succeeded).toBe(false)
  await act(async () => void result.current.run())
  expect(result.current).toMatchObject({ phase: 'running', result: 'soup', problem: null })
  await act(async () => runs[2]?.reject(new Error('not a problem')))
  expect(result.current.problem?.code).toBe('UNKNOWN')
})

it('shows only the last run, whichever ends first', async () => {
  const { runs, action } = scripted()
  const { result } = renderHook(() => useTask(action))
  await act(async () => void result.current.run())
  await act(async () => void result.current.run())
  expect(runs.map(({ run }) => run.wanted())).toEqual([false, true])
  await act(async () => runs[1]?.resolve('new'))
  await act(async () => {
    runs[0]?.run.report(3)
    runs[0]?.reject(new Problem('OFFLINE'))
  })
  expect(result.current).toMatchObject({ phase: 'done', result: 'new', problem: null, progress: null })
})

it('ensure starts once, and again after a failure', async () => {
  const { runs, action } = scripted()
  const { result } = renderHook(() => useTask(action))
  await act(async () => {
    result.current.ensure()
    result.current.ensure()
  })
  expect(action).toHaveBeenCalledOnce()
  await act(async () => runs[0]?.reject(new Problem('OFFLINE')))
  await act(async () => result.current.ensure())
  await act(async () => runs[1]?.resolve('soup'))
  await act(async () => result.current.ensure())
  expect(action).toHaveBeenCalledTimes(2)
})

it('ends when cancelled or unmounted', async () => {
  const { runs, action } = scripted()
  const { result, unmount } = renderHook(() => useTask(action))
  await act(async () => void result.current.run())
  await act(async () => result.current.cancel())
  expect(result.current.phase).toBe('idle')
  expect(runs[0]?.run.wanted()).toBe(false)
  await act(async () => void result.current.run())
  unmount()
  expect(runs[1]?.run.wanted()).toBe(false)
})

it('useFetched runs on mount and on each new key, and not without one', async () => {
  const fetch = vi.fn(async () => 'soup')
  const { result, rerender } = renderHook(({ key }: { key: string | null }) => useFetched(key, fetch), {
    initialProps: { key: null as string | null },
  })
  expect(fetch).not.toHaveBeenCalled()
  await act(async () => rerender({ key: 'a' }))
  await act(async () => rerender({ key: 'a' }))
  expect(fetch).toHaveBeenCalledOnce()
  expect(result.current.result).toBe('soup')
  await act(async () => rerender({ key: 'b' }))
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('converts a failure with `problemOf`', async () => {
  const { runs, action } = scripted()
  const { result } = renderHook(() => useTask(action, (thrown) => `refused: ${String(thrown)}`))
  await act(async () => void result.current.run())
  await act(async () => runs[0]?.reject('too weak'))
  expect(result.current).toMatchObject({ phase: 'failed', problem: 'refused: too weak' })
})
