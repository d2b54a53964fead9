import { backOffMs } from './back-off'
import { isReloading } from './reload-on-stale-build'
import { servedBuild } from './served-build'

/** Attempts to load a shown component: for about a minute while the server does not answer. */
const MOST_ATTEMPTS = { withoutServer: 20, withServer: 3 }
const RETRY = { firstMs: 500, mostMs: 4_000 }

/**
 * For the code of a shown component (`React.lazy`). Tries again, also while the server does not answer, because a failure
 * would replace the whole app by the error page.
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (thrown) {
      if (await isReloading()) throw thrown
      const isServed = (await servedBuild()) !== null
      if (attempt >= (isServed ? MOST_ATTEMPTS.withServer : MOST_ATTEMPTS.withoutServer)) throw thrown
      await new Promise((resolve) =>
        setTimeout(resolve, backOffMs(attempt, RETRY.firstMs, RETRY.mostMs, Math.random())),
      )
    }
  }
}
