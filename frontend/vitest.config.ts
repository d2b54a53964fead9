import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { groceryData } from './build/plugins/grocery-data.ts'
import { kitchenData } from './build/plugins/kitchen-data.ts'
import { subscriptions } from './build/plugins/trim-amplify.ts'

export default defineConfig({
  plugins: [react(), kitchenData(), groceryData(), subscriptions()],
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'tests/stripe/*.test.ts'],
    globalSetup: ['build/codegen/contract.mjs'],
    setupFiles: ['src/test-setup.ts'],
    // Files of a worker share one page and its modules, which is much faster. Storage, mocks and globals are reset
    // after each test, so that files may run in any order (`npm test -- --sequence.shuffle.files`).
    isolate: false,
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
    // Long, so that a busy machine fails no test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
