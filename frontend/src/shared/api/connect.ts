import type { AppConfig } from './config'
import type { Connection } from './connection'

/** Loads the client library and points it at the server that the configuration names. */
export async function connect(config: AppConfig): Promise<Connection> {
  if (config.stage === 'local') {
    const { allowPlainHttp } = await import('./amplify/local-shim')
    allowPlainHttp()
  }
  const { amplifyConnection } = await import('./amplify/backend')
  return amplifyConnection(config)
}

/** Does something once for all who ask. When it fails, it is tried again with the next who asks. */
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
