import { expect, test } from 'vitest'
import { freePort } from '#server/database/embeddedPostgres.ts'
import { mailServer } from '#server/test/mailServer.ts'
import { ask, registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'
import { waitFor } from '#server/test/waitFor.ts'

const port = await freePort()
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://desk.test', APP_NAME: 'Desk' })

/** The plain text of the mail with which an owner of these names invites an address. */
async function invitationBy(names: { name: string; companyName: string }, email: string) {
  const mail = await mailServer(port)
  const owner = await registerOwner(app, names)
  await owner.post('/invitations', { email, role: 'viewer' })
  await waitFor(() => expect(mail.to(email)).toHaveLength(1))
  const [content] = mail.to(email)
  return {
    subject: /^Subject: (.*)$/m.exec(content!)![1]!.trim(),
    text: content!,
    html: content!.split('text/html')[1]!,
  }
}

test.each([
  ['Dr. Who', 'St. Gallen AG'],
  ['Zoë O’Neill-Smith, MD', 'Müller & Söhne (Basel)'],
  ['Mary A. Brown', 'Acme Inc.'],
])('honest names stand in a mail as they are: %s of %s', async (name, companyName) => {
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
])('no mail program makes a link of a name: %s', async (name, shown) => {
  const { text, html, subject } = await invitationBy({ name, companyName: name }, 'noor@acme.test')
  expect(subject).toBe(`${shown} invites you to ${shown}`)
  expect(text).toContain(`${shown} invites you to join ${shown} on Desk.`)
  expect(html).toContain(`Join ${shown}</a>`)
  expect(text).not.toContain(name)
})

test('the name in the mail to a person who forgot the password is no link either', async () => {
  const mail = await mailServer(port)
  const { user } = await registerOwner(app, { name: 'evil.example/x' })
  await ask(app, { method: 'POST', url: '/auth/forgot', payload: { email: user.email } })
  await waitFor(() => expect(mail.to(user.email)).toHaveLength(1))
  expect(mail.to(user.email)[0]).toContain('Hello evil example/x,')
  expect(mail.to(user.email)[0]).not.toContain('evil.example')
})
