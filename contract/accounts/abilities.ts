import { createMongoAbility, type MongoAbility } from '@casl/ability'
import type { Role } from './roles.ts'

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

/** What each role may do. The server's guard and the page both check against it. */
export function abilityFor(role: Role) {
  return abilities[role]
}
