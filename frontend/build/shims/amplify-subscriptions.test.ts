import * as real from 'virtual:subscriptions'
import { Observable } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { AWSAppSyncRealTimeProvider, catchError } from './amplify-subscriptions'

const repackage = catchError((thrown) => {
  throw new Error(`of the client: ${String(thrown)}`)
})

/** Mocks `subscribe` of the real provider and collects its observers. */
function listenToProvider() {
  const ended = vi.fn()
  const observers: { next: (value: unknown) => void; error: (thrown: unknown) => void }[] = []
  const subscribe = vi.spyOn(real.AWSAppSyncRealTimeProvider.prototype, 'subscribe').mockImplementation(
    () =>
      new Observable((observer) => {
        observers.push(observer)
        return ended
      }),
  )
  return { ended, observers, subscribe }
}

afterEach(() => vi.restoreAllMocks())

it('the shim forwards to the real provider, and its values and errors come back', async () => {
  const { observers, subscribe } = listenToProvider()
  const observer = { next: vi.fn(), error: vi.fn() }
  const provider = new AWSAppSyncRealTimeProvider()
  provider.subscribe({ query: 'q' }, 'agent').pipe(repackage).subscribe(observer)
  await vi.waitFor(() => expect(observers).toHaveLength(1))
  expect(subscribe).toHaveBeenCalledWith({ query: 'q' }, 'agent')
  observers[0]?.next('change')
  observers[0]?.error('refused')
  expect(observer.next).toHaveBeenCalledWith('change')
  expect(observer.error).toHaveBeenCalledWith(new Error('of the client: refused'))
})

it('all subscriptions share one provider', async () => {
  const { observers, subscribe } = listenToProvider()
  const provider = new AWSAppSyncRealTimeProvider()
  const observer = { error: vi.fn() }
  provider.subscribe({}, '').pipe(repackage).subscribe(observer)
  provider.subscribe({}, '').pipe(repackage).subscribe(observer)
  await vi.waitFor(() => expect(observers).toHaveLength(2))
  expect(subscribe.mock.contexts[0]).toBe(subscribe.mock.contexts[1])
})

it('unsubscribing cancels a pending subscription and ends a running one', async () => {
  const { ended, observers, subscribe } = listenToProvider()
  const provider = new AWSAppSyncRealTimeProvider()
  const observer = { error: vi.fn() }
  provider.subscribe({}, '').pipe(repackage).subscribe(observer).unsubscribe()
  const second = provider.subscribe({}, '').pipe(repackage).subscribe(observer)
  await vi.waitFor(() => expect(observers).toHaveLength(1))
  expect(subscribe).toHaveBeenCalledTimes(1)
  second.unsubscribe()
  expect(ended).toHaveBeenCalledTimes(1)
})
