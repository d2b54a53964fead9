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
  },
})
