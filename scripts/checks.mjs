import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from './run.mjs'

const parts = ['contract', 'server', 'web', 'e2e', 'faults', 'bench'].filter((part) =>
  existsSync(join(root, part, 'tsconfig.json')),
)

const checks = [
  { name: 'format', program: 'oxfmt', args: ['--check'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  ...parts.map((part) => ({ name: `types of ${part}`, program: 'tsc', args: ['-p', part] })),
  { name: 'unused', program: 'knip', args: [] },
]

/** Runs every check, also after one that fails; answers how many passed, and which failed. */
export async function runChecks() {
  const result = { passed: 0, failures: [] }
  for (const { name, program, args } of checks) {
    const succeeded = await run(tool(program), args)
    console.log(`${succeeded ? '✓' : '✗'} ${name}`)
    if (succeeded) result.passed++
    else result.failures.push(name)
  }
  return result
}
