import { defineConfig } from 'vitest/config'

/** Runs against the app that BASE_URL names; one file at a time, because all share its state. */
export default defineConfig({
  test: {
    environment: 'node',
    // The runner gives BASE_URL a meaning of its own inside the tests, so it is handed on under another name.
    env: { APP_URL: process.env['BASE_URL'] ?? '' },
    include: ['tests/e2e/**/*.{e2e,bench,make}.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // What a page shows is polled until it is so; only what never comes takes this long.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    bail: 1,
  },
})
