import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '#server/startError.ts'

type Options = { isAsked: boolean; isNew?: boolean }

/** The passphrase of backups: from the terminal if asked for, otherwise from BACKUP_PASSPHRASE. */
export async function readPassphrase(environment: NodeJS.ProcessEnv, { isAsked, isNew }: Options) {
  if (!isAsked || environment.BACKUP_PASSPHRASE) return environment.BACKUP_PASSPHRASE || undefined
  if (!process.stdin.isTTY)
    throw new StartError('--passphrase asks for it on a terminal. Set BACKUP_PASSPHRASE instead.')
  const passphrase = await ask('Passphrase: ')
  if (isNew && (await ask('Once more: ')) !== passphrase) throw new StartError('These are two different passphrases.')
  if (!passphrase) throw new StartError('The passphrase is empty.')
  return passphrase
}

/** Shows the question, and not what is typed. */
async function ask(question: string) {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
