import formatjs from '@formatjs/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { beforePaintScript } from './build/plugins/before-paint.ts'
import { buildId } from './build/plugins/build-id.ts'
import { firstLoad } from './build/plugins/first-load.ts'
import { groceryData } from './build/plugins/grocery-data.ts'
import { kitchenData } from './build/plugins/kitchen-data.ts'
import { preloads } from './build/plugins/preloads.ts'
import { publicSite } from './build/plugins/public-site.ts'
import { serviceWorker } from './build/plugins/service-worker.ts'
import { splitMessages } from './build/plugins/split-messages.ts'
import { subscriptions, trimAmplify } from './build/plugins/trim-amplify.ts'
import { trimRouter } from './build/plugins/trim-router.ts'

const APP = 'http://localhost:3000'

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
    formatjs({ removeDefaultMessage: true }),
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

export default defineConfig({
  ...app(),
  plugins: [
    app().plugins,
    tailwindcss(),
    preloads(),
    beforePaintScript(),
    firstLoad(app()),
    buildId(),
    serviceWorker(),
    publicSite(),
  ],
  server: {
    host: '127.0.0.1',
    // `vite dev` serves the pages; the running app on port 3000 answers all other requests.
    proxy: Object.fromEntries(
      ['/config.json', '/graphql', '/cognito-identity', '/cognito-idp', '/demo', '/media'].map((path) => [
        path,
        // The app accepts only its own host and origin.
        { target: APP, ws: true, changeOrigin: true, headers: { origin: APP } },
      ]),
    ),
  },
})
