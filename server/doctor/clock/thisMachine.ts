import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { isLoopback } from '#server/mail/mailTransport.ts'

/** Whether a host, or the folder of a socket, is on this machine. Throws for a name that has no address. */
export async function isThisMachine(host: string) {
  if (host.startsWith('/')) return true
  const { address } = await lookup(host.replace(/^\[|\]$/g, ''))
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return isLoopback(address) || own.some((each) => each.address === address)
}
