import { subscribe, unsubscribe } from 'node:diagnostics_channel'

interface RegisteredRoute {
  method: string | string[]
  url: string
  bodyLimit?: number
}

type Hooking = { fastify: { addHook: (name: 'onRoute', hook: (route: RegisteredRoute) => void) => unknown } }

/** Fastify's own. */
const defaultBodyLimit = 1024 * 1024

/** Notes each route, such as `GET /api/enquiry`, that `build` registers, and how many bytes its body may have. */
export async function everyRoute<T>(build: () => Promise<T>) {
  const routes = new Map<string, number>()
  const note = ({ method, url, bodyLimit = defaultBodyLimit }: RegisteredRoute) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.set(`${each} ${url}`, bodyLimit)
  }
  const listen = (message: unknown) => (message as Hooking).fastify.addHook('onRoute', note)
  subscribe('fastify.initialization', listen)
  const built = await build()
  unsubscribe('fastify.initialization', listen)
  return { built, routes: [...routes.keys()], bodyLimits: routes }
}
