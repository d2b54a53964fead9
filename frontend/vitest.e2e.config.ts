import { defineConfig } from 'vitest/config'

/** Runs against the app that BASE_URL names; one file at a time, because all share its state. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/e2e/**/*.{e2e,bench}.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    bail: 1,
  },
})
