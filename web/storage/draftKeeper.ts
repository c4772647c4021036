import type { KeptDraft, KeptFile } from './database.ts'
import { claimDraft, forgetDraft, forgetFile, keepDraft, keepFile, type Claim } from './keptDrafts.ts'

/** A file to store; its content is null if it turns out not to be an image. */
export interface FileToKeep {
  id: string
  name: string
  content: Promise<Blob | null>
}

/** How long typing must pause before it is saved. */
const pauseMs = 250

export type FoundDraft = KeptDraft & { files: KeptFile[] }

interface Listener {
  /** Called once with the draft that an earlier page left, or null. */
  onFound: (found: FoundDraft | null) => void
  /** Called when this device runs out of room, and when it has room again. */
  onTrouble: (what: 'texts' | 'files', isThere: boolean) => void
}

const open = new Set<DraftKeeper>()

/** Saves everything typed in this tab so far. */
export async function saveDrafts() {
  await Promise.all([...open].map((keeper) => keeper.save()))
}

/** Saves the content of one form on this device. */
export class DraftKeeper {
  readonly #userId: string
  readonly #subject: string
  readonly #onTrouble: Listener['onTrouble']
  readonly #claim: Promise<Claim>
  readonly #opened: Promise<void>
  readonly #files = new Set<string>()
  /** Files without room, until they are stored or removed. */
  readonly #failed = new Set<string>()
  #pending: { content: unknown } | undefined
  #timer: number | undefined

  constructor(userId: string, subject: string, { onFound, onTrouble }: Listener) {
    this.#userId = userId
    this.#subject = subject
    this.#onTrouble = onTrouble
    this.#claim = claimDraft(userId, subject)
    this.#opened = this.#open(onFound)
    open.add(this)
    window.addEventListener('pagehide', this.#flushNow)
    document.addEventListener('visibilitychange', this.#flushNow)
  }

  async #open(onFound: Listener['onFound']) {
    const { draft, files } = await this.#claim
    for (const { id } of files) this.#files.add(id)
    onFound(draft ? { ...draft, files } : null)
  }

  write(content: unknown) {
    this.#pending = { content }
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => void this.flush(), pauseMs)
  }

  /** Stores these files, and deletes all others. */
  keepFiles(files: FileToKeep[]) {
    const ids = new Set(files.map(({ id }) => id))
    for (const id of this.#failed) if (!ids.has(id)) this.#failed.delete(id)
    for (const id of this.#files) if (!ids.has(id)) void this.#tryFile(() => this.#dropFile(id))
    for (const file of files) if (!this.#files.has(file.id)) void this.#tryFile(() => this.#addFile(file), file.id)
  }

  readonly flush = async () => {
    const { content } = this.#pending ?? {}
    if (content === undefined) return
    this.#forgetPending()
    try {
      const { id } = await this.#claim
      await keepDraft({ id, userId: this.#userId, subject: this.#subject, savedAt: Date.now(), content })
      this.#onTrouble('texts', false)
    } catch (error) {
      console.error('This device does not store typed text', error)
      this.#onTrouble('texts', true)
    }
  }

  /** Also saves text typed before the earlier page's draft was loaded. */
  async save() {
    await this.#opened
    await this.flush()
  }

  readonly #flushNow = () => void this.flush()

  /** Deletes the draft: it has arrived, or was discarded. */
  async forget() {
    this.#forgetPending()
    this.#files.clear()
    this.#failed.clear()
    const { id } = await this.#claim
    await forgetDraft(id).catch(() => {})
  }

  async close() {
    open.delete(this)
    const written = this.flush()
    window.removeEventListener('pagehide', this.#flushNow)
    document.removeEventListener('visibilitychange', this.#flushNow)
    await written
    const { release } = await this.#claim
    release()
  }

  async #addFile({ id, name, content }: FileToKeep) {
    this.#files.add(id)
    const blob = await content
    if (!blob || !this.#files.has(id)) return
    const bytes = await blob.arrayBuffer()
    const { id: draftId } = await this.#claim
    if (this.#files.has(id)) await keepFile({ id, draftId, userId: this.#userId, name, type: blob.type, bytes })
  }

  async #dropFile(id: string) {
    this.#files.delete(id)
    await forgetFile(id)
  }

  #forgetPending() {
    window.clearTimeout(this.#timer)
    this.#pending = undefined
  }

  /** A file that could not be stored is retried at the next change, when there may be room. */
  async #tryFile(work: () => Promise<void>, added?: string) {
    try {
      await work()
      if (added) this.#failed.delete(added)
    } catch (error) {
      console.error('This device does not store a file', error)
      if (added && this.#files.delete(added)) this.#failed.add(added)
    }
    this.#onTrouble('files', this.#failed.size > 0)
  }
}
