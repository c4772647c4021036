import { imageTypes, type NewDocument } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'

/** What a file picker offers. What a file really is, the server decides by its bytes. */
export const imagePicker = imageTypes.join(',')

/** The image as a document on its way in. Throws an `Error` that a person can read. */
export async function readImage(file: File): Promise<NewDocument> {
  if (!isImage(file)) throw new Error(notAnImage(file))
  if (file.size > limits.documentBytes) throw new Error(tooLarge(file))
  return { name: file.name.slice(-limits.documentName), url: await toDataUrl(file) }
}

/** By what its name says; what it really is, only its bytes tell. */
export function isImage(file: File) {
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
    reader.addEventListener('error', () => reject(new Error('The file cannot be read any more. Add it again')))
    reader.readAsDataURL(content)
  })
}
