import { createMongoAbility, type MongoAbility } from '@casl/ability'
import { z } from 'zod'
import { limits } from './limits.ts'
import { requiredLine } from './text.ts'

export const roles = ['owner', 'agent', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Registration is for everybody, for people with an invitation, or for nobody. The first company can always be registered. */
export const registrations = ['open', 'invited', 'closed'] as const
export type Registration = (typeof registrations)[number]

export type Action = 'read' | 'create' | 'update' | 'delete' | 'answer' | 'manage'
export type Subject = 'enquiry' | 'acl-page' | 'company' | 'team' | 'all'
export type AppAbility = MongoAbility<[Action, Subject]>

const abilities: Record<Role, AppAbility> = {
  owner: createMongoAbility([{ action: 'manage', subject: 'all' }]),
  agent: createMongoAbility([
    { action: ['read', 'create', 'update', 'answer'], subject: 'enquiry' },
    { action: 'read', subject: 'acl-page' },
  ]),
  member: createMongoAbility([
    { action: ['read', 'create', 'update'], subject: 'enquiry' },
    { action: 'read', subject: 'acl-page' },
  ]),
  viewer: createMongoAbility([{ action: 'read', subject: 'enquiry' }]),
}

/** What each role may do; the server's guard and the page both ask this. */
export function abilityFor(role: Role) {
  return abilities[role]
}

export const User = z
  .object({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    mustConfirmEmail: z
      .boolean()
      .describe('the server sends mail, and nobody has opened the link in the mail to this address yet'),
    profilePic: z.string().nullable(),
    company: z.object({
      _id: z.uuid(),
      companyName: z.string(),
      logo: z.string().nullable(),
      sessionDays: z.number().int().describe('a session ends this many days after its sign-in at the latest'),
    }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const SignedIn = z.object({ accessToken: z.string(), userData: User }).meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

export const email = z.string().trim().toLowerCase().min(1).max(limits.email).pipe(z.email())
export const newPassword = z.string().min(limits.password.min).max(limits.password.max)
const name = requiredLine(limits.name)
const companyName = requiredLine(limits.companyName)
const sessionDays = z.number().int().min(limits.sessionDays.min).max(limits.sessionDays.max)
const picture = z.string().min(1).nullable().describe('an image as a `data:` URL, or null for none')

const currentPassword = z.string().min(1).max(limits.password.max)

export const LogIn = z
  .object({
    email,
    password: currentPassword,
    company: z
      .uuid()
      .optional()
      .describe('which account, for a person with the same email address and password in several companies'),
  })
  .meta({ id: 'LogIn' })
export type LogIn = z.infer<typeof LogIn>

/** The `data` of the error `choose-company`: the companies in which the email address and the password are right. */
export const CompanyChoice = z.array(z.object({ _id: z.uuid(), companyName: z.string() })).meta({ id: 'CompanyChoice' })
export type CompanyChoice = z.infer<typeof CompanyChoice>

/** Proves again who is signed in; good for 10 minutes. */
export const Reauthenticate = z.object({ password: currentPassword }).meta({ id: 'Reauthenticate' })
export type Reauthenticate = z.infer<typeof Reauthenticate>

export const RegisterCompany = z
  .object({ companyName, name, email, password: newPassword })
  .meta({ id: 'RegisterCompany' })
export type RegisterCompany = z.infer<typeof RegisterCompany>

export const JoinCompany = z
  .object({ invitation: z.string().min(1).max(200), name, password: newPassword })
  .meta({ id: 'JoinCompany' })
export type JoinCompany = z.infer<typeof JoinCompany>

/** Either of the two; which one is meant, and so which fields are missed, the `invitation` tells. */
export const Register = z
  .looseObject({ invitation: z.unknown().optional() })
  .transform((input, context): RegisterCompany | JoinCompany => {
    const parsed = (input.invitation === undefined ? RegisterCompany : JoinCompany).safeParse(input)
    if (parsed.success) return parsed.data
    context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: undefined, continue: true })))
    return z.NEVER
  })
  .meta({
    anyOf: [{ $ref: '#/components/schemas/RegisterCompanyInput' }, { $ref: '#/components/schemas/JoinCompanyInput' }],
  })

export const Invite = z.object({ email, role: z.enum(roles) }).meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

export const Invitation = z
  .object({
    _id: z.uuid(),
    invitation: z.string().describe('the secret that `POST /auth/register` takes'),
    email: z.string(),
    role: z.enum(roles),
    expiresAt: z.iso.datetime(),
    isMailed: z.boolean().describe('whether the link goes to the address by mail; else somebody has to pass it on'),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** The changed fields of the caller; those of the company only from who may update it. */
export const UpdateUser = z
  .object({
    name,
    email,
    profilePic: picture,
    company: z.object({ companyName, logo: picture, sessionDays }).partial(),
  })
  .partial()
  .meta({ id: 'UpdateUser' })
export type UpdateUser = z.infer<typeof UpdateUser>

export const ChangePassword = z.object({ currentPassword, newPassword }).meta({ id: 'ChangePassword' })
export type ChangePassword = z.infer<typeof ChangePassword>

/** Where the caller is signed in. */
export const SessionEntry = z
  .object({
    _id: z.uuid(),
    device: z.string().describe("the browser's own name for itself"),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SessionEntry' })
export type SessionEntry = z.infer<typeof SessionEntry>
