/*
 * Replaces the API client's subscription code (WebSocket and rxjs) and loads the real code with the first subscription,
 * after the list has rendered.
 */
import type { Observer, AWSAppSyncRealTimeProvider as Provider, Repackage, Subscription } from 'virtual:subscriptions'

/** The only rxjs operator that the API client uses. Returns the error handler for later, as rxjs is not loaded yet. */
export function catchError(repackage: Repackage): Repackage {
  return repackage
}

export class AWSAppSyncRealTimeProvider {
  /** Shared by all subscriptions, because it holds their WebSocket. */
  #provider: Provider | undefined

  subscribe(options: unknown, agent: unknown) {
    return {
      pipe: (repackage: Repackage) => ({
        subscribe: (observer: Observer) => this.#begin(options, agent, repackage, observer),
      }),
    }
  }

  #begin(options: unknown, agent: unknown, repackage: Repackage, observer: Observer): Subscription {
    let ended = false
    let subscription: Subscription | undefined
    import('virtual:subscriptions').then(
      (real) => {
        if (ended) return
        this.#provider ??= new real.AWSAppSyncRealTimeProvider()
        subscription = this.#provider.subscribe(options, agent).pipe(real.catchError(repackage)).subscribe(observer)
      },
      (thrown: unknown) => {
        if (!ended) observer.error(thrown)
      },
    )
    return {
      unsubscribe() {
        ended = true
        subscription?.unsubscribe()
      },
    }
  }
}
