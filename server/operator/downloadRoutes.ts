import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { DownloadLink } from '#contract/operator.ts'
import { envelope } from '#contract/paging.ts'
import type { LinkSecrets } from '#server/accounts/secretTokens.ts'
import { requireRecentSignIn } from '#server/accounts/signIn/signIn.ts'
import { openFolderPlace } from '#server/backup/places/folderPlace.ts'
import { tarOf } from '#server/backup/places/tarStream.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { dispositionOf } from '#server/documents/fileNames.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { forbidden } from '#server/http/errors.ts'
import { requireBackup } from './backupFolder.ts'

const tags = ['operator']
const lifetimeSeconds = 60
const params = z.object({ name: z.string().max(100) })
const Signed = z.object({ expires: z.coerce.number().int().describe('seconds since 1970'), signature: z.string() })

export type DownloadServices = { config: Config; db: Db; linkSecrets: LinkSecrets }

/**
 * A browser downloads a file by its address, without a token. So an operator, who has entered the password in the last ten minutes, gets
 * an address that works for a minute, for everybody who has it.
 */
export function downloadRoutes(api: App, { config, db, linkSecrets }: DownloadServices) {
  const sign = (name: string, expires: number) => linkSecrets.signatureOf(`backup ${name} ${expires}`)

  api.route({
    method: 'POST',
    url: apiPaths.operatorBackupLink,
    config: { access: 'operator' },
    schema: {
      summary: 'Make a link that downloads a backup. It needs a sign-in in the last ten minutes',
      tags,
      params,
      response: { 201: envelope(DownloadLink) },
    },
    async handler({ actor, params: { name }, log }, reply) {
      await requireRecentSignIn(db, actor)
      await requireBackup(config, name)
      const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds
      const query = new URLSearchParams({ expires: String(expires), signature: sign(name, expires) })
      log.warn({ backup: name, user: actor.userId }, 'an operator downloads a backup')
      const path = apiPaths.operatorBackup.replace(':name', name)
      const data = { url: `${config.apiUrl}${path}?${query.toString()}` }
      return reply.code(201).send({ message: 'The download starts', data })
    },
  })

  api.route({
    method: 'GET',
    url: apiPaths.operatorBackup,
    // It would read the whole backup for nobody.
    exposeHeadRoute: false,
    config: { access: 'public' },
    schema: {
      summary: 'Download a backup by its signed, expiring URL, as a `.tar` file that `restore` accepts',
      tags,
      params,
      querystring: Signed,
      produces: ['application/x-tar'],
    },
    async handler({ params: { name }, query }, reply) {
      if (!isValid(query, sign(name, query.expires)))
        throw forbidden('This link has expired. Choose “Download” again for a new one')
      const folder = await requireBackup(config, name)
      return reply
        .headers({
          'content-type': 'application/x-tar',
          'content-disposition': dispositionOf('attachment', `enquiry-desk-${name}.tar`),
        })
        .send(await tarOf(await openFolderPlace(folder), name))
    },
  })
}

function isValid({ expires, signature }: z.infer<typeof Signed>, wanted: string) {
  const [expected, given] = [Buffer.from(wanted), Buffer.from(signature)]
  return expires > Date.now() / 1000 && given.length === expected.length && timingSafeEqual(given, expected)
}
