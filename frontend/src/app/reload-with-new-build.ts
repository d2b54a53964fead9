import { TAKE_OVER } from '../shared/lib/browser/take-over'

/** Time limit for the new worker's download; after it, the reload may show the old build again. */
const WAIT_MS = 20_000

/**
 * Reloads the page with the build that is served now. If a service worker is registered, the new build's worker takes
 * over first.
 */
export async function reloadWithNewBuild(
  workers: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined = navigator.serviceWorker,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const registration = await workers?.getRegistration().catch(() => undefined)
  if (registration !== undefined) {
    await Promise.race([takeOver(registration), new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
  }
  reload()
}

async function takeOver(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update().catch(() => undefined)
  const fresh = registration.installing ?? registration.waiting
  if (fresh === null) return
  await until(fresh, ['installed', 'activating', 'activated', 'redundant'])
  fresh.postMessage(TAKE_OVER)
  await until(fresh, ['activated', 'redundant'])
}

function until(worker: ServiceWorker, states: readonly ServiceWorkerState[]): Promise<void> {
  return new Promise((resolve) => {
    const resolveIfReached = () => {
      if (!states.includes(worker.state)) return
      worker.removeEventListener('statechange', resolveIfReached)
      resolve()
    }
    worker.addEventListener('statechange', resolveIfReached)
    resolveIfReached()
  })
}
