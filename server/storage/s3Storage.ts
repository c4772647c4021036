import type { Readable } from 'node:stream'
import { bytesContent, type Content } from './content.ts'
import { draftPrefix, openDiskStorage } from './diskStorage.ts'
import type { S3Client } from './s3Client.ts'
import type { Draft, Storage } from './storage.ts'

/**
 * An object that is younger is not stored again: no sweep removes it within a day of its date. The date is by the clock of the
 * store, which refuses requests if this server's differs from it by more than some minutes.
 */
const renewMs = 3600_000

/**
 * Stores files in a bucket, with the same names as on a disk. The hash of a request's body is known only at its end, but is
 * sent before the body, so drafts are received into `draftsFolder` on this machine.
 */
export async function openS3Storage(client: S3Client, draftsFolder: string): Promise<Storage> {
  const drafts = await openDiskStorage(draftsFolder)
  return { ...storeFiles(client, drafts), ...readAndSweepFiles(client, drafts) }
}

function storeFiles(client: S3Client, drafts: Storage): Pick<Storage, 'receive' | 'put' | 'keep' | 'discard'> {
  const store = async (key: string, content: Content) => {
    const path = pathOf(key)
    const found = await client.head(path)
    if (found?.size === content.size && found.storedAt.getTime() > Date.now() - renewMs) return
    await client.put(path, content)
    if (!found) return
    // The sweep of another server may have looked at the old object before this put, and removed it afterwards.
    while (!(await client.head(path))) await client.put(path, content)
  }

  return {
    receive: drafts.receive,

    put: (key, bytes) => store(key, bytesContent(bytes)),

    async keep(draft) {
      await store(draft.sha256, { ...draft, open: () => readDraft(drafts, draft) })
      await drafts.discard(draft)
    },

    discard: drafts.discard,
  }
}

function pathOf(key: string) {
  return `${partOf(key)}/${key}`
}

function partOf(key: string) {
  return key.slice(0, 2)
}

async function readDraft(drafts: Storage, { key }: Draft): Promise<Readable> {
  const found = await drafts.open(key)
  if (!found) throw new Error('The draft was discarded')
  return found.stream
}

function readAndSweepFiles(client: S3Client, drafts: Storage): Pick<Storage, 'open' | 'parts' | 'keys' | 'remove'> {
  return {
    async open(key) {
      return isDraft(key) ? drafts.open(key) : client.get(pathOf(key))
    },

    async parts() {
      const folders = await client.listFolders()
      return [...(await drafts.parts()), ...folders.filter((name) => name.length === 2)].toSorted()
    },

    async keys(part) {
      if (isDraft(part)) return drafts.keys(part)
      const keys: string[] = []
      for await (const { key } of client.list(`${part}/`)) keys.push(key.slice(part.length + 1))
      // Another server may have a folder within ours.
      return keys.filter((key) => partOf(key) === part && !key.includes('/'))
    },

    /**
     * Stores differ on conditional requests, so another server may put the object again between the HEAD and the DELETE.
     * A put of an old object looks afterwards whether it is still there, so only a DELETE that travels longer than such a
     * put and its look could remove it. That needs the same bytes, which nothing has used for a day, to be uploaded within
     * this moment. The DELETE is not repeated, so that the moment stays short.
     */
    async remove(key, storedBefore) {
      if (isDraft(key)) return drafts.remove(key, storedBefore)
      const found = await client.head(pathOf(key))
      if (!found || found.storedAt >= storedBefore) return false
      await client.delete(pathOf(key), { isSentOnce: true })
      return true
    },
  }
}

function isDraft(key: string) {
  return key.startsWith(draftPrefix)
}
