import { z } from 'zod'
import { JoinCompany, LogIn, RegisterCompany, SessionEntry, SignedIn, UpdateUser, User } from '#contract/accounts.ts'
import { StorageUse } from '#contract/documents.ts'
import { CreateEnquiry, Enquiry, PageOfEnquiries, EnquirySummary, UpdateEnquiry } from '#contract/enquiries.ts'
import { BePresent } from '#contract/events.ts'
import { HistoryEntry } from '#contract/history.ts'
import { pageOf } from '#contract/paging.ts'
import { accountContract } from './fakeAccount.ts'
import { chatContract } from './fakeChat.ts'
import { customerPageContract } from './fakeCustomerPage.ts'
import { customerContract } from './fakeCustomers.ts'
import { deskContract } from './fakeDesk.ts'
import { inboxContract } from './fakeInbox.ts'
import { manyContract } from './fakeMany.ts'
import { teamContract } from './fakeTeam.ts'
import { operatorContract } from './operator/fakeOperator.ts'

export interface Rule {
  body?: z.ZodType
  answer: z.ZodType
}

/** The contract's schemas of each route check the fake's requests and responses, as they check the server's. */
export const routes = {
  'GET /auth/profile': { answer: User },
  'POST /auth/login': { body: LogIn, answer: SignedIn },
  'POST /auth/register': { body: z.union([RegisterCompany, JoinCompany]), answer: SignedIn },
  'POST /auth/refresh': { answer: SignedIn },
  'POST /auth/logout': { answer: z.unknown() },
  'GET /auth/sessions': { answer: z.array(SessionEntry) },
  'DELETE /auth/sessions/:id': { answer: z.unknown() },
  ...accountContract,
  ...teamContract,
  'GET /storage': { answer: StorageUse },
  'PATCH /users': { body: UpdateUser, answer: User },
  'GET /enquiry': { answer: PageOfEnquiries },
  'GET /enquiry/activity': { answer: pageOf(HistoryEntry) },
  'POST /presence': { body: BePresent, answer: z.unknown() },
  'GET /enquiry/summary': { answer: EnquirySummary },
  'POST /enquiry': { body: CreateEnquiry, answer: Enquiry },
  'PATCH /enquiry': { body: UpdateEnquiry, answer: Enquiry },
  ...manyContract,
  ...chatContract,
  ...inboxContract,
  ...customerContract,
  ...customerPageContract,
  ...deskContract,
  ...operatorContract,
} satisfies Record<string, Rule>

export type Route = keyof typeof routes
