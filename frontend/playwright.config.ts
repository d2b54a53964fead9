import { cpus } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Files that disturb others or measure time. Without GATEWAY_PID_FILE there is no gateway that a test may kill. */
const ALONE = ['edit-speed.e2e.ts', ...(process.env['GATEWAY_PID_FILE'] ? ['gateway-death.e2e.ts'] : [])]

/** Parts of file names on the command line: `npm run e2e -- recipe`. */
const wanted = process.argv.slice(2).filter((word) => word !== 'test' && !word.startsWith('-'))
const isOneAlone = wanted.some((word) => ALONE.some((file) => file.includes(word)))

/** SLOW=4 makes pages four times slower. */
const slowness = Math.max(1, Number(process.env['SLOW'] ?? 1))

/**
 * Runs against the app that BASE_URL names. Every test is people of its own, so tests run beside one another and in any
 * order. Videos are not recorded: they need an ffmpeg that Playwright downloads.
 */
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
      // Chromium as Debian ships it; CHROMIUM names another.
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // It asks nobody but the app for anything.
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
    // A service worker answers what no test sees on the network, so only tests about it allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000 * slowness,
    navigationTimeout: 30_000 * slowness,
    // Without its film strip, which is expensive where there is no GPU; a failed test leaves a screenshot.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'together',
      testMatch: '*.e2e.ts',
      testIgnore: ['edit-speed.e2e.ts', 'gateway-death.e2e.ts'],
      // Runs afterwards, whatever has failed; where files are named it would run all of its own.
      ...(wanted.length === 0 ? { teardown: 'alone' } : {}),
    },
    { name: 'alone', testMatch: ALONE, workers: 1 },
    // Benches, and makers of files.
    { name: 'tools', testMatch: '*.{bench,make}.ts', workers: 1, use: { trace: 'off' } },
  ],
})
