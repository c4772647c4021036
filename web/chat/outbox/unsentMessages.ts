import type { SendMessage } from '#contract/chat.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { forgetMessage, keepMessage, listKeptMessages, noteRefusal } from '#web/storage/keptMessages.ts'

/** One person's messages that the server does not have yet, on this device or, where it keeps nothing, in this tab. */
export class UnsentMessages {
  readonly #userId: string
  /** Messages that this device could not keep. They are gone when the tab is closed. */
  #inMemory: KeptMessage[] = []
  /** Messages that the server has. Should removing one from this device fail, it is still not sent again. */
  readonly #sentIds = new Set<string>()

  constructor(userId: string) {
    this.#userId = userId
  }

  async list() {
    const kept = await listKeptMessages(this.#userId).catch(() => [])
    return [...kept, ...this.#inMemory].filter(({ id }) => !this.#sentIds.has(id))
  }

  /** Returns whether this device keeps the message. */
  async add(id: string, body: SendMessage) {
    this.#sentIds.delete(id)
    const message = { id, userId: this.#userId, body, writtenAt: Date.now() }
    try {
      await keepMessage(message)
      return true
    } catch (error) {
      console.error('This browser keeps nothing', error)
      this.#inMemory.push(message)
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

  async remove(id: string) {
    this.dropFromMemory(id)
    // Rejects where this device keeps nothing; then there is nothing to remove.
    await forgetMessage(id).catch(() => {})
  }
}
