import { createHash } from 'node:crypto'

/** Writes JSON with a checksum in its first line. */
export function writeChecked(value: unknown) {
  const content = JSON.stringify(value, null, 2)
  return `${JSON.stringify({ checksum: hashOf(content) })}\n${content}\n`
}

/** Returns the value, or undefined unless the text is exactly as it was written. */
export function readChecked(text: string): unknown {
  const [, checksum, content] = /^\{"checksum":"([0-9a-f]{64})"\}\n(.*)\n$/s.exec(text) ?? []
  return content && hashOf(content) === checksum ? JSON.parse(content) : undefined
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
