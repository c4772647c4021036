import { apiPaths } from '#web/api/apiPaths.ts'
import { readFile } from '#web/api/files/readFile.ts'
import { toFilterParams, type ListFilter, type ListSort } from '#web/enquiries/filters/listQuery.ts'
import { nameOf } from './saveFile.ts'

/** The named enquiries, or all that match the filter. */
export type Wanted = { ids: string[]; sort?: ListSort } | { filter: ListFilter; sort?: ListSort }

export interface ExportProgress {
  lines: number
  /** Undefined if the server does not say. */
  total?: number
}

/** How often the progress is reported. */
const reportEveryMs = 200
/** Received bytes are handed to the browser in blobs of this size, which it may keep on disk instead of in memory. */
const pieceBytes = 8 * 1024 * 1024
const carriageReturn = 13

/** Fetches enquiries as a CSV file and reports the progress. Returns its name, its content and the number of rows. */
export function fetchExport(wanted: Wanted, signal: AbortSignal, onProgress: (progress: ExportProgress) => void) {
  return readFile({ ...requestFor(wanted), signal }, (response) => {
    const total = 'ids' in wanted ? wanted.ids.length : totalOf(response)
    return readRows(response, (lines) => onProgress({ lines, total }))
  })
}

function requestFor(wanted: Wanted) {
  const url = apiPaths.enquiryExport
  if ('ids' in wanted) return { url, body: wanted }
  return { url, params: { ...toFilterParams(wanted.filter), sort: wanted.sort } }
}

function totalOf({ headers }: Response) {
  const total = headers.get('x-total-docs')
  return total === null ? undefined : Number(total)
}

async function readRows(response: Response, onLines: (lines: number) => void) {
  const pieces: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let [bytes, lineEnds, reportedAt] = [0, 0, 0]
  for await (const part of chunksOf(response.body!)) {
    parts.push(part)
    bytes += part.byteLength
    lineEnds += linesIn(part)
    if (bytes >= pieceBytes) {
      pieces.push(new Blob(parts))
      ;[parts, bytes] = [[], 0]
    }
    if (Date.now() - reportedAt < reportEveryMs) continue
    reportedAt = Date.now()
    onLines(Math.max(0, lineEnds - 1))
  }
  const content = new Blob([...pieces, ...parts], { type: 'text/csv' })
  return { name: nameOf(response), content, lines: Math.max(0, lineEnds - 1) }
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/** Only records end with a carriage return (RFC 4180); line breaks within a field have none. */
function linesIn(part: Uint8Array) {
  let count = 0
  for (const byte of part) if (byte === carriageReturn) count++
  return count
}
