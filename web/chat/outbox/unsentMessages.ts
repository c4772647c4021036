import type { KeptMessage } from '#web/storage/database.ts'
import { contentOf, entryOf, readFile, readFiles, toKeptFile, type NewFile } from '#web/storage/keptFiles.ts'
import { forgetMessage, keepMessage, listKeptMessages, noteRefusal } from '#web/storage/keptMessages.ts'

/** One person's messages that the server does not have yet, on this device or, where it keeps nothing, in this tab. */
export class UnsentMessages {
  readonly #userId: string
  /** Messages that this device could not keep. They are gone when the tab is closed. */
  #inMemory: (KeptMessage & { contents: NewFile[] })[] = []
  /** Messages that the server has. Should removing one from this device fail, it is still not sent again. */
  readonly #sentIds = new Set<string>()

  constructor(userId: string) {
    this.#userId = userId
  }

  async list() {
    const kept = await listKeptMessages(this.#userId).catch(() => [])
    const unkept = this.#inMemory.map(({ contents: _contents, ...message }) => message)
    return [...kept, ...unkept].filter(({ id }) => !this.#sentIds.has(id))
  }

  /** The files to send; undefined if this device has lost one. */
  async readFiles({ id, files = [] }: KeptMessage): Promise<NewFile[] | undefined> {
    const unkept = this.#inMemory.find((message) => message.id === id)
    if (unkept || files.length === 0) return unkept?.contents ?? []
    const kept = new Map((await readFiles(id)).map((file) => [file.id, file]))
    const found = files.flatMap((file) => kept.get(file.id) ?? [])
    if (found.length < files.length) return undefined
    return found.map((file) => ({ id: file.id, name: file.name, content: contentOf(file) }))
  }

  async readFile(messageId: string, fileId: string) {
    const unkept = this.#inMemory.find(({ id }) => id === messageId)
    if (unkept) return unkept.contents.find(({ id }) => id === fileId)?.content
    const kept = await readFile(fileId).catch(() => undefined)
    return kept && contentOf(kept)
  }

  /** Returns whether this device keeps the message. */
  async add(id: string, body: KeptMessage['body'], contents: NewFile[]) {
    this.#sentIds.delete(id)
    const userId = this.#userId
    const files = contents.length > 0 ? contents.map(entryOf) : undefined
    const message = { id, userId, body, files, writtenAt: Date.now() }
    try {
      await keepMessage(message, await Promise.all(contents.map((file) => toKeptFile(file, id, userId))))
      return true
    } catch (error) {
      console.error('This browser keeps nothing', error)
      this.#inMemory.push({ ...message, contents })
      return false
    }
  }

  isInMemory(id: string) {
    return this.#inMemory.some((message) => message.id === id)
  }

  dropFromMemory(id: string) {
    this.#inMemory = this.#inMemory.filter((message) => message.id !== id)
  }

  async refuse(id: string, reason: string) {
    if (this.isInMemory(id)) this.dropFromMemory(id)
    else await noteRefusal(id, reason).catch((error) => console.error('Failed to store a refusal', error))
  }

  async clearRefusal(id: string) {
    await noteRefusal(id, undefined).catch((error) => console.error('Failed to clear a refusal', error))
  }

  async removeSent(id: string) {
    this.#sentIds.add(id)
    await this.remove(id)
  }

  async remove(id: string, draftId?: string) {
    this.dropFromMemory(id)
    // Rejects where this device keeps nothing; then there is nothing to remove.
    await forgetMessage(id, draftId).catch(() => {})
  }
}
