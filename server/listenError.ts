import { StartError } from './startError.ts'

type Place = { host: string; port: number }
/** The settings that people change to listen elsewhere. */
type Settings = { host: string; port: string }

/** Explains why a server could not listen, or returns the error as it is. */
export function listenError(error: NodeJS.ErrnoException, { host, port }: Place, settings: Settings) {
  if (error.code === 'EADDRINUSE') {
    const example = `${settings.port}=${port + 1}`
    return new StartError(
      `Port ${port} is in use. Stop the program that uses it, or choose another with ${settings.port}, such as ${example}.`,
    )
  }
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} requires more privileges. Choose one above 1023 with ${settings.port}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Choose another with ${settings.host}.`)
  }
  return error
}
