import { subscribe, unsubscribe } from 'node:diagnostics_channel'

interface RegisteredRoute {
  method: string | string[]
  url: string
  bodyLimit?: number
}

type InitializationMessage = {
  fastify: { addHook: (name: 'onRoute', hook: (route: RegisteredRoute) => void) => unknown }
}

/** Fastify's default. */
const defaultBodyLimit = 1024 * 1024

/** Whether it is a route of the API, and not one that serves the API document or its page. */
export function isApiRoute(route: string) {
  return / \/api\/(?!docs|openapi\.json)/.test(route)
}

/** Collects the routes that `build` registers, such as `GET /api/enquiry`, and their body limits in bytes. */
export async function everyRoute<T>(build: () => Promise<T>) {
  const routes = new Map<string, number>()
  const collect = ({ method, url, bodyLimit = defaultBodyLimit }: RegisteredRoute) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.set(`${each} ${url}`, bodyLimit)
  }
  const listen = (message: unknown) => (message as InitializationMessage).fastify.addHook('onRoute', collect)
  subscribe('fastify.initialization', listen)
  const built = await build()
  unsubscribe('fastify.initialization', listen)
  return { built, routes: [...routes.keys()], bodyLimits: routes }
}
