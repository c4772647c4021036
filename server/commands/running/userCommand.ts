import { printResetLink } from '#server/accounts/passwords/operatorReset.ts'
import { readConfig } from '#server/config.ts'
import { commandLine } from '#server/projectRoot.ts'
import { StartError } from '#server/startError.ts'
import { requireRunningDatabase } from './runningDatabase.ts'

/** `npm run user -- reset-password EMAIL`. Throws a StartError. */
export async function userCommand(args: string[], environment: NodeJS.ProcessEnv, print: (line: string) => void) {
  const [action, email, ...rest] = args
  if (action !== 'reset-password' || !email || rest.length > 0) {
    throw new StartError(`Usage: ${commandLine('user', 'reset-password', 'EMAIL')}`)
  }
  const config = readConfig(environment)
  await printResetLink({ ...config, database: await requireRunningDatabase(config) }, email, print)
}
