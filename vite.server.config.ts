import { defineConfig } from 'vite'
import { repairedPostgres } from './server/database/repairedDriver.ts'

/** The server as one file of our own code and the driver; the rest of what it depends on stays in node_modules. */
export default defineConfig({
  publicDir: false,
  plugins: [repairedPostgres()],
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
  ssr: { target: 'node', noExternal: ['postgres'] },
})
