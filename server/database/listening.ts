import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'

const retryMilliseconds = 250

/** Hears a channel until `signal` aborts, on a connection that is opened again when it is lost. */
export async function keepListening(
  config: ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  signal: AbortSignal,
) {
  const open = async () => {
    const client = new Client(config)
    const close = () => void client.end().catch(() => undefined)
    // An 'end' event follows.
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => onMessage(payload))
    try {
      await client.connect()
      await client.query(`listen ${escapeIdentifier(channel)}`)
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
      await wait(retryMilliseconds, undefined, { ref: false })
    }
  }
  await open()
}
