import { parseArgs } from 'node:util'
import { examine } from '#server/doctor/examine.ts'
import { countOf, reportOf } from '#server/doctor/report.ts'
import { StartError } from '#server/startError.ts'

/** `npm run doctor`. Throws a StartError with the number of problems if there are any. */
export async function doctorCommand(args: string[], environment: NodeJS.ProcessEnv, print: (line: string) => void) {
  parseArgs({ args, options: {} })
  const findings = await examine(environment)
  for (const line of reportOf(findings)) print(line)
  if (findings.some(({ level }) => level === 'problem')) throw new StartError(`${countOf(findings)}.`)
  print(`${countOf(findings)}.`)
}
