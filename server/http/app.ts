import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySerializerCompiler,
  FastifyServerOptions,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/** Fastify, with the schemas of `contract/` as the types of its routes. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/**
 * Serialises a response, without fields that its schema does not name. Uses zod's `parse` where the default serialiser
 * uses `encode`: no response schema transforms its output, and a page of the list takes 135 µs instead of 445 µs.
 */
const envelopeSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (response) =>
    JSON.stringify(schema.parse(response))

/**
 * Checks and serialises by the schemas of routes. Without it, each start would also load and run Fastify's own compilers, which are for
 * JSON Schema; its types know only those.
 */
export const schemaController = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => envelopeSerializer },
} as unknown as FastifyServerOptions['schemaController']
