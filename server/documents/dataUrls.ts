import { limits } from '#contract/limits.ts'
import { invalid, tooLarge } from '#server/http/errors.ts'

/** The bytes of a `data:` URL. Refused, with a message for `field`: anything else (400), and what is too large (413). */
export function decodeDataUrl(dataUrl: string, field: string, name: string): Buffer {
  const comma = dataUrl.indexOf(',')
  const head = comma < 0 ? '' : dataUrl.slice(0, comma)
  const content = dataUrl.slice(comma + 1)
  if (!/^data:[^,]*;base64$/i.test(head) || content === '') {
    throw invalid({ [field]: `“${name}” arrived without its content. Add the file again` })
  }
  if (content.length > Math.ceil(limits.documentBytes / 3) * 4) throw fileTooLarge(field, name)
  const bytes = Buffer.from(content, 'base64')
  // Node skips what is not base64; a content that lost characters is a broken one.
  if (bytes.length !== Math.floor((unpaddedLength(content) * 3) / 4) || /[^A-Za-z0-9+/=]/.test(content)) {
    throw invalid({ [field]: `“${name}” arrived damaged. Add the file again` })
  }
  if (bytes.length > limits.documentBytes) throw fileTooLarge(field, name)
  return bytes
}

/** Base64 ends in two `=` at most (RFC 4648, section 4). */
function unpaddedLength(content: string) {
  return content.length - (content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0)
}

const megabytes = limits.documentBytes / 1024 / 1024

export function fileTooLarge(field: string, name: string) {
  return tooLarge(field, `“${name}” is larger than ${megabytes} MB. Choose a smaller file`)
}
