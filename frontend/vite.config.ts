import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import formatjs from '@formatjs/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { mock } from './build/mock/plugin.ts'
import { beforePaintScript } from './build/plugins/before-paint.ts'
import { buildId } from './build/plugins/build-id.ts'
import { firstLoad } from './build/plugins/first-load.ts'
import { groceryData } from './build/plugins/grocery-data.ts'
import { kitchenData } from './build/plugins/kitchen-data.ts'
import { pageLanguages } from './build/plugins/page-languages.ts'
import { preloads } from './build/plugins/preloads.ts'
import { publicSite } from './build/plugins/public-site.ts'
import { serviceWorker } from './build/plugins/service-worker.ts'
import { shortId, splitMessages } from './build/plugins/split-messages.ts'
import { subscriptions, trimAmplify } from './build/plugins/trim-amplify.ts'
import { trimRouter } from './build/plugins/trim-router.ts'

/** The running app, for `npm run dev`. */
const APP = `localhost:${process.env['PORT'] || '3000'}`
const UPLOADS = '/zest-local-uploads-'
/** Paths that the gateway answers besides the front end's files (infra/local/gateway/src), by prefix. */
const PROXIED = [
  '/api/',
  '/build.json',
  '/cognito-identity/',
  '/cognito-idp/',
  '/demo',
  '/graphql',
  '/healthz',
  '/local/google/',
  '/media/',
  UPLOADS,
]
/** Gateway responses that contain its origin, which the dev server replaces. */
const RELAYED = /^\/(config\.json|graphql|oauth2\/\w+|logout)$/

const app = (): InlineConfig => ({
  plugins: [
    react(),
    trimRouter(),
    trimAmplify(),
    subscriptions(),
    kitchenData(),
    groceryData(),
    splitMessages(),
    // The compiled messages contain the texts, so the default messages are removed from the code.
    formatjs({ removeDefaultMessage: true, overrideIdFn: (id) => shortId(id) }),
  ],
  resolve: {
    alias: {
      // Messages are compiled at build time, so the parser (20 kB) is not needed.
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
      '@aws-amplify/data-schema/runtime': `${import.meta.dirname}/build/shims/amplify-models.ts`,
      // The package exports only its development build.
      'react-router': `${import.meta.dirname}/node_modules/react-router/dist/production/index.mjs`,
      graphql: `${import.meta.dirname}/build/shims/graphql.ts`,
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Browsers without module preload still load each module on import.
    modulePreload: { polyfill: false },
  },
})

/**
 * Forwards requests to the running app, and replaces the app's origin with the dev server's: in the configuration, the
 * addresses for uploads, and the redirects of the hosted UI, which only knows the app's origin.
 */
export function relay(app: string): Plugin {
  return {
    name: 'zest-relay',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((from, response, next) => {
        const { url = '/', method = 'GET', headers } = from
        const [path = ''] = url.split('?')
        if (!RELAYED.test(path)) return next()
        const own = headers.host ?? app
        const isSignIn = path.startsWith('/oauth2/') || path === '/logout'
        const toApp = (sent: string) => (isSignIn ? replaceHost(sent, own, app) : sent)
        const toOwn = (answer: string) =>
          path === '/graphql' ? answer.replaceAll(app + UPLOADS, own + UPLOADS) : replaceHost(answer, app, own)

        const pass = async () => {
          const body = toApp(await text(from))
          // The Host is kept: requests are signed with it, and the gateway compares it with the Origin.
          const answer = await ask(
            `http://${app}${toApp(url)}`,
            method,
            { ...headers, 'accept-encoding': 'identity', 'content-length': `${Buffer.byteLength(body)}` },
            body,
          )
          const { location, 'content-length': _, 'transfer-encoding': __, ...others } = answer.headers
          response.writeHead(answer.statusCode ?? 502, {
            ...others,
            ...(location === undefined ? {} : { location: toOwn(location) }),
          })
          response.end(toOwn(await text(answer)))
        }
        pass().catch(() => response.writeHead(502).end(`Zest does not answer at ${app}.`))
      })
    },
  }
}

/** Replaces a host and its encoded form, as in `redirect_uri`. */
function replaceHost(where: string, host: string, by: string): string {
  return where.replaceAll(host, by).replaceAll(encodeURIComponent(host), encodeURIComponent(by))
}

function ask(url: string, method: string, headers: IncomingMessage['headers'], body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, resolve).on('error', reject).end(body)
  })
}

export default defineConfig(({ mode }) => ({
  ...app(),
  plugins: [
    app().plugins,
    tailwindcss(),
    preloads(),
    beforePaintScript(),
    firstLoad(app()),
    buildId(),
    pageLanguages(),
    serviceWorker(),
    publicSite(),
    mode === 'mock' ? mock() : relay(APP),
  ],
  server: {
    host: '127.0.0.1',
    // `vite dev` serves the pages; the running app answers all other requests. The mock needs no app.
    proxy:
      mode === 'mock'
        ? {}
        : Object.fromEntries(PROXIED.map((path) => [path, { target: `http://${APP}`, ws: path === '/graphql' }])),
  },
}))
