import { beforeEach, expect, it, vi } from 'vitest'
import { takeOver } from '../recipe/personal-data'
import { AutoRetrySetting, autoRetries } from './auto-retry'

let always: AutoRetrySetting
beforeEach(() => {
  always = new AutoRetrySetting(localStorage)
})

it('nothing is sent on before somebody has said so, and nothing after they have taken it back', () => {
  expect(always.read()).toBe(false)
  const heard = vi.fn()
  const end = always.subscribe(heard)
  always.write(true)
  expect([always.read(), new AutoRetrySetting(localStorage).read()]).toEqual([true, true])
  always.write(false)
  expect([always.read(), new AutoRetrySetting(localStorage).read()]).toEqual([false, false])
  expect(heard).toHaveBeenCalledTimes(2)
  end()
})

it('what a guest allowed does not hold for the member that they become', () => {
  always.write(true)
  takeOver(localStorage, 'maria')
  expect(always.read()).toBe(false)
  always.write(true)
  expect(always.read()).toBe(true)
  takeOver(localStorage, 'jean')
  expect(always.read()).toBe(false)
})

it('what is on its way when it is taken back is not sent on once it is said again', () => {
  always.write(true)
  autoRetries.put({ id: 'a', state: 'waiting' })
  autoRetries.put({ id: 'b', state: 'sent' })
  always.write(false)
  expect(autoRetries.all()).toEqual([{ id: 'b', state: 'sent' }])
})
