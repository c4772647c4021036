import { z } from 'zod'
import { Invitation, Invite } from '#contract/accounts.ts'
import { envelope } from '#contract/paging.ts'
import { ChangeMember, InvitationState, LookAtInvitation, ResetLink, Team, TeamMember } from '#contract/team.ts'
import type { AccountMailer } from '#server/accounts/accountMailer.ts'
import { invitationMail } from '#server/accounts/accountMails.ts'
import { findUser } from '#server/accounts/accountStore.ts'
import { type LinkSecrets, tokenOf } from '#server/accounts/secretTokens.ts'
import { requireJoining } from '#server/accounts/signIn/registration.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import type { FileUrls } from '#server/documents/fileUrls.ts'
import { apiPaths } from '#server/http/apiPaths.ts'
import type { App } from '#server/http/app.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { invite, listInvitations, readInvitationState, toOpenInvitation, withdrawInvitation } from './invitations.ts'
import { createResetLink } from './resetLinks.ts'
import { changeMember, type HandBack, listMembers, toTeamMember } from './team.ts'

const tags = ['team']
const params = z.object({ id: z.guid() })

/** Passed in, because accounts must not import enquiries. */
export type Leaving = { handBack: HandBack; onHandedBack: () => void }

type Mailers = { mailer: Mailer; accountMailer: AccountMailer }

interface TeamServices {
  config: Config
  db: Db
  urls: FileUrls
  linkSecrets: LinkSecrets
}

export function teamRoutes(app: App, services: TeamServices, mailers: Mailers, leaving: Leaving) {
  memberRoutes(app, services, leaving)
  resetLinkRoutes(app, services, mailers)
  invitationRoutes(app, services, mailers)
}

function memberRoutes(app: App, { db, urls }: { db: Db; urls: FileUrls }, { handBack, onHandedBack }: Leaving) {
  app.route({
    method: 'GET',
    url: apiPaths.team,
    config: { access: ['read', 'team'] },
    schema: { summary: 'The people in the company, and the open invitations', tags, response: { 200: envelope(Team) } },
    async handler({ actor }) {
      const [people, invitations] = await Promise.all([listMembers(db, actor), listInvitations(db, actor)])
      return { message: 'Team', data: { people: people.map((row) => toTeamMember(row, urls)), invitations } }
    },
  })

  app.route({
    method: 'PATCH',
    url: apiPaths.teamMember,
    config: { access: ['update', 'team'] },
    schema: {
      summary: "Change a person's role, deactivate them (which ends their sessions), or reactivate them",
      tags,
      params,
      body: ChangeMember,
      response: { 200: envelope(TeamMember) },
    },
    async handler(request) {
      const saved = await runIdempotently(db, request, async (tx) => {
        const changed = await changeMember(tx, request.actor, request.params.id, request.body, handBack)
        return { message: `${changed.name} saved`, data: toTeamMember(changed, urls) }
      })
      onHandedBack()
      return saved
    },
  })
}

function resetLinkRoutes(
  app: App,
  { config, db, linkSecrets }: { config: Config; db: Db; linkSecrets: LinkSecrets },
  { accountMailer }: Mailers,
) {
  app.route({
    method: 'POST',
    url: apiPaths.resetLink,
    config: { access: ['update', 'team'] },
    schema: {
      summary: 'Make a link with which a colleague chooses a new password; replaces their earlier links',
      tags,
      params,
      response: { 201: envelope(ResetLink) },
    },
    async handler(request, reply) {
      const { actor } = request
      const created = await runIdempotently(db, request, async (tx) => {
        const { id, name, expiresAt } = await createResetLink(tx, accountMailer, actor, request.params.id, {
          secrets: linkSecrets,
          config,
        })
        // The idempotency table stores this response, so it must not contain the secret.
        return { message: `Link for ${name} created`, data: { _id: id, expiresAt: expiresAt.toISOString() } }
      })
      accountMailer.wake()
      const key = { companyId: actor.companyId, id: created.data._id }
      const token = tokenOf(key, linkSecrets.resetSecret(key))
      return reply.code(201).send({ ...created, data: { ...created.data, token } })
    },
  })
}

function invitationRoutes(
  app: App,
  { config, db, linkSecrets }: { config: Config; db: Db; linkSecrets: LinkSecrets },
  { mailer, accountMailer }: Mailers,
) {
  app.route({
    method: 'POST',
    url: apiPaths.invitations,
    config: { access: ['create', 'team'] },
    schema: {
      summary: 'Invite a person to the company, by email if the server sends email',
      tags,
      body: Invite,
      response: { 201: envelope(Invitation) },
    },
    async handler(request, reply) {
      const { actor, body } = request
      requireJoining(config.registration)
      const invited = await runIdempotently(db, request, async (tx) => {
        const row = await invite(tx, accountMailer, actor, body, linkSecrets)
        const { mailFailure: _none, ...data } = toOpenInvitation(row)
        const inviter = (await findUser(tx, actor))!
        const token = linkSecrets.invitationToken(row)
        if (mailer.isOn) await mailer.queue(tx, invitationMail(config, inviter, { ...row, token }))
        // The idempotency table stores this response, so it must not contain the secret.
        return { message: `Invitation for ${body.email} created`, data: { ...data, isMailed: mailer.isOn } }
      })
      mailer.wake()
      const key = { companyId: actor.companyId, id: invited.data._id }
      const invitation = linkSecrets.invitationToken(key)
      return reply.code(201).send({ ...invited, data: { ...invited.data, invitation } })
    },
  })

  app.route({
    method: 'DELETE',
    url: apiPaths.invitation,
    config: { access: ['delete', 'team'] },
    schema: { summary: 'Withdraw an invitation', tags, params, response: { 200: envelope(z.null()) } },
    async handler({ actor, params: { id } }) {
      const { email } = await db.beginFor(actor.companyId, (tx) => withdrawInvitation(tx, actor, id))
      return { message: `Invitation for ${email} withdrawn`, data: null }
    },
  })

  app.route({
    method: 'POST',
    url: apiPaths.invitationState,
    config: { access: 'public', rateLimit: { max: 300 } },
    schema: {
      summary: 'The state of an invitation, for the person who has its link',
      tags,
      body: LookAtInvitation,
      response: { 200: envelope(InvitationState) },
    },
    handler: async ({ body }) => ({ data: await readInvitationState(db, body.invitation) }),
  })
}
