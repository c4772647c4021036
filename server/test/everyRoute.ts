import { subscribe, unsubscribe } from 'node:diagnostics_channel'

interface RegisteredRoute {
  method: string | string[]
  url: string
}

type Hooking = { fastify: { addHook: (name: 'onRoute', hook: (route: RegisteredRoute) => void) => unknown } }

/** Notes each route, such as `GET /api/enquiry`, that `build` registers. */
export async function everyRoute<T>(build: () => Promise<T>) {
  const routes = new Set<string>()
  const note = ({ method, url }: RegisteredRoute) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.add(`${each} ${url}`)
  }
  const listen = (message: unknown) => (message as Hooking).fastify.addHook('onRoute', note)
  subscribe('fastify.initialization', listen)
  const built = await build()
  unsubscribe('fastify.initialization', listen)
  return { built, routes: [...routes] }
}
