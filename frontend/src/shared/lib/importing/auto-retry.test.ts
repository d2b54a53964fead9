import { beforeEach, expect, it, vi } from 'vitest'
import { takeOver } from '../recipe/personal-data'
import { AutoRetrySetting, autoRetries } from './auto-retry'

let always: AutoRetrySetting
beforeEach(() => {
  always = new AutoRetrySetting(localStorage)
})

it('nothing is retried without the setting, or after it is turned off', () => {
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

it('the setting of a guest does not apply to the member they become', () => {
  always.write(true)
  takeOver(localStorage, 'maria')
  expect(always.read()).toBe(false)
  always.write(true)
  expect(always.read()).toBe(true)
  takeOver(localStorage, 'jean')
  expect(always.read()).toBe(false)
})

it('imports pending when it is turned off are not retried after it is turned on again', () => {
  always.write(true)
  autoRetries.put({ id: 'a', state: 'waiting' })
  autoRetries.put({ id: 'b', state: 'sent' })
  always.write(false)
  expect(autoRetries.all()).toEqual([{ id: 'b', state: 'sent' }])
})
