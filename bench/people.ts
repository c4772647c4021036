import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SignedIn } from '#contract/accounts.ts'
import { load } from './httpClient.ts'
import { seedPassword } from './seed.ts'

export type SeededCompany = { id: string; size: number; messages: number; people: { email: string; role: string }[] }
export type Seeded = { enquiries: number; messages: number; companies: SeededCompany[] }

export async function readSeeded(): Promise<Seeded> {
  const file = join(resolve(process.env.DATA_DIR ?? './data'), 'seed.json')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no ${file}. Fill an empty DATA_DIR with npm run seed first.`)
  })
  return JSON.parse(text)
}

/** The token of a company's first person with a role. */
export async function signIn(port: number, { people }: SeededCompany, wanted = 'agent'): Promise<string> {
  const { email } = people.find(({ role }) => role === wanted)!
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: seedPassword }),
  })
  const { data, message } = (await response.json()) as { data: SignedIn; message: string }
  if (!response.ok) throw new Error(`${email} could not sign in: ${message}`)
  return data.accessToken
}

/** Compiles code, prepares statements and fills caches, so that the measured requests do not pay for them. */
export async function warmUp(port: number, token: string, paths: string[]) {
  let count = 0
  await load(port, 4, 3, () => ({ method: 'GET', path: paths[count++ % paths.length]!, token }))
}
