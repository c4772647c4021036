import { UpdateUser, User } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { envelope } from '#contract/paging.ts'
import { prepareProfile, updateProfile } from '#server/accounts/profile/profile.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { keepPicture } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { requireRoom } from '#server/documents/quota.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { acceptLargeJson } from '#server/http/limits/largeJson.ts'
import { senderOf } from '#server/http/limits/uploads.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { AccountMailer } from './accountMailer.ts'
import { findUser, toUser } from './accountStore.ts'

/** Two pictures as data URLs (4/3 of their size), and 1 MB for the other fields. */
const maxProfileBytes = Math.ceil(2 * limits.documentBytes * (4 / 3)) + 1024 * 1024

interface AccountServices {
  config: Config
  db: Db
  storage: Storage
  urls: FileUrls
}

export function accountRoutes(app: App, services: AccountServices, mailer: AccountMailer) {
  readRoutes(app, services)
  app.register(async (large: App) => changeRoute(large, services, mailer))
}

function readRoutes(app: App, services: AccountServices) {
  const { db } = services
  for (const url of [apiPaths.profile, apiPaths.me]) {
    app.route({
      method: 'GET',
      url,
      config: { access: 'signed-in' },
      schema: { summary: 'The signed-in user', tags: ['accounts'], response: { 200: envelope(User) } },
      handler: async ({ actor }) => ({ message: 'Your profile', data: toUser((await findUser(db, actor))!, services) }),
    })
  }
}

function changeRoute(app: App, services: AccountServices, mailer: AccountMailer) {
  const { config, db, storage } = services
  acceptLargeJson(app)
  app.route({
    method: 'PATCH',
    url: apiPaths.users,
    config: { access: 'signed-in' },
    bodyLimit: maxProfileBytes,
    schema: {
      summary: 'Change your own profile and, as an owner, the company',
      tags: ['accounts'],
      body: UpdateUser,
      response: { 200: envelope(User) },
    },
    async handler(request) {
      const { actor, body } = request
      const changes = await prepareProfile(actor, body, senderOf(request))
      const saved = await runIdempotently(db, request, async (tx) => {
        const hasNewAddress = await updateProfile(tx, mailer, actor, changes)
        if (body.company?.logo) await requireRoom(tx, actor, config.storageQuota, 'company.logo')
        if (body.profilePic) await requireRoom(tx, actor, config.storageQuota, 'profilePic')
        for (const picture of changes.pictures) await keepPicture(storage, picture)
        const user = (await findUser(tx, actor))!
        const isLinkMailed = mailer.isOn && hasNewAddress
        const message = isLinkMailed ? `Profile saved. We have sent a link to ${user.email}` : 'Profile saved'
        return { message, data: toUser(user, services) }
      })
      mailer.wake()
      return saved
    },
  })
}
