import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import { bytesContent } from '#server/storage/content.ts'
import { S3Client } from '#server/storage/s3Client.ts'
import { syncPath } from '#server/syncPath.ts'
import { type Mark, type MarkPlace, parseMark, writeMark } from './mark.ts'

/** Beside the 256 folders of the files, so that no sweep looks at it. */
const name = 'move.json'

/** The mark of the storage that the settings name. */
export function storageMark({
  filesDir,
  bucket,
}: Pick<Config, 'filesDir'> & Partial<Pick<Config, 'bucket'>>): MarkPlace {
  return bucket ? inBucket(new S3Client(bucket.place, bucket.credentials)) : onDisk(join(filesDir, name))
}

function onDisk(path: string): MarkPlace {
  return {
    read: async () => parseMark(await readFile(path, 'utf8').catch(whenMissing)),
    write: async (mark) => {
      if (mark) await replace(path, writeMark(mark))
      else await rm(path, { force: true })
      await syncPath(dirname(path))
    },
  }
}

function whenMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return ''
}

async function replace(path: string, content: string) {
  await writeFile(`${path}.new`, content, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

function inBucket(client: S3Client): MarkPlace {
  return {
    async read() {
      const found = await client.get(name)
      return found && parseMark(await text(found.stream))
    },
    write: (mark: Mark | undefined) =>
      mark ? client.put(name, bytesContent(Buffer.from(writeMark(mark)))) : client.delete(name),
  }
}
