import { openFile } from '#web/api/openFile.ts'
import { askedFilter, type ListFilter, type ListSort } from '#web/enquiries/filters/listQuery.ts'

/** Those that are named, or all that the filter lets through. */
export type Wanted = { ids: string[]; sort?: ListSort } | { filter: ListFilter; sort?: ListSort }

export interface ExportProgress {
  lines: number
  /** Where it is known. */
  total?: number
}

/** How often the progress is told, in milliseconds. */
const tellEvery = 200
/** What has come in is handed over to the browser in such pieces, so that a large file does not fill the memory. */
const pieceBytes = 8 * 1024 * 1024
const carriageReturn = 13

/** Fetches a file of enquiries and tells how far it is. Answers its name, its content and its lines without the headings. */
export async function fetchExport(wanted: Wanted, signal: AbortSignal, onProgress: (progress: ExportProgress) => void) {
  const response = await openFile({ ...requestFor(wanted), signal })
  const total = 'ids' in wanted ? wanted.ids.length : totalOf(response)
  const pieces: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let [bytes, ends, told] = [0, 0, 0]
  for await (const part of chunksOf(response.body!)) {
    parts.push(part)
    bytes += part.byteLength
    ends += linesIn(part)
    if (bytes >= pieceBytes) {
      pieces.push(new Blob(parts))
      ;[parts, bytes] = [[], 0]
    }
    if (Date.now() - told < tellEvery) continue
    told = Date.now()
    onProgress({ lines: Math.max(0, ends - 1), total })
  }
  const content = new Blob([...pieces, ...parts], { type: 'text/csv' })
  return { name: nameOf(response), content, lines: Math.max(0, ends - 1) }
}

function requestFor(wanted: Wanted) {
  const url = '/enquiry/export'
  if ('ids' in wanted) return { url, body: wanted }
  return { url, params: { ...askedFilter(wanted.filter), sort: wanted.sort } }
}

function totalOf({ headers }: Response) {
  const total = headers.get('x-total-docs')
  return total === null ? undefined : Number(total)
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/** Texts within a line break it without a carriage return. */
function linesIn(part: Uint8Array) {
  let count = 0
  for (const byte of part) if (byte === carriageReturn) count++
  return count
}

function nameOf({ headers }: Response) {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'enquiries.csv'
}
