import { limits } from '#contract/limits.ts'
import { invalid, tooLarge } from '#server/http/errors.ts'
import { yieldToEventLoop } from '#server/yieldToEventLoop.ts'

/** Characters that are decoded without a pause; four of them make three bytes. */
const partLength = 1024 * 1024

/** The bytes of a `data:` URL. Refused, with a message for `field`: anything else (400), and what is too large (413). */
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

/** Undefined where characters were lost: Node skips what is not base64, and stops at padding. */
async function decodeBase64(content: string) {
  const parts: Buffer[] = []
  for (let from = 0; from < content.length; from += partLength) {
    await yieldToEventLoop()
    const part = content.slice(from, from + partLength)
    if (/[^A-Za-z0-9+/=]/.test(part)) return undefined
    parts.push(Buffer.from(part, 'base64'))
  }
  const bytes = Buffer.concat(parts)
  // At most two characters of padding stand at the end (RFC 4648, section 4).
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  return bytes.length === Math.floor(((content.length - padding) * 3) / 4) ? bytes : undefined
}

const megabytes = limits.documentBytes / 1024 / 1024

export function fileTooLarge(field: string, name: string) {
  return tooLarge(field, `“${name}” is larger than ${megabytes} MB. Choose a smaller file`)
}
