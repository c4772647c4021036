import { limits } from '#contract/limits.ts'
import { cutText } from '#server/text/cutText.ts'

const extensions: Record<string, string> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/rfc822-headers': 'txt',
  'message/delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'message/rfc822': 'eml',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/zip': 'zip',
  'application/rtf': 'rtf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** The name of a part as a file: its own, or one that says what it is. */
export function nameOfPart(given: string | undefined, type: string, subject: string | undefined) {
  const own = plainName(given ?? '')
  if (own) return own
  const extension = extensions[type] ?? /^(?:image|audio|video)\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin'
  const base = plainName(subject ?? '') || (type.startsWith('image/') ? 'image' : 'attachment')
  return shortened(`${base}.${extension}`)
}

/** Characters at the end of a name, among which is the extension. */
const maxRead = 1000

/** One line in the order in which it was typed, without folders. The extension stays if the name is too long. */
function plainName(given: string) {
  const line = oneLine(given).replace(/\p{Bidi_Control}/gu, '')
  const start = Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1
  // A long run of dots would take long to remove.
  const name = line.slice(Math.max(start, line.length - maxRead))
  return shortened(name.replace(/^ +|[. ]+$/g, ''))
}

function shortened(name: string) {
  const excess = name.length - limits.documentName
  if (excess <= 0) return name
  const extension = /\.[^. ]{1,10}$/.exec(name)?.[0] ?? ''
  return cutText(name, limits.documentName - extension.length) + extension
}

/** A text on one line, without control characters. */
export function oneLine(text: string) {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
}
