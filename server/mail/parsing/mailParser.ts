import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerFile } from '#server/projectRoot.ts'
import { Turns } from '#server/scheduling/turns.ts'
import type { ParsedMail } from './parsedMail.ts'
import type { ParserTask, WorkerReply } from './parserWorker.ts'

/** Far more than any mail of the tests needs, and little enough to leave the server its memory. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }
const defaultTimeoutMs = 20_000

export class StoppedParser extends Error {}

/** The server stops, so the mail is read later. */
export class ClosedParser extends Error {}

/** Mails that are parsed at a time, each in a worker of its own. */
export const maxParsed = 3

/** Parses mails in worker threads, so that no mail can block the server or use up its memory. */
export class MailParser {
  readonly #workers = new Set<Worker>()
  readonly #idle: Worker[] = []
  readonly #turns = new Turns(maxParsed, maxParsed)
  #isClosed = false

  constructor(readonly timeoutMs = defaultTimeoutMs) {}

  /**
   * Writes the files of the mail at `rawPath` into `folder`, and returns what it says. A mail that takes too
   * long or too much memory is read once more without its HTML; rejects if that fails as well.
   */
  parse(rawPath: string, folder: string): Promise<ParsedMail> {
    return this.#turns.run({ owners: [] }, () => this.#parseNow(rawPath, folder))
  }

  async close() {
    this.#isClosed = true
    await Promise.all([...this.#workers].map((worker) => worker.terminate()))
  }

  async #parseNow(rawPath: string, folder: string) {
    try {
      return await this.#parseOnce({ rawPath, folder, withoutHtml: false })
    } catch (error) {
      if (!(error instanceof StoppedParser)) throw error
      return this.#parseOnce({ rawPath, folder, withoutHtml: true })
    }
  }

  async #parseOnce(task: ParserTask) {
    if (this.#isClosed) throw new ClosedParser('The parser is closed')
    const worker = this.#idle.pop() ?? this.#start()
    const timer = setTimeout(() => void worker.terminate(), this.timeoutMs)
    try {
      // oxlint-disable-next-line require-post-message-target-origin -- that is for windows
      worker.postMessage(task)
      const reply = await replyOf(worker)
      if ('mail' in reply) return reply.mail
      throw Object.assign(new Error(reply.error), reply.system)
    } finally {
      clearTimeout(timer)
      if (this.#workers.has(worker)) this.#idle.push(worker)
    }
  }

  #start() {
    const worker = new Worker(workerFile('parserWorker'), { resourceLimits })
    worker.unref()
    this.#workers.add(worker)
    const forget = () => {
      this.#workers.delete(worker)
      const at = this.#idle.indexOf(worker)
      if (at >= 0) this.#idle.splice(at, 1)
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }
}

/** Rejects if the worker fails or ends. */
async function replyOf(worker: Worker) {
  const listening = new AbortController()
  const { signal } = listening
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new StoppedParser('The parser was stopped, because the mail took too long')
  })
  try {
    const [reply] = await Promise.race([once(worker, 'message', { signal }) as Promise<[WorkerReply]>, ended])
    return reply
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    throw new StoppedParser('The parser was stopped, because the mail took too much memory', { cause: error })
  } finally {
    listening.abort()
  }
}
