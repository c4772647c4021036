import { parentPort } from 'node:worker_threads'
import type { ParsedMail } from './parsedMail.ts'
import { readMail } from './readMail.ts'

export type ParserTask = { rawPath: string; folder: string; withoutHtml: boolean }

export type WorkerReply = { mail: ParsedMail } | { error: string }

/** The worker thread of MailParser. It answers each request with one reply. */
parentPort!.on('message', async (task: ParserTask) => {
  // oxlint-disable-next-line require-post-message-target-origin -- that is for windows
  parentPort!.postMessage(await replyTo(task))
})

async function replyTo({ rawPath, folder, withoutHtml }: ParserTask): Promise<WorkerReply> {
  try {
    return { mail: await readMail(rawPath, folder, withoutHtml) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
