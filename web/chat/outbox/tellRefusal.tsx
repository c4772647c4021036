import { z } from 'zod'
import { send } from '#web/api/http.ts'
import { dismissToast, toastAlert } from '#web/api/toasts.ts'
import { paths } from '#web/navigation/paths.ts'
import type { KeptMessage } from '#web/storage/database.ts'
import { listKeptMessages } from '#web/storage/keptMessages.ts'
import { refusalToast } from './refusalToast.ts'
import { RefusedToast } from './RefusedToast.tsx'

const Named = z.object({ docs: z.tuple([z.object({ enquiryId: z.string() })]) })

/** Wherever the person is by now: what waited was refused, and where it can be seen to. */
export async function tellRefusal({ id, userId, body: { enquiry, side } }: KeptMessage, reason: string) {
  const name = await nameOf(enquiry, userId)
  // It may be back in its writer's box by now, in another tab.
  if (!(await isStillRefused(id, userId))) return
  const toastId = refusalToast(id)
  const text = `Your comment on ${name} was not sent: ${reason}`
  const path = side === 'host' ? paths.deskEnquiry(enquiry) : paths.chat(enquiry)
  toastAlert(toastId, <RefusedToast text={text} path={path} onClosed={() => dismissToast(toastId)} />, text)
}

async function nameOf(enquiry: string, by: string) {
  try {
    const { data } = await send({ url: '/enquiry', params: { _id: enquiry }, by, background: true, quiet: true })
    return Named.parse(data).docs[0].enquiryId
  } catch {
    return 'an enquiry'
  }
}

async function isStillRefused(id: string, userId: string) {
  const messages = await listKeptMessages(userId).catch(() => [])
  return messages.some((message) => message.id === id && message.refusal !== undefined)
}
