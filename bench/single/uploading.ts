import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { startProduct } from '#bench/product.ts'
import type { SignedIn } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'

const memoryIntervalMs = 50
/** Memory of all processes. */
const targetMegabytes = 400

/** Measures the memory of the server and all its child processes while many people send five large pictures each. */
export async function measureUploads(creates = '16') {
  process.env.DATA_DIR = await mkdtemp(join(tmpdir(), 'enquiry-desk-uploads-'))
  const product = await startProduct()
  const address = `http://127.0.0.1:${product.port}/api`
  try {
    const accessToken = await register(address)
    const photograph = await largestPhotograph()
    const before = product.memory()
    let peak = before ?? 0
    const sampling = setInterval(() => (peak = Math.max(peak, product.memory() ?? 0)), memoryIntervalMs)
    const started = performance.now()
    const sent = Array.from({ length: Number(creates) }, () => send(address, accessToken, photograph))
    const statuses = (await Promise.all(sent)).join(' ')
    clearInterval(sampling)
    const seconds = Math.round(performance.now() - started) / 1000
    const size = Math.round((limits.documents * photograph.length) / 1_000_000)
    const verdict = `target ${targetMegabytes} MB${peak <= targetMegabytes ? '' : ', NOT REACHED'}`
    console.log(`${creates} simultaneous creates of ${size} MB: ${seconds} s, statuses ${statuses}`)
    console.log(`memory ${before} MB before, ${peak} MB at most (${verdict})`)
  } finally {
    await product.stop()
    await rm(process.env.DATA_DIR, { recursive: true })
  }
}

async function register(address: string) {
  const response = await fetch(`${address}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      companyName: 'Acme',
      name: 'Olivia Owner',
      email: 'olivia@acme.test',
      password: 'correct horse battery',
    }),
  })
  const { data } = (await response.json()) as { data: SignedIn }
  return data.accessToken
}

/** Just under 10 MB, like a photograph from an 18-megapixel camera, with metadata for the server to remove. */
async function largestPhotograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photograph = sharp({ create: { width: 4950, height: 3700, channels: 3, background: '#fff', noise } })
  const bytes = await photograph
    .withExif({ IFD0: { Copyright: 'Olivia Owner' } })
    .jpeg({ quality: 88 })
    .toBuffer()
  if (bytes.length > limits.documentBytes) throw new Error(`The picture is too large: ${bytes.length} bytes`)
  return bytes
}

async function send(address: string, accessToken: string, photograph: Buffer<ArrayBuffer>) {
  const form = new FormData()
  form.append('enquiryType', 'Damage')
  for (let n = 1; n <= limits.documents; n++) form.append('documents', new Blob([photograph]), `photo-${n}.jpg`)
  const headers = { authorization: `Bearer ${accessToken}` }
  const { status } = await fetch(`${address}/enquiry`, { method: 'POST', headers, body: form })
  return status
}
