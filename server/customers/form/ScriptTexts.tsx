import { limits } from '#contract/limits.ts'
import type { Texts } from '#server/customers/texts.ts'

const megabytes = limits.documentBytes / 1024 / 1024
/** The script replaces it, because only the script knows the file. */
const name = '%name%'

/** The texts that only the script shows, as JSON in the page. */
export function ScriptTexts({ text, nonce }: { text: Texts; nonce: string }) {
  const texts = {
    sending: text('form.sending'),
    preparing: text('form.preparing'),
    noConnection: text('form.noConnection'),
    failed: text('form.errors.failed'),
    restored: text('form.restored'),
    clear: text('form.clear'),
    add: text('files.add'),
    drop: text('files.drop'),
    image: text('files.image'),
    remove: text('files.remove', { name }),
    imageType: text('form.errors.imageType', { name }),
    imageSize: text('form.errors.imageSize', { name, megabytes }),
    tooMany: text('form.errors.tooMany', { count: limits.documents }),
    // One text per number, because the rules of plurals are large.
    added: Array.from({ length: limits.documents + 1 }, (_, count) => text('files.added', { count })),
  }
  const json = JSON.stringify(texts).replaceAll('<', String.raw`\u003c`)
  return <script type="application/json" id="texts" nonce={nonce} dangerouslySetInnerHTML={{ __html: json }} />
}
