import { cpus } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Tests that disturb others or measure time. Only with GATEWAY_PID_FILE do tests stop the gateway. */
const ALONE = ['edit-speed.e2e.ts', ...(process.env['GATEWAY_PID_FILE'] ? ['gateway-death.e2e.ts'] : [])]

/** Filters from the command line: `npm run e2e -- recipe`. */
const wanted = process.argv.slice(2).filter((word) => word !== 'test' && !word.startsWith('-'))
const isOneAlone = wanted.some((word) => ALONE.some((file) => file.includes(word)))

/** SLOW=4 multiplies the time limits by four. */
const slowness = Math.max(1, Number(process.env['SLOW'] ?? 1))

/** Each test creates its own users, so tests run in parallel and in any order. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  workers: isOneAlone ? 1 : cpus().length,
  timeout: 120_000 * slowness,
  expect: { timeout: 20_000 * slowness },
  reporter: [['list']],
  use: {
    launchOptions: {
      // Debian's Chromium without a user interface needs a third less processor time than `chromium --headless`.
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    // Tests cannot intercept what a service worker answers; only tests about it allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000 * slowness,
    navigationTimeout: 30_000 * slowness,
    // Screenshots in traces are slow without a GPU. Failed tests have one.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'together',
      testMatch: '*.e2e.ts',
      testIgnore: ['edit-speed.e2e.ts', 'gateway-death.e2e.ts'],
      // `alone` runs as teardown, also after failures. Not with file filters, which a teardown ignores.
      ...(wanted.length === 0 ? { teardown: 'alone' } : {}),
    },
    { name: 'alone', testMatch: ALONE, workers: 1 },
    { name: 'tools', testMatch: '*.{bench,make}.ts', workers: 1, use: { trace: 'off' } },
  ],
})
