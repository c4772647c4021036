import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const outDir = join(import.meta.dirname, 'dist/server')

/** Their native code, or the files that they serve, stay in node_modules. */
const external = ['sharp', '@node-rs/argon2', '@fastify/swagger-ui']

/** Writes down which packages the build still imports, for scripts/package.mjs. */
function importedPackages(): Plugin {
  return {
    name: 'imported-packages',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const imported = new Set(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]))
      const packages = [...imported].filter((name) => !(name in bundle) && !isBuiltin(name))
      writeFileSync(join(outDir, 'packages.json'), JSON.stringify(packages.toSorted()))
    },
  }
}

/**
 * Builds the server, and beside it its workers and the commands. The packages are in the build, because Node would
 * take half a second to find and read their 1,100 files at each start.
 */
export default defineConfig({
  publicDir: false,
  plugins: [importedPackages()],
  // Otherwise the development version of React would be in the build as well.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    rollupOptions: {
      input: [
        'server/main.ts',
        'server/mail/parsing/parserWorker.ts',
        'server/documents/images/imageWorker.ts',
        'server/commands/run.ts',
      ],
      // V8 keeps a file with one character beyond Latin-1 in twice the memory.
      output: { chunkFileNames: '[name].js', charset: 'ascii', comments: false },
    },
    outDir,
    manifest: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    license: true,
  },
  ssr: { target: 'node', noExternal: true, external },
})
