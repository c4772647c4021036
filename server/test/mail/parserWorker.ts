import { build } from 'vite'
import { projectRoot } from '#server/projectRoot.ts'

/** Node 20 cannot run TypeScript in a worker thread, so this builds the worker that parses mails, where MailParser expects it. */
export async function setup() {
  await build({
    root: projectRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: 'server/mail/parsing/parserWorker.ts',
      outDir: 'dist/parserWorker',
      target: 'node20',
      sourcemap: 'inline',
      minify: false,
    },
  })
}
