import type { FastifyRequest } from 'fastify'

/** The address of the customer's page of an enquiry, as the visitor reaches this server. */
export function pageAddress({ protocol, host }: FastifyRequest, token: string) {
  return `${protocol}://${host}/t/${token}`
}
