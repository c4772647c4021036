/**
 * The layers of each side, lowest first. A file may import from its own layer and from the ones listed before it.
 * Files outside of the listed layers are composition (`server/app.ts`, `web/store.ts`) and may import all of them.
 */
export const layers = {
  server: [
    '{listenError,measurements,productVersion,projectRoot,startError,socketPath,syncPath}.ts',
    'text',
    'scheduling',
    'database',
    '{dataFolder,folderLock,stagedRestore}.ts',
    'storage',
    'settings',
    'config.ts',
    'mail',
    'http',
    'dev',
    'events',
    'documents',
    'backup',
    'moving',
    'nextPostgres',
    'accounts',
    'notifications',
    'enquiries',
    'chat',
    'customers',
    'desk',
    'metrics',
    'tracing',
    'doctor',
    'commands',
    'operator',
  ],
  web: [
    'theme',
    'api',
    'storage',
    'navigation',
    'components',
    'hooks.ts',
    'events',
    'documents',
    'accounts',
    'enquiries',
    'notifications',
    'chat',
    'customers',
    'desk',
    'operator',
    'palette',
    'layouts',
    'dev',
    'router',
  ],
}

/** What each part of the repository may import besides itself. */
export const sides = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  // These use the built product from outside. `server/database` starts their PostgreSQL clusters.
  e2e: ['contract', 'server/database'],
  faults: ['contract', 'server/database'],
  bench: ['contract', 'server'],
}

/** The only upward import: the store's type contains every feature's reducer, and the features need that type. */
const storeType = { from: 'web/hooks.ts', to: '^web/store\\.ts$' }

const tests = '\\.test\\.tsx?$|^(server|web)/test/|vitest\\.config\\.ts$'

function upward([side, names]) {
  const paths = names.map((name) => pathOf(side, name))
  return names.map((name, place) => ({
    name: `${side}/${name} may import only the layers before it in scripts/layers.mjs`,
    severity: 'error',
    from: { path: paths[place], pathNot: tests },
    to: {
      path: `^${side}/`,
      pathNot: [...paths.slice(0, place + 1), ...(`${side}/${name}` === storeType.from ? [storeType.to] : [])],
    },
  }))
}

/** The pattern of a folder, a file, or several files in braces. */
function pathOf(side, name) {
  const files = name.match(/^\{(.*)\}\.ts$|^(.*)\.ts$/)
  return files ? `^${side}/(${(files[1] ?? files[2]).replaceAll(',', '|')})\\.ts$` : `^${side}/${name}/`
}

function across([side, others]) {
  return {
    name: `${side} may import only ${['itself', ...others].join(', ')}`,
    severity: 'error',
    // The configuration of the tests asks which programs are installed.
    from: { path: `^${side}/`, pathNot: 'vitest\\.config\\.ts$' },
    to: {
      path: `^(${Object.keys(sides).join('|')}|scripts)/`,
      pathNot: [side, ...others].map((allowed) => `^${allowed}/`),
    },
  }
}

export default {
  forbidden: [...Object.entries(layers).flatMap(upward), ...Object.entries(sides).map(across)],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs'] },
  },
}
