import type { Backend } from './backend'
import type { AppConfig } from './config'

/** Loads the client library and points it at the server that the configuration names. */
export async function connect(config: AppConfig): Promise<Backend> {
  if (config.stage === 'local') {
    const { speakPlainWebSocketsLocally } = await import('./local-shim')
    speakPlainWebSocketsLocally()
  }
  const { amplifyBackend } = await import('./amplify-backend')
  return amplifyBackend(config)
}
