import { build } from 'vite'
import { projectRoot } from '#server/projectRoot.ts'

/** Node 20 cannot run TypeScript in a worker, so this builds the workers where `workerFile` expects them. */
export async function setup() {
  await build({
    root: projectRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      rollupOptions: { input: ['server/mail/parsing/parserWorker.ts', 'server/documents/images/imageWorker.ts'] },
      outDir: 'dist/workers',
      target: 'node20',
      sourcemap: 'inline',
      minify: false,
    },
  })
}
