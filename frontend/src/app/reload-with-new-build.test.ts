import { expect, it, vi } from 'vitest'
import { TAKE_OVER } from '../shared/lib/browser/take-over'
import { reloadWithNewBuild } from './reload-with-new-build'

class Fresh extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly heard: unknown[] = []

  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }

  postMessage(message: unknown): void {
    this.heard.push(message)
  }
}

function withWorker(fresh: Fresh | null) {
  const registration = { update: vi.fn(async () => undefined), installing: fresh, waiting: null }
  const reload = vi.fn()
  const workers = { getRegistration: async () => registration as unknown as ServiceWorkerRegistration }
  return { done: reloadWithNewBuild(workers, reload), reload, registration }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

it('the new worker takes over before the page reloads', async () => {
  const fresh = new Fresh()
  const { done, reload } = withWorker(fresh)
  await turn()
  expect(fresh.heard).toEqual([])
  fresh.become('installed')
  await turn()
  expect(fresh.heard).toEqual([TAKE_OVER])
  expect(reload).not.toHaveBeenCalled()
  fresh.become('activated')
  await done
  expect(reload).toHaveBeenCalledOnce()
})

it('the page reloads without a waiting worker, after a failed one, and without support', async () => {
  const none = withWorker(null)
  await none.done
  expect(none.registration.update).toHaveBeenCalledOnce()
  expect(none.reload).toHaveBeenCalledOnce()

  const fresh = new Fresh()
  const failing = withWorker(fresh)
  await turn()
  fresh.become('redundant')
  await failing.done
  expect(failing.reload).toHaveBeenCalledOnce()

  const reload = vi.fn()
  await reloadWithNewBuild(undefined, reload)
  expect(reload).toHaveBeenCalledOnce()
})
