import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorResponse } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of the body as `multipart/form-data`, for a route that accepts it as well as JSON. */
    form?: z.ZodType
  }
}

/** Serves the OpenAPI document of all routes registered after this call, generated from their schemas, and its page. */
export async function apiDocument(app: App, config: Config) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.appName} API`,
        version: '1',
        description:
          'Responses have the shape `{message, data}`, errors `{message, code, errors?}`. POST and PATCH accept an `Idempotency-Key` header: ' +
          'requests with the same key from the same user are executed once. `PATCH /enquiry` accepts `If-Match`.',
      },
      servers: [{ url: config.publicUrl ?? '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    hideUntagged: true,
    transform: ({ schema, ...route }) => {
      const response = { ...(schema?.response as object), '4XX': ErrorResponse, '5XX': ErrorResponse }
      const described = jsonSchemaTransform({ schema: { ...schema, response }, ...route })
      const { form } = route.route.config ?? {}
      return form
        ? { ...described, schema: { ...described.schema, body: eitherBody(described.schema.body, form) } }
        : described
    },
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { url: '/api/openapi.json', persistAuthorization: false },
  })
  app.get('/api/openapi.json', async () => app.swagger())
}

function eitherBody(json: unknown, form: z.ZodType) {
  return {
    content: {
      'application/json': { schema: json },
      'multipart/form-data': { schema: z.toJSONSchema(form, { io: 'input' }) },
    },
  }
}
