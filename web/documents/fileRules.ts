import { limits } from '#contract/limits.ts'
import { isImage, notAnImage } from '#web/components/forms/readImages.ts'
import { prepareImage } from './prepareImage.ts'

/** Which files may be added to something, and how. */
export interface FileRules {
  /** The field of the request that has the files. Errors of the server begin with it. */
  field: 'documents' | 'files'
  max: number
  /** Says that there are more files than `max`. */
  tooMany: string
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
  refusalOf: (file) => (isImage(file) ? undefined : notAnImage(file)),
  prepare: prepareImage,
}
