import { defineConfig } from 'vite'

/** Builds the server into one file. Its dependencies stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
  ssr: { target: 'node' },
})
