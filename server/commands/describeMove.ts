import type { Config } from '#server/config.ts'
import type { Moved } from '#server/moving/move.ts'
import { describeDatabase, describeFiles, type NewPlaces } from './movePlaces.ts'

/** Sentences for the terminal: the result of a move, and what to do next. */
export function describeMove({ database, storage }: NewPlaces, config: Config, { rows, files, aside }: Moved) {
  const counts = [rows !== undefined && amount(rows, 'rows'), files !== undefined && amount(files, 'files')]
  const compared = counts.filter(Boolean).join(' and ')
  const old = [database !== undefined && describeDatabase(config), storage !== undefined && describeFiles(config)]
  return [
    compared ? `Moved ${compared}, and compared every one.` : 'Everything has been moved.',
    'Change these settings before the next start:',
    ...(database === undefined ? [] : [`  ${databaseSetting(database)}`]),
    ...(storage === undefined ? [] : [`  ${storage === 'disk' ? 'unset STORAGE_URL' : `STORAGE_URL=${storage}`}`]),
    `  ${secretSetting(config)}`,
    `The old place (${old.filter(Boolean).join(', ')}) is as it was, and marked as moved. Remove it when you are sure that you do not need it.`,
    ...(aside ? [`The data that was at the new place before is in ${aside}.`] : []),
  ]
}

function amount(count: number, noun: string) {
  return `${count.toLocaleString('en')} ${noun}`
}

function databaseSetting(database: string) {
  if (database === 'embedded') return 'unset DATABASE_URL'
  const url = new URL(database)
  if (!url.password && !url.searchParams.has('password')) return `DATABASE_URL=${database}`
  if (url.password) url.password = 'PASSWORD'
  if (url.searchParams.has('password')) url.searchParams.set('password', 'PASSWORD')
  return `DATABASE_URL=${url.href} (with the password)`
}

/** Links in sent mails and sessions need the same one. */
function secretSetting({ secret, dataDir }: Config) {
  if (secret !== undefined) return 'keep APP_SECRET as it is'
  return `keep DATA_DIR (${dataDir}), which has the secret; on another machine, set APP_SECRET to the content of its file secret`
}
