import { defineConfig } from 'vite'

/** Builds the server, and beside it the worker that parses mails and the commands. Dependencies stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: {
      input: ['server/main.ts', 'server/mail/parsing/parserWorker.ts', 'server/commands/run.ts'],
      output: { chunkFileNames: '[name].js' },
    },
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
  ssr: { target: 'node' },
})
