import { expect, it } from 'vitest'
import { Gate } from './gate'

it('limits concurrency in order, also after a failure', async () => {
  const gate = new Gate(2)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const act = (number: number) =>
    gate.pass(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (number === 0) throw new Error('zero')
      return number
    })
  const all = Promise.allSettled([0, 1, 2, 3].map(act))
  expect(begun).toEqual([0, 1])
  ends.shift()?.()
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends.shift()?.()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  for (const end of ends) end()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await gate.pass(async () => 'free')).toBe('free')
})
