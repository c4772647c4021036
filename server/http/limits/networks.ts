import ipaddr from 'ipaddr.js'

/** The addresses that count as one visitor: an IPv4 address, or an IPv6 /64 network. */
export function networkOf(address: string) {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}
