import type { AppConfig } from './config'
import type { Connection } from './connection'

/** Loads the client library and connects it to the configured servers. */
export async function connect(config: AppConfig): Promise<Connection> {
  if (config.stage === 'local') {
    const { allowPlainHttp } = await import('./amplify/local-shim')
    allowPlainHttp()
  }
  const { amplifyConnection } = await import('./amplify/backend')
  return amplifyConnection(config)
}

/** Shares one call of `make` between all callers. After a failure the next caller tries again. */
export function shared<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined
  return () => {
    underWay ??= make().catch((thrown: unknown) => {
      underWay = undefined
      throw thrown
    })
    return underWay
  }
}
