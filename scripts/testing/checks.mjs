import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from '../system/run.mjs'

/** The package `typescript` is version 6, because dependency-cruiser needs its API; version 7 has none yet. */
const typeChecker = join(root, 'node_modules/typescript-7/bin/tsc')

const parts = ['contract', 'server', 'web', 'e2e', 'faults', 'bench'].filter((part) =>
  existsSync(join(root, part, 'tsconfig.json')),
)

const checks = [
  { name: 'format', program: tool('oxfmt'), args: ['--check'] },
  { name: 'lint', program: tool('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  ...parts.map((part) => ({ name: `types of ${part}`, program: process.execPath, args: [typeChecker, '-p', part] })),
  { name: 'browsers', program: process.execPath, args: ['scripts/browsers/check.mjs'] },
  { name: 'imports', program: tool('depcruise'), args: ['--config', 'scripts/layers.mjs', ...parts] },
  {
    name: 'the rules of imports, paths and browsers',
    program: process.execPath,
    args: [
      '--test',
      '--test-reporter',
      'dot',
      'scripts/layers.test.mjs',
      'scripts/apiPaths.test.mjs',
      'scripts/browsers/browsers.test.mjs',
    ],
  },
  { name: 'unused', program: tool('knip'), args: [] },
]

/** Runs all checks, even if some fail. Returns how many passed, and which failed. */
export async function runChecks() {
  const result = { passed: 0, failures: [] }
  for (const { name, program, args } of checks) {
    const succeeded = await run(program, args)
    console.log(`${succeeded ? '✓' : '✗'} ${name}`)
    if (succeeded) result.passed++
    else result.failures.push(name)
  }
  return result
}
