import { parentPort } from 'node:worker_threads'
import type { ParsedMail } from './parsedMail.ts'
import { readMail } from './readMail.ts'

export type WorkerReply = { mail: ParsedMail } | { error: string }

/** The worker thread of MailParser. It answers each request with one reply. */
parentPort!.on('message', async ({ rawPath, folder }: { rawPath: string; folder: string }) => {
  // oxlint-disable-next-line require-post-message-target-origin -- that is for windows
  parentPort!.postMessage(await replyTo(rawPath, folder))
})

async function replyTo(rawPath: string, folder: string): Promise<WorkerReply> {
  try {
    return { mail: await readMail(rawPath, folder) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
