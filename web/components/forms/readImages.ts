import { imageTypes, type NewDocument } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'

/** The `accept` attribute of a file picker. The server checks the type by the bytes of the file. */
export const acceptedImages = imageTypes.join(',')

/** The image as a document to send. Throws an `Error` with a message for the person. */
export async function readImage(file: File): Promise<NewDocument> {
  if (!isImage(file)) throw new Error(notAnImage(file))
  if (file.size > limits.documentBytes) throw new Error(tooLarge(file))
  return { name: file.name.slice(-limits.documentName), url: await toDataUrl(file) }
}

/** Judges by the type that the browser derives from the name, not by the content. */
export function isImage(file: Pick<Blob, 'type'>) {
  return imageTypes.some((type) => type === file.type)
}

export function notAnImage({ name }: File) {
  return `${name} is not a PNG, JPEG, GIF, WebP or AVIF image`
}

export function tooLarge({ name }: File) {
  return `${name} is larger than ${limits.documentBytes / 1024 ** 2} MB`
}

export function toDataUrl(content: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The file can no longer be read. Add it again')))
    reader.readAsDataURL(content)
  })
}
