import { backupCommand } from '#server/commands/backupCommand.ts'
import { FailedCommand, type RunCommand } from '#server/commands/commandRunner.ts'
import { verifyCommand } from '#server/commands/verifyCommand.ts'

const commands: Record<string, typeof backupCommand> = { backup: backupCommand, verify: verifyCommand }

/** Runs the commands of the product in this process, because its tests do not build it. */
export function commandsInProcess(environment: NodeJS.ProcessEnv): RunCommand {
  return async ([name = '', ...args]) => {
    const lines: string[] = []
    try {
      await commands[name]!(args, environment, (line) => lines.push(line))
      return lines
    } catch (error) {
      throw new FailedCommand([...lines, (error as Error).message])
    }
  }
}
