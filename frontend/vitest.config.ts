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
    // One page and one set of modules for all files of a worker: making them anew for each took most of the time. What
    // a test leaves behind (storage, mocks, globals) is cleared after it, so that files may come in any order:
    // `npm test -- --sequence.shuffle.files` shows it.
    isolate: false,
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
    // Far more than any test takes, so that a busy machine fails none of them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
