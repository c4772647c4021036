import { parentPort } from 'node:worker_threads'
import type { ParsedMail } from './parsedMail.ts'
import { readMail } from './readMail.ts'

export type ParserTask = { rawPath: string; folder: string; withoutHtml: boolean }

/** `system` is of an error of the operating system, such as a full disk. */
export type WorkerReply =
  | { mail: ParsedMail }
  | { error: string; system?: Pick<NodeJS.ErrnoException, 'code' | 'syscall'> }

/** The worker thread of MailParser. It answers each request with one reply. */
parentPort!.on('message', async (task: ParserTask) => {
  // oxlint-disable-next-line require-post-message-target-origin -- that is for windows
  parentPort!.postMessage(await replyTo(task))
})

async function replyTo({ rawPath, folder, withoutHtml }: ParserTask): Promise<WorkerReply> {
  try {
    return { mail: await readMail(rawPath, folder, withoutHtml) }
  } catch (error) {
    if (!(error instanceof Error)) return { error: String(error) }
    const { message, code, syscall } = error as NodeJS.ErrnoException
    return { error: message, ...(syscall && { system: { code, syscall } }) }
  }
}
