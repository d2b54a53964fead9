import { TAKE_OVER } from '../shared/lib/browser/take-over'

/** The files of a build are some hundred kilobytes; a slow network gets the old build once more. */
const WAIT_MS = 20_000

/**
 * Loads the page anew, as the build that is served now. Where a service worker keeps the former build, the worker of
 * the new one is fetched and takes over before.
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
    const look = () => {
      if (!states.includes(worker.state)) return
      worker.removeEventListener('statechange', look)
      resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
