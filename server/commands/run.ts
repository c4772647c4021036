import { sayFailure } from './failure.ts'

const commands = {
  backup: async () => (await import('./backupCommand.ts')).backupCommand,
  'db:url': async () => (await import('./running/databaseUrlCommand.ts')).databaseUrlCommand,
  doctor: async () => (await import('./doctorCommand.ts')).doctorCommand,
  'mail:check': async () => (await import('./running/mailCheckCommand.ts')).mailCheckCommand,
  move: async () => (await import('./moveCommand.ts')).moveCommand,
  rollback: async () => (await import('./rollbackCommand.ts')).rollbackCommand,
  restore: async () => (await import('./restoreCommand.ts')).restoreCommand,
  user: async () => (await import('./running/userCommand.ts')).userCommand,
  verify: async () => (await import('./verifyCommand.ts')).verifyCommand,
}

/** Runs the command that the first argument names, with the other arguments. Exits with a one-line error if it fails. */
async function run([name = '', ...args]: string[]) {
  if (!(name in commands)) throw new Error(`Name a command: ${Object.keys(commands).join(', ')}.`)
  const command = await commands[name as keyof typeof commands]()
  await command(args, process.env, console.log)
}

await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(sayFailure(error))
  process.exit(1)
})

// A connection to a server that does not respond would keep the process running. Each command has waited for its work.
process.stdout.write('', () => process.exit())
