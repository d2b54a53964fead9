import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { kitchenData } from './kitchen-data.ts'

export default defineConfig({
  plugins: [react(), kitchenData()],
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    // Far more than any test takes, so that a busy machine fails none of them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
