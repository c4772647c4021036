import { defineConfig } from 'vite'
import { buildTarget } from './scripts/browsers/target.mjs'

/** A script without imports, so that it works in any page and leaves nothing in its scope. */
function script(name: string, entry: string) {
  return {
    consumer: 'client' as const,
    build: {
      outDir: 'dist/web',
      // The page was built there before.
      emptyOutDir: false,
      copyPublicDir: false,
      target: buildTarget,
      modulePreload: false as const,
      rolldownOptions: { input: entry, output: { format: 'iife' as const, entryFileNames: `${name}.js` } },
    },
  }
}

const scripts = {
  form: script('form', 'web/customers/formScript.ts'),
  embed: script('embed', 'web/customers/embedScript.ts'),
}

/** Builds the scripts of the form for customers into dist/web. They are not hashed, because other websites name them. */
export default defineConfig({
  environments: scripts,
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name in scripts) await builder.build(environment)
      }
    },
  },
})
