import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { IconifyJSON } from '@iconify/types'
import { getIcons } from '@iconify/utils'
import { z } from 'zod'
import type { App } from './app.ts'
import { unknownPath } from './errors.ts'

/** The icon sets that the product uses, with the file of their package. */
const packages = new Map([['lucide', '@iconify-json/lucide/icons.json']])

const IconRequest = {
  params: z.object({ file: z.string().regex(/^[a-z0-9-]{1,40}\.json$/) }),
  querystring: z.object({
    icons: z
      .string()
      .regex(/^[a-z0-9-]{1,80}(,[a-z0-9-]{1,80})*$/)
      .max(500),
  }),
}

/** Serves icons as Iconify's hosts do, `GET /icons/{set}.json?icons=a,b`, so that they need no internet access. */
export function iconRoutes(app: App) {
  const sets = new Map<string, IconifyJSON>()

  app.get('/icons/:file', { schema: IconRequest }, async ({ params, query }, reply) => {
    const prefix = params.file.replace('.json', '')
    const path = packages.get(prefix)
    if (!path) throw unknownPath()
    const set = sets.get(prefix) ?? (await readSet(path))
    sets.set(prefix, set)
    const icons = getIcons(
      set,
      query.icons.split(',').filter((name) => !(name in Object.prototype)),
      true,
    )
    if (!icons) throw unknownPath()
    return reply.header('cache-control', 'public, max-age=604800').send(icons)
  })
}

async function readSet(path: string): Promise<IconifyJSON> {
  return JSON.parse(await readFile(fileURLToPath(import.meta.resolve(path)), 'utf8'))
}
