import { UpdateUser, User } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { envelope } from '#contract/paging.ts'
import { prepareProfile, type ProfileChanges, updateProfile } from '#server/accounts/profile/profile.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { keepPicture } from '#server/documents/documents.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { requireRoom } from '#server/documents/quota.ts'
import type { Actor } from '#server/http/actor.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { findEarlier, runIdempotently } from '#server/http/idempotency.ts'
import { acceptLargeJson } from '#server/http/limits/largeJson.ts'
import { senderOf } from '#server/http/limits/uploads.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { AccountMailer } from './accountMailer.ts'
import { findUser, toUser } from './accountStore.ts'

/** Two pictures as data URLs (4/3 of their size), and 1 MB for the other fields. */
const maxProfileBytes = Math.ceil(2 * limits.documentBytes * (4 / 3)) + 1024 * 1024

type Saved = { message: string; data: User }

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
  const { config, db } = services
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
      const earlier = await findEarlier<Saved>(db, request)
      if (earlier) return earlier
      const changes = await prepareProfile(actor, body, senderOf(request))
      await keepPictures(services, actor, body, changes)
      const saved: Saved = await runIdempotently(db, request, async (tx) => {
        const hasNewAddress = await updateProfile(tx, mailer, actor, changes)
        if (body.company?.logo) await requireRoom(tx, actor, config.storageQuota, 'company.logo')
        if (body.profilePic) await requireRoom(tx, actor, config.storageQuota, 'profilePic')
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

/** Before the transaction, so that nobody waits for the storage while the person's row is locked. */
async function keepPictures(
  { config, db, storage }: AccountServices,
  actor: Actor,
  body: UpdateUser,
  { pictures }: ProfileChanges,
) {
  if (pictures.length === 0) return
  await requireRoom(db, actor, config.storageQuota, body.profilePic ? 'profilePic' : 'company.logo', pictures)
  for (const picture of pictures) await keepPicture(storage, picture)
}
