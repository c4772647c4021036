import { readConfig } from '#server/config.ts'
import { checkMail } from '#server/mail/receiving/mailCheck.ts'
import { requireRunningDatabase } from './runningDatabase.ts'

/** `npm run mail:check`, with the settings of the running server. Throws a StartError. */
export async function mailCheckCommand(_args: string[], environment: NodeJS.ProcessEnv, print: (line: string) => void) {
  const config = readConfig(environment)
  await checkMail({ ...config, database: await requireRunningDatabase(config) }, print)
}
