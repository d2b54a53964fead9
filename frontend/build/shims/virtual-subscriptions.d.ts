declare module 'virtual:subscriptions' {
  interface Subscription {
    unsubscribe(): void
  }
  interface Observer {
    error(thrown: unknown): void
  }
  interface Observable {
    pipe(operator: unknown): Observable
    subscribe(observer: Observer): Subscription
  }
  type Repackage = (thrown: unknown) => never
  export const catchError: (repackage: Repackage) => unknown
  export class AWSAppSyncRealTimeProvider {
    subscribe(options: unknown, agent: unknown): Observable
  }
}
