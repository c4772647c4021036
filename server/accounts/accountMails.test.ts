import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/embeddedPostgres.ts'
import { mailServer } from '#server/test/mail/mailServer.ts'
import { ask, confirmAddress, confirmedOwner, password, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://desk.test', APP_NAME: 'Desk' })

const subjectOf = (content: string) => /^Subject: (.*)$/m.exec(content)![1]!.trim()

/** The mail in which an owner with these names invites an address. */
async function invitationBy(names: { name: string; companyName: string }, email: string) {
  const mail = await mailServer(port)
  const owner = await confirmedOwner(app, names)
  await owner.post('/invitations', { email, role: 'viewer' })
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  const [content] = mail.to(email)
  return {
    subject: subjectOf(content!),
    text: content!,
    html: content!.split('text/html')[1]!,
  }
}

test.each([
  ['Dr. Who', 'St. Gallen AG'],
  ['Zoë O’Neill-Smith, MD', 'Müller & Söhne (Basel)'],
  ['Mary A. Brown', 'Acme Inc.'],
])('ordinary names appear unchanged in a mail: %s of %s', async (name, companyName) => {
  const { text } = await invitationBy({ name, companyName }, 'nora@acme.test')
  expect(text).toContain(`${name} invites you to join ${companyName} on Desk.`)
})

test.each([
  ['https://evil.example/x?y', 'https evil example/x?y'],
  ['www.evil.example', 'www evil example'],
  ['Pay at evil.example now', 'Pay at evil example now'],
  ['a@b.example', 'a at b example'],
  ['mailto:a@b', 'mailto a at b'],
  ['evil。example', 'evil example'],
  ['ｗｗｗ．evil．example', 'www evil example'],
  ['\\\\evil\\share', 'evil\\share'],
  ['Amazon.com Inc', 'Amazon com Inc'],
])('mail programs find no link in a name: %s', async (name, shown) => {
  const { text, html, subject } = await invitationBy({ name, companyName: name }, 'noor@acme.test')
  expect(subject).toBe(`${shown} invites you to ${shown}`)
  expect(text).toContain(`${shown} invites you to join ${shown} on Desk.`)
  expect(html).toContain(`Join ${shown}</a>`)
  expect(text).not.toContain(name)
})

test('no account mail contains a link in a name, not even the mail about a stranger’s account', async () => {
  const mail = await mailServer(port)
  const names = { name: 'evil.example/x', companyName: 'https://evil.example' }
  const owner = await confirmedOwner(app, names)
  const { email } = owner.user
  const received = (subject: string) => waitFor(() => expect(mail.to(email).map(subjectOf)).toContain(subject))
  // Each letter is written when it is sent, so every step waits for its letter before it changes the account.
  await registerOwner(app, { ...names, email })
  await received('You already have an account on Desk')
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email } })
  await received('Choose a new password for Desk')
  await owner.post('/auth/password', { currentPassword: password, newPassword: 'quite another one' })
  await received('Your password for Desk was changed')
  const signIn = { method: 'POST', url: '/auth/login', headers: { 'user-agent': 'Firefox/1 Linux' } } as const
  await ask(app, { ...signIn, payload: { email, password: 'quite another one' } })
  await received('New sign-in to Desk')
  const newEmail = `moved-${email}`
  await owner.patch('/users', { email: newEmail })
  await received('Your email address on Desk was changed')
  await waitFor(() => expect(mail.to(newEmail).map(subjectOf)).toEqual(['Confirm your email address for Desk']))
  expect([...mail.to(email), ...mail.to(newEmail)].filter((content) => content.includes('evil.example'))).toEqual([])
})

test('mails to an unconfirmed address have nothing that a stranger typed, and neither does the one to its true owner [D12.3]', async () => {
  const mail = await mailServer(port)
  const names = { name: 'Canary Caller', companyName: 'Canary Prizes' }
  const email = `victim+canary-${randomUUID()}@acme.test`
  const received = (subject: string) => waitFor(() => expect(mail.to(email).map(subjectOf)).toContain(subject))
  const stranger = await registerOwner(app, { ...names, email })
  await received('Confirm your email address for Desk')
  await registerOwner(app, { ...names, email })
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email } })
  await received('Choose a new password for Desk')
  await confirmAddress(stranger)
  await registerOwner(app, { ...names, email })
  await received('You already have an account on Desk')
  const written = mail.to(email).map((content) => content.replace(/^To: .*$/m, ''))
  expect(written.filter((content) => content.toLowerCase().includes('canary'))).toEqual([])
})
