import { limits } from '#contract/limits.ts'
import { invalid, tooLarge } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'

/** Characters to decode before yielding to the event loop. Four characters make three bytes. */
const chunkLength = 1024 * 1024

/** Returns the bytes of a `data:` URL. Throws, with a message for `field`, 400 for a malformed URL, 413 for a large file. */
export async function decodeDataUrl(dataUrl: string, field: string, name: string): Promise<Buffer> {
  const comma = dataUrl.indexOf(',')
  const head = comma < 0 ? '' : dataUrl.slice(0, comma)
  const content = dataUrl.slice(comma + 1)
  if (!/^data:[^,]*;base64$/i.test(head) || content === '') {
    throw invalid({ [field]: `“${name}” arrived without its content. Add the file again` })
  }
  if (content.length > Math.ceil(limits.documentBytes / 3) * 4) throw fileTooLarge(field, name)
  const bytes = await decodeBase64(content)
  if (!bytes) throw invalid({ [field]: `“${name}” arrived damaged. Add the file again` })
  if (bytes.length > limits.documentBytes) throw fileTooLarge(field, name)
  return bytes
}

/** Returns undefined for invalid base64. `Buffer.from` alone would skip invalid characters and stop at padding. */
async function decodeBase64(content: string) {
  const chunks: Buffer[] = []
  for (let from = 0; from < content.length; from += chunkLength) {
    await yieldToEventLoop()
    const chunk = content.slice(from, from + chunkLength)
    if (/[^A-Za-z0-9+/=]/.test(chunk)) return undefined
    chunks.push(Buffer.from(chunk, 'base64'))
  }
  const bytes = Buffer.concat(chunks)
  // Base64 ends with at most two padding characters (RFC 4648, section 4).
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return bytes.length === Math.floor(((content.length - padding) * 3) / 4) ? bytes : undefined
}

const megabytes = limits.documentBytes / 1024 / 1024

export function fileTooLarge(field: string, name: string) {
  return tooLarge(field, `“${name}” is larger than ${megabytes} MB. Choose a smaller file`)
}
