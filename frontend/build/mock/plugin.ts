import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { AppConfig } from '../../src/shared/api/config.ts'

const CONNECTION = join(import.meta.dirname, 'connection.ts')
const PICTURES = join(import.meta.dirname, '../../../infra/local/demo/pictures')

/** Response of /config.json: features that need a server are off. */
const CONFIG: AppConfig = {
  stage: 'mock',
  region: 'none',
  userPoolId: 'none',
  userPoolClientId: 'none',
  identityPoolId: 'none',
  graphqlEndpoint: '/graphql',
  google: false,
  demo: false,
  credits: false,
  groceries: false,
  agent: false,
}

/**
 * Serves the app with an in-memory server (`vite --mode mock`): connect.ts imports connection.ts instead of the client
 * library. Only the dev server has it, not builds.
 */
export function mock(): Plugin {
  return {
    name: 'zest-mock',
    apply: 'serve',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './amplify/backend' && importer?.endsWith('/src/shared/api/connect.ts') === true ? CONNECTION : null,
    configureServer({ middlewares }) {
      middlewares.use('/config.json', (_, response) => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(CONFIG))
      })
      middlewares.use('/media', (request, response) => {
        const name = /^\/[0-9a-f]{32}\/([a-z-]+)$/.exec(request.url ?? '')?.[1]
        createReadStream(join(PICTURES, `${name}.webp`))
          .on('open', () => response.setHeader('content-type', 'image/webp'))
          .on('error', () => response.writeHead(404).end())
          .pipe(response)
      })
    },
  }
}
