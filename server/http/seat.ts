import type { Side } from '#contract/chat.ts'
import type { Actor } from './actor.ts'
import { forbidden } from './errors.ts'

/** 403 for who may not answer, in the host's seat. */
export function requireSeat({ ability }: Actor, side: Side) {
  if (side === 'host' && !ability.can('answer', 'enquiry')) throw forbidden('Only an agent can answer as the host')
}
