import type { Evidence } from './storm.ts'

/** In words, for who runs it. What must not be is found out by the tests. */
export function figures({ faults, ledger, people, screens, seconds, stored, longestCatchUp }: Evidence) {
  const happened = Object.entries(faults).map(([fault, times]) => `${times} × ${fault}`)
  const byPages = screens.flatMap(({ enquiry, written }) => written.map((text) => ({ enquiry, text })))
  const known = new Set(stored.messages.map(place))
  const lost = [...ledger.messages, ...byPages].filter((message) => !known.has(place(message))).length
  return [
    `${sum(Object.values(faults))} faults: ${happened.join(', ')}`,
    `${stored.messages.length} messages (${byPages.length} by pages) in ${seconds} s`,
    `${sum(people.map(({ failures }) => failures))} attempts in vain`,
    `${lost} lost, ${stored.messages.length - known.size} doubled, ${outOfOrder(stored.messages)} out of order`,
    `longest catch-up of a screen: ${longestCatchUp} ms`,
  ].join('\n')
}

function place({ enquiry, text }: { enquiry: string; text: string }) {
  return `${enquiry} ${text}`
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** How many messages stand behind a later one of the same writer in the same thread. */
function outOfOrder(messages: Evidence['stored']['messages']) {
  const latest = new Map<string, number>()
  return messages.filter(({ enquiry, sender, text }) => {
    const lane = `${enquiry} ${sender}`
    const number = Number(text.split('.').at(-1))
    const before = latest.get(lane) ?? 0
    latest.set(lane, Math.max(before, number))
    return number < before
  }).length
}
