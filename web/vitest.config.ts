import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { iconSubset } from './components/icons/iconSubset.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconSubset()],
  test: {
    environment: './test/environment.ts',
    setupFiles: ['./test/setup.ts'],
    include: ['**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 300_000,
  },
})
