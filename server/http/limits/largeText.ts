import { Readable } from 'node:stream'
import type { App } from '#server/http/app.ts'
import { yieldToEventLoop } from '#server/scheduling/yieldToEventLoop.ts'

/** In characters. Encoding this many takes less than a millisecond. A page of the longest enquiries has 30 times as many. */
const partLength = 64 * 1024

/** Sends long texts in parts, so that other requests are answered meanwhile. */
export function sendLargeTextInParts(app: App) {
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (typeof payload !== 'string' || payload.length <= partLength) return payload
    return Readable.from(partsOf(payload), { objectMode: false })
  })
}

async function* partsOf(text: string) {
  for (let at = 0; at < text.length;) {
    const end = endOfPart(text, at)
    yield Buffer.from(text.slice(at, end))
    await yieldToEventLoop()
    at = end
  }
}

/** A part ends with a whole character: one outside the basic plane takes two places of the text. */
function endOfPart(text: string, start: number) {
  const end = Math.min(text.length, start + partLength)
  const isSplit = text.codePointAt(end - 1)! > 0xffff
  return isSplit ? end + 1 : end
}
