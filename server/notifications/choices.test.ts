import { expect, test } from 'vitest'
import { usualChoices } from '#contract/notifications.ts'
import { registerOwner } from '#server/test/people.ts'
import { testApp } from '#server/test/testApp.ts'

const app = await testApp()

test('simultaneous changes of different choices are all kept', async () => {
  const owner = await registerOwner(app)
  const changes = [{ reply: { mail: true } }, { reply: { inbox: false } }, { mention: { mail: false } }, {}]
  const changed = await Promise.all(changes.map((change) => owner.patch('/notification/choices', change)))
  expect(changed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await owner.get('/notification/choices')).body.data).toEqual({
    ...usualChoices,
    reply: { inbox: false, mail: true },
    mention: { inbox: true, mail: false },
  })
})
