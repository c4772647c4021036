import type { ChangeEvent, PresenceEvent, streamEvents } from '#contract/events.ts'
import type { Actor } from '#server/http/actor.ts'

/** A change and its bytes on the stream, which are encoded once for all listeners. */
export type ChangeFrame = { event: ChangeEvent; bytes: Buffer }

/** The same for presence; `outsideComments` is for people who may not read comments. */
export type PresenceFrames = { everywhere: Buffer; outsideComments: Buffer }

export function changeFrame(event: ChangeEvent): ChangeFrame {
  return {
    event,
    bytes: Buffer.concat([Buffer.from(`id: ${event.no}\n`), frame('change', event)]),
  }
}

export function presenceFrames(presence: PresenceEvent): PresenceFrames {
  const people = peopleOutsideComments(presence)
  return { everywhere: frame('presence', presence), outsideComments: frame('presence', { ...presence, people }) }
}

export function frame(kind: keyof typeof streamEvents, content: object) {
  return Buffer.from(`event: ${kind}\ndata: ${JSON.stringify(content)}\n\n`)
}

/** Whether a person may learn that this subject changed: only if they may read it. */
export function mayReceive({ ability, userId }: Actor, { subject, id, by }: ChangeEvent) {
  switch (subject) {
    case 'thread':
      return ability.can('read', 'acl-page')
    case 'seen':
      // Their own id stands for their notifications, which concern no other person.
      return ability.can('read', 'acl-page') && (id !== by || by === userId)
    case 'note':
    case 'answers':
      return ability.can('answer', 'enquiry')
    default:
      return true
  }
}

/** The subjects whose events a person does not receive: they may not even learn that something was written. */
export function hiddenSubjects({ ability }: Pick<Actor, 'ability'>) {
  const ofMessages = ability.can('read', 'acl-page') ? [] : ['thread', 'seen']
  return ability.can('answer', 'enquiry') ? [] : ['note', 'answers', ...ofMessages]
}

/** People who may not read comments do not see who is in them. */
export function presenceFor({ ability }: Actor, { everywhere, outsideComments }: PresenceFrames) {
  return ability.can('read', 'acl-page') ? everywhere : outsideComments
}

function peopleOutsideComments({ people }: PresenceEvent) {
  const here = people.map((person) => ({ ...person, screens: person.screens.filter((screen) => screen === 'enquiry') }))
  return here.filter(({ screens }) => screens.length > 0).map((person) => ({ ...person, isTyping: false }))
}
