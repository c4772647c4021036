import { fileExtensions } from '#contract/documents.ts'
import { limits } from '#contract/limits.ts'
import { messageRules } from '#web/chat/files/messageRules.ts'
import { isImage } from '#web/components/forms/readImages.ts'
import type { ThreadTexts } from '#web/customers/thread/threadTexts.ts'
import type { FileRules } from '#web/documents/fileRules.ts'
import { RefusedFile } from '#web/documents/prepareImage.ts'

/** The rules for files of messages, in the customer's language. */
export function replyRules({ text }: ThreadTexts): FileRules {
  const wrongType = ({ name }: File) => text('errors.type', { name })
  const tooLarge = ({ name }: File) => text('errors.tooLarge', { name, megabytes: limits.documentBytes / 1024 ** 2 })
  return {
    ...messageRules,
    tooMany: text('errors.tooMany', { max: limits.messageFiles }),
    texts: {
      leftOut: (names) => names,
      surplus: () => '',
      unreadable: (name) => text('errors.type', { name }),
      tooHard: (name) => text('errors.type', { name }),
      added: (names) => names,
      removed: () => '',
    },
    refusalOf: (file) => {
      if (isImage(file)) return undefined
      const name = file.name.toLowerCase()
      if (!fileExtensions.some((extension) => name.endsWith(extension))) return wrongType(file)
      if (file.size === 0) return text('errors.empty', { name: file.name })
      return file.size > limits.documentBytes ? tooLarge(file) : undefined
    },
    prepare: async (file) => {
      try {
        return await messageRules.prepare(file)
      } catch (error) {
        if (!(error instanceof RefusedFile)) throw error
        throw new RefusedFile(file.size > limits.documentBytes ? tooLarge(file) : wrongType(file))
      }
    },
  }
}
