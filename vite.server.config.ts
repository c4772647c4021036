import { defineConfig } from 'vite'

/** The server as one file of our own code; what it depends on stays in node_modules. */
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
