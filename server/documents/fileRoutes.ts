import { StorageUse } from '#contract/documents.ts'
import { envelope } from '#contract/paging.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { Storage } from '#server/storage/storage.ts'
import { dispositionOf } from './fileNames.ts'
import { downloadType, SignedFile, type FileUrls } from './fileUrls.ts'
import { findStorageUse } from './quota.ts'

export function fileRoutes(
  app: App,
  { config, db, storage, urls }: { config: Config; db: Db; storage: Storage; urls: FileUrls },
) {
  app.route({
    method: 'GET',
    url: apiPaths.storage,
    config: { access: 'signed-in' },
    schema: {
      summary: "The company's used storage and its quota, in bytes",
      tags: ['documents'],
      response: { 200: envelope(StorageUse) },
    },
    handler: async ({ actor }) => ({ message: 'Storage', data: await findStorageUse(db, actor, config.storageQuota) }),
  })

  app.route({
    method: 'GET',
    url: apiPaths.file,
    config: { access: 'public' },
    schema: {
      summary: 'Read a stored file by its signed, expiring URL',
      tags: ['documents'],
      params: SignedFile.pick({ key: true }),
      querystring: SignedFile.omit({ key: true }),
    },
    async handler(request, reply) {
      const file = { ...request.params, ...request.query }
      if (!urls.isValid(file)) throw forbidden('This link has expired. Reload the page for a new one')
      const content = await storage.open(file.key)
      if (!content) throw notFound('File')
      return reply
        .headers({
          'content-type': file.type,
          'content-length': content.size,
          'content-disposition': dispositionOf(isDownload(file) ? 'attachment' : 'inline', file.name),
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=900, immutable',
          // The page may be on another host of the same site.
          ...(config.apiOrigin && { 'cross-origin-resource-policy': 'same-site' }),
        })
        .send(content.stream)
    },
  })
}

/** Files that are not images, and those whose link asks for it: browsers ignore its attribute `download` if it leads to another host. */
function isDownload({ type, download }: SignedFile) {
  return type === downloadType || download !== undefined
}
