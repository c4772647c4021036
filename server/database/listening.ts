import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { showServer } from './runningServers.ts'

const retryDelayMs = 250

/**
 * Listens to a channel until `signal` aborts, and reconnects when the connection is lost. Returns a function that says whether it
 * is connected.
 */
export async function keepListening(
  config: ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  signal: AbortSignal,
) {
  let isConnected = false
  const open = async () => {
    const client = new Client(config)
    const close = () => void client.end().catch(() => undefined)
    // An 'end' event follows, which reconnects.
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => onMessage(payload))
    try {
      await client.connect()
      await client.query(showServer)
      await client.query(`listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      close()
      throw error
    }
    isConnected = true
    client.once('end', () => {
      isConnected = false
      void reopen()
    })
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
  return () => isConnected
}
