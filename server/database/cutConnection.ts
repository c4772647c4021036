import type { Duplex } from 'node:stream'
import type { Client } from 'pg'

/** Closes a connection at once. After a TLS alert, the driver's `end` may wait forever for the other side to close it. */
export function cutConnection(client: Client) {
  // The driver's types leave it out.
  const { connection } = client as Client & { connection: { stream: Duplex } }
  connection.stream.destroy()
}
