import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { showVersion } from './runningServers.ts'

const retryDelayMs = 250

/** Listens to a channel until `signal` aborts, and reconnects when the connection is lost. */
export async function keepListening(
  config: ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  signal: AbortSignal,
) {
  const open = async () => {
    const client = new Client(config)
    const close = () => void client.end().catch(() => undefined)
    // An 'end' event follows, which reconnects.
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => onMessage(payload))
    try {
      await client.connect()
      await client.query(`${showVersion}; listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      close()
      throw error
    }
    client.once('end', () => void reopen())
    signal.addEventListener('abort', close, { once: true })
    client.once('end', () => signal.removeEventListener('abort', close))
    if (signal.aborted) close()
  }
  const reopen = async () => {
    while (
      !signal.aborted &&
      !(await open().then(
        () => true,
        () => false,
      ))
    ) {
      await wait(retryDelayMs, undefined, { ref: false })
    }
  }
  await open()
}
