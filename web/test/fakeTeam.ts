import { z } from 'zod'
import { Invitation, Invite } from '#contract/accounts.ts'
import {
  ChangeMember,
  ForgotPassword,
  InvitationState,
  LookAtInvitation,
  ResetLink,
  ResetPassword,
  Team,
  TeamMember,
} from '#contract/team.ts'
import { uuid } from './people.ts'

/** The schemas of the routes for the team and for forgotten passwords. */
export const teamContract = {
  'POST /auth/forgot': { body: ForgotPassword, answer: z.null() },
  'POST /auth/reset': { body: ResetPassword, answer: z.null() },
  'GET /team': { answer: Team },
  'PATCH /team/:id': { body: ChangeMember, answer: TeamMember },
  'POST /team/:id/reset-link': { answer: ResetLink },
  'POST /invitations': { body: Invite, answer: Invitation },
  'DELETE /invitations/:id': { answer: z.unknown() },
  'POST /invitations/state': { body: LookAtInvitation, answer: InvitationState },
}

export function isTeamRoute(route: string): route is keyof typeof teamContract {
  return route in teamContract
}

export function member(number: number, changes: Partial<TeamMember> = {}) {
  return TeamMember.parse({
    _id: uuid(number),
    name: `Person ${number}`,
    email: `person-${number}@blueharbour.test`,
    role: 'member',
    profilePic: null,
    isActive: true,
    lastSeenAt: '2026-11-20T08:00:00.000Z',
    ...changes,
  })
}

interface TeamRequest {
  route: keyof typeof teamContract
  params: Record<string, unknown>
  body: any
}

/** Their responders in the fake server. */
export function usualTeam({ route, params, body }: TeamRequest, team: Team) {
  switch (route) {
    case 'GET /team':
      return ok(team)
    case 'PATCH /team/:id':
      team.people = team.people.map((each) => (each._id === params.id ? { ...each, ...body } : each))
      return ok(
        team.people.find(({ _id }) => _id === params.id),
        'Saved',
      )
    case 'POST /team/:id/reset-link':
      return ok({ _id: uuid(750), token: 'the.reset.one', expiresAt: '2126-11-28T08:00:00.000Z' }, 'Link created', 201)
    case 'POST /invitations': {
      const made = { ...body, _id: uuid(700), expiresAt: '2126-11-28T08:00:00.000Z' }
      team.invitations = [{ ...made, mailFailure: null }, ...team.invitations]
      return ok({ ...made, invitation: 'the.secret.one', isMailed: false }, `Invitation for ${body.email} created`, 201)
    }
    case 'DELETE /invitations/:id':
      team.invitations = team.invitations.filter(({ _id }) => _id !== params.id)
      return ok(null, 'Invitation withdrawn')
    case 'POST /invitations/state':
      return ok({ state: 'open', companyName: 'Blue Harbour', email: 'noor@blueharbour.test', role: 'member' })
    default:
      return ok(null, 'Done')
  }
}

function ok(data: unknown, message?: string, status = 200) {
  return { status, body: { message, data } }
}
