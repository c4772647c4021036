import type { ChangeEvent, PresenceEvent, streamEvents } from '#contract/events.ts'
import type { Actor } from '#server/http/actor.ts'

/** A change as streams send it: the bytes are built once, however many listeners there are. */
export type ChangeFrame = { event: ChangeEvent; bytes: Buffer }

/** The same for presence, which people who may not read comments see less of. */
export type PresenceFrames = { everywhere: Buffer; outsideComments: Buffer }

export function changeFrame(event: ChangeEvent): ChangeFrame {
  return { event, bytes: Buffer.concat([Buffer.from(`id: ${event.no}\n`), frame('change', event)]) }
}

export function presenceFrames(presence: PresenceEvent): PresenceFrames {
  const people = peopleOutsideComments(presence)
  return { everywhere: frame('presence', presence), outsideComments: frame('presence', { ...presence, people }) }
}

export function frame(kind: keyof typeof streamEvents, content: object) {
  return Buffer.from(`event: ${kind}\ndata: ${JSON.stringify(content)}\n\n`)
}

/** People who may not read something do not hear that there is something new in it. */
export function mayHear({ ability }: Actor, { subject }: ChangeEvent) {
  switch (subject) {
    case 'thread':
    case 'seen':
      return ability.can('read', 'acl-page')
    case 'note':
    case 'answers':
      return ability.can('answer', 'enquiry')
    default:
      return true
  }
}

/** Nor do they see who is in it. */
export function presenceFor({ ability }: Actor, { everywhere, outsideComments }: PresenceFrames) {
  return ability.can('read', 'acl-page') ? everywhere : outsideComments
}

function peopleOutsideComments({ people }: PresenceEvent) {
  const here = people.map((person) => ({ ...person, screens: person.screens.filter((screen) => screen === 'enquiry') }))
  return here.filter(({ screens }) => screens.length > 0).map((person) => ({ ...person, isTyping: false }))
}
