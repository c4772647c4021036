import { expect, test } from 'vitest'
import { countsOf, findingsOn, nextSteps } from './finding.ts'

const database = findingsOn('database')
const mail = findingsOn('mail')
const findings = [
  mail.warning('An email waits.', 'Look in the log.'),
  mail.problem('The mail server is away.', 'Start the mail server.'),
  mail.ok('The mailbox responds.'),
  database.warning('The database is slow.', 'Look at its disk.'),
  mail.problem('The mailbox is away.', 'Start the mail server.'),
  database.problem('The database is away.', 'Start PostgreSQL.'),
]

test('the next steps begin with the most important finding, and none is repeated [D13.1]', () => {
  expect(nextSteps(findings).map(({ fact }) => fact)).toEqual([
    'The database is away.',
    'The mail server is away.',
    'The database is slow.',
    'An email waits.',
  ])
})

test('problems and warnings are counted [D13.1]', () => {
  expect(countsOf(findings)).toEqual({ problems: 3, warnings: 2 })
})
