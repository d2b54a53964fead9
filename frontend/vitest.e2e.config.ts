import { defineConfig } from 'vitest/config'

/** What would disturb others: it ends the gateway under all, or it measures time. */
const ALONE = ['tests/e2e/gateway-death.e2e.ts', 'tests/e2e/edit-speed.e2e.ts', 'tests/e2e/**/*.{bench,make}.ts']

const common = {
  environment: 'node',
  // The runner gives BASE_URL a meaning of its own inside the tests, so it is handed on under another name.
  env: { APP_URL: process.env['BASE_URL'] ?? '' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What a page shows is polled until it is so; only what never comes takes this long.
  expect: { poll: { timeout: 20_000, interval: 50 } },
}

/**
 * Runs against the app that BASE_URL names. Every file is people of its own with a browser of their own, so the files
 * run beside one another and in any order; a failure stops none of them.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: ALONE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...common, name: 'alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
