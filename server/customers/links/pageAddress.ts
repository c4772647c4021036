import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** The address of the customer's page of an enquiry. Without PUBLIC_URL, as the visitor reaches this server. */
export function pageAddress({ publicUrl }: Config, { protocol, host }: FastifyRequest, token: string) {
  return `${publicUrl?.replace(/\/$/, '') ?? `${protocol}://${host}`}/t/${token}`
}
