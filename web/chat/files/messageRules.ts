import { fileExtensions } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { isImage, notAnImage, tooLarge } from '#web/components/forms/readImages.ts'
import { fileTexts, type FileRules } from '#web/documents/fileRules.ts'
import { prepareImage } from '#web/documents/prepareImage.ts'

/** The files of a message. Images are shown, all others can only be downloaded. The server checks their bytes too. */
export const messageRules: FileRules = {
  field: 'files',
  max: limits.messageFiles,
  tooMany: `A message can have ${limits.messageFiles} files.`,
  texts: fileTexts,
  refusalOf: (file) => (isImage(file) ? undefined : refusalOfOther(file)),
  prepare: (file) => (isImage(file) ? prepareImage(file) : readWhole(file)),
}

const accepted = 'Send images, PDF, text and office documents, or archives such as ZIP'

function refusalOfOther(file: File) {
  const name = file.name.toLowerCase()
  if (file.type.startsWith('image/')) return notAnImage(file)
  if (!fileExtensions.some((extension) => name.endsWith(extension))) {
    return `${file.name} is not a kind of file that can be sent. ${accepted}`
  }
  if (file.size === 0) return `${file.name} is empty`
  return file.size > limits.documentBytes ? tooLarge(file) : undefined
}

/** Read now, because the file may be changed or deleted before the message is sent. */
async function readWhole(file: File) {
  return new Blob([await file.arrayBuffer()], { type: file.type || 'application/octet-stream' })
}
