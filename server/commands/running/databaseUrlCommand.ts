import { readConfig } from '#server/config.ts'
import { urlOf } from '#server/database/connecting/connectionUrl.ts'
import { requireRunningDatabase } from './runningDatabase.ts'

/** `npm run db:url`: prints a URL for psql. Throws a StartError. */
export async function databaseUrlCommand(
  _args: string[],
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
) {
  const config = readConfig(environment)
  print(environment.DATABASE_URL || urlOf(await requireRunningDatabase(config)))
}
