import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { iconSubset } from './components/icons/iconSubset.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconSubset()],
  test: {
    environment: './test/environment.ts',
    setupFiles: ['./test/freshModules.ts', './test/setup.ts'],
    sequence: { setupFiles: 'list' },
    // Loading React and MUI takes over a second, so a worker loads them once. freshModules.ts keeps its files apart.
    isolate: false,
    // They remember over a file's end that a pointer rests on a toast, and which icons no host has.
    server: { deps: { inline: ['react-hot-toast', '@iconify/react'] } },
    include: ['**/*.test.{ts,tsx}'],
    // Workers wait for timers a quarter of the time, so three keep two cores busy.
    maxWorkers: 3,
    testTimeout: 300_000,
  },
})
