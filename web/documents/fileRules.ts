import { limits } from '#contract/limits.ts'
import { isImage, notAnImage } from '#web/components/forms/readImages.ts'
import { prepareImage } from './prepareImage.ts'

export interface FileTexts {
  /** Files that would be more than `max`. */
  leftOut: (names: string) => string
  /** More files than `max` came together; this many have to be removed. */
  surplus: (count: number) => string
  unreadable: (name: string) => string
  tooHard: (name: string) => string
  /** Announced to screen readers. */
  added: (names: string) => string
  removed: (name: string) => string
}

export const fileTexts: FileTexts = {
  leftOut: (names) => `Left out: ${names}`,
  surplus: (count) => `Remove ${count} to send it.`,
  unreadable: (name) => `${name} cannot be read. Choose it again`,
  tooHard: (name) => `${name} could not be prepared on this device. Try a smaller picture`,
  added: (names) => `${names} added`,
  removed: (name) => `${name} removed`,
}

/** Which files may be added to something, and how. */
export interface FileRules {
  /** The field of the request that has the files. Errors of the server begin with it. */
  field: 'documents' | 'files'
  max: number
  /** Says that there are more files than `max`. */
  tooMany: string
  /** The texts that a person reads while adding files. */
  texts: FileTexts
  /** Why a file is refused at once. */
  refusalOf: (file: File) => string | undefined
  /** The content to send. Throws a `RefusedFile`. */
  prepare: (file: File) => Promise<Blob>
}

/** The documents of an enquiry. */
export const documentRules: FileRules = {
  field: 'documents',
  max: limits.documents,
  tooMany: `Only ${limits.documents} documents can be added.`,
  texts: fileTexts,
  refusalOf: (file) => (isImage(file) ? undefined : notAnImage(file)),
  prepare: prepareImage,
}
