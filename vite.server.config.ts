import { defineConfig } from 'vite'

/** Builds the server, and beside it the worker that parses mails. Its dependencies stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: {
      input: ['server/main.ts', 'server/mail/parsing/parserWorker.ts'],
      output: { chunkFileNames: '[name].js' },
    },
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
  ssr: { target: 'node' },
})
