import { toDataUrl } from '#web/components/forms/readImages.ts'

/** The content of a JSON or form request; a form has files in place of `data:` URLs. */
export async function contentOf(sent: unknown) {
  if (typeof sent === 'string') return JSON.parse(sent)
  if (!(sent instanceof FormData)) return sent
  const name = sent.has('files') ? 'files' : 'documents'
  const fields = Object.fromEntries([...sent].filter(([field]) => field !== name))
  const files = sent.getAll(name).filter((file) => typeof file !== 'string')
  const contents = await Promise.all(files.map(async (file) => ({ name: file.name, url: await toDataUrl(file) })))
  return { ...fields, [name]: contents }
}
