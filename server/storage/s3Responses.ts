import type { IncomingMessage } from 'node:http'
import { text as collectText } from 'node:stream/consumers'
import { codeOf, StorageError, toStorageError } from './storageError.ts'
import { childText, type Element, parseXml } from './xml.ts'

/** The size and the date of an object. */
export type Stored = { size: number; storedAt: Date }
export type Listed = Stored & { key: string }

export async function textOf(response: IncomingMessage) {
  try {
    return await collectText(response)
  } catch (error) {
    throw toStorageError(error as Error)
  }
}

/** The bytes of an object. Fails unless there are `size` of them. Closing it early closes the connection. */
export async function* wholeBody(response: IncomingMessage, size: number) {
  let received = 0
  try {
    for await (const chunk of response) {
      received += (chunk as Buffer).length
      yield chunk as Buffer
    }
  } catch (error) {
    throw toStorageError(error as Error)
  }
  if (received !== size) throw new StorageError('CutOff', `${received} of ${size} bytes arrived`)
}

/** Why the store refused a request. Takes no other elements of its error: some repeat what was signed. */
export async function refusalOf(response: IncomingMessage) {
  const { statusCode: status = 0, statusMessage = '', headers } = response
  const error = tryParse(await textOf(response))
  const code = (error && childText(error, 'Code')) ?? codeOf(status)
  const message = (error && childText(error, 'Message')) ?? statusMessage
  const region = (error && childText(error, 'Region')) ?? headers['x-amz-bucket-region']?.toString()
  const clockSeconds = headers.date ? (Date.parse(headers.date) - Date.now()) / 1000 : undefined
  return new StorageError(code, message, { status, isExplained: error !== undefined, region, clockSeconds })
}

function tryParse(text: string) {
  try {
    const root = parseXml(text)
    return root.name === 'Error' ? root : undefined
  } catch {
    return undefined
  }
}

export function sizeOf({ headers }: IncomingMessage) {
  const size = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(size)) throw new StorageError('NotS3', 'the response has no Content-Length')
  return size
}

export function dateOf(text = '') {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new StorageError('NotS3', 'an object has no valid date')
  return date
}

/** One page of a list of keys (AWS, 'ListObjectsV2'). `folders` are beginnings of keys, up to a `/`. */
export function readList(text: string, prefix: string) {
  const root = readXml(text, 'ListBucketResult')
  const named = (name: string) => root.children.filter((child) => child.name === name)
  const keys = named('Contents').map((object): Listed => ({
    key: childText(object, 'Key') ?? '',
    size: Number(childText(object, 'Size')),
    storedAt: dateOf(childText(object, 'LastModified')),
  }))
  const folders = named('CommonPrefixes').map((found) => childText(found, 'Prefix') ?? '')
  // A store that ignores the prefix would offer the files of others to the sweep.
  if (![...keys.map(({ key }) => key), ...folders].every((key) => key.startsWith(prefix))) {
    throw new StorageError('NotS3', 'a list has keys that it was not asked for')
  }
  const next = childText(root, 'IsTruncated') === 'true' ? childText(root, 'NextContinuationToken') : undefined
  if (childText(root, 'IsTruncated') === 'true' && !next) throw new StorageError('NotS3', 'a list ends in the middle')
  return { keys, folders, next }
}

/** Throws unless the root has this name: some stores respond 200 before they know of an error. */
export function readXml(text: string, name: string): Element {
  let root: Element
  try {
    root = parseXml(text)
  } catch (error) {
    throw new StorageError('NotS3', 'the response is not XML', { cause: error })
  }
  if (root.name === 'Error')
    throw new StorageError(childText(root, 'Code') ?? 'Error', childText(root, 'Message') ?? '')
  if (root.name !== name) throw new StorageError('NotS3', `the response is ${root.name} instead of ${name}`)
  return root
}
