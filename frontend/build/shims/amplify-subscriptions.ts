/*
 * Stands in for the part of the API client that keeps subscriptions, with its web socket and rxjs, and brings the real
 * one when the first subscription begins (build/plugins/trim-amplify.ts): the list is there before it is live, so what makes it
 * live comes after it.
 */
import type { Observer, AWSAppSyncRealTimeProvider as Provider, Repackage, Subscription } from 'virtual:subscriptions'

/** The one operator that the API client uses. It only notes what the client does with an error: rxjs is not there yet. */
export function catchError(repackage: Repackage): Repackage {
  return repackage
}

/** All subscriptions of an endpoint, as the API client asks for them. */
export class AWSAppSyncRealTimeProvider {
  /** One for all of them, because it holds the socket that they share. */
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
