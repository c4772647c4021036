import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorResponse } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import { apiPaths, apiPrefix } from './apiPaths.ts'
import type { App } from './app.ts'
import { unknownPath } from './errors.ts'
import { acceptsGzip } from './pages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of the body as `multipart/form-data`, for a route that accepts it as well as JSON. */
    form?: z.ZodType
  }
}

const documentPath = apiPrefix + apiPaths.openApi
const pagePath = apiPrefix + apiPaths.docs

const compress = promisify(gzip)

/** Generates the OpenAPI document of all routes registered after this call from their schemas. */
export async function describeApi(app: App, config: Config) {
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
      servers: [{ url: config.apiOrigin ?? config.publicUrl ?? '/' }],
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
}

/** Per address: the page has a few files, and nobody reads the document more often. */
const rateLimit = { max: 300, timeWindow: 60_000 }

/** Serves the document of `describeApi`, and its page. */
export function documentRoutes(app: App) {
  const prepared = once(() => prepare(app))
  app.get(documentPath, { config: { rateLimit } }, async ({ headers }, reply) => {
    const { plain, packed, etag } = await prepared()
    void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    void reply.type('application/json; charset=utf-8')
    return acceptsGzip(headers['accept-encoding']) ? reply.header('content-encoding', 'gzip').send(packed) : plain
  })
  const page = once(() => openPage(app))
  for (const url of [pagePath, `${pagePath}/*`]) {
    app.get(url, { schema: { hide: true }, config: { rateLimit } }, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await (await page()).inject(withoutBody(request))
      if (statusCode === 404) throw unknownPath()
      const { connection: _connection, date: _date, ...own } = headers
      return reply.code(statusCode).headers(own).send(rawPayload)
    })
  }
}

/** Does the work at the first call, and again after it has failed. */
function once<T>(work: () => Promise<T>) {
  let result: Promise<T> | undefined
  return () =>
    (result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    }))
}

/** The document as it is sent, which changes only with the server. */
async function prepare(app: App) {
  const plain = Buffer.from(JSON.stringify(app.swagger()))
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return { plain, packed: await compress(plain), etag }
}

/** The page is an application of its own, because Fastify adds no routes after the start, and few people ever open it. */
async function openPage({ swagger: document }: App) {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const page = Fastify()
  // The plugin of the page asks for this one.
  await page.register(swagger)
  page.swagger = document
  await page.register(swaggerUi, {
    routePrefix: pagePath,
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { url: documentPath, persistAuthorization: false },
  })
  return page
}

function withoutBody({ url, headers }: FastifyRequest) {
  return { method: 'GET' as const, url, headers }
}

function eitherBody(json: unknown, form: z.ZodType) {
  return {
    content: {
      'application/json': { schema: json },
      'multipart/form-data': { schema: z.toJSONSchema(form, { io: 'input' }) },
    },
  }
}
