import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { v4 } from 'uuid'
import { z } from 'zod'
import { CreateEnquiry } from '#contract/enquiries.ts'
import type { NewFiles } from '#web/documents/useNewFiles.ts'
import type { FoundDraft } from '#web/storage/draftKeeper.ts'
import { useDraftKeeper } from '#web/storage/useDraftKeeper.ts'

/** The texts of the form. The server adds the requester and the company. */
export const NewEnquiry = CreateEnquiry.pick({
  enquiryType: true,
  summery: true,
  description: true,
  comments: true,
}).required()
export type NewEnquiry = z.infer<typeof NewEnquiry>

export const blankEnquiry: NewEnquiry = { enquiryType: '', summery: '', description: '', comments: '' }

const Content = z.object({
  texts: z.object({
    enquiryType: z.string(),
    summery: z.string(),
    description: z.string(),
    // The form of the version before had no comments.
    comments: z.string().default(''),
  }),
  /** The ids of the files, in order. */
  files: z.array(z.string()),
  /** The `Idempotency-Key` under which exactly this content was submitted. */
  key: z.string().optional(),
})
type Content = z.infer<typeof Content>

/** Keeps the texts and files of the create form on this device until the server has them. */
export function useKeptEnquiry(userId: string, form: UseFormReturn<NewEnquiry>, documents: NewFiles) {
  const [keptAt, setKeptAt] = useState<number>()
  const last = useRef<Content>(undefined)
  const { keeper, found, trouble } = useDraftKeeper(userId, 'newEnquiry')
  const ids = documents.chosen.map(({ key }) => key).join()

  const forget = () => {
    setKeptAt(undefined)
    void keeper.current?.forget()
  }
  const keep = useEffectEvent(() => {
    // Until the draft is restored it must not be overwritten.
    if (!last.current) return
    const [texts, files] = [form.getValues(), documents.chosen.map(({ key }) => key)]
    if (JSON.stringify([texts, files]) === JSON.stringify([last.current.texts, last.current.files])) return
    last.current = { texts, files }
    if (Object.keys(typed(texts)).length > 0 || files.length > 0) keeper.current?.write(last.current)
    else forget()
  })
  const keepFiles = useEffectEvent((_ids: string) => {
    if (!last.current) return
    const files = documents.chosen.map(({ key, name, prepared }) => ({ id: key, name, content: prepared }))
    keeper.current?.keepFiles(files)
    keep()
  })
  const restore = useEffectEvent((left: FoundDraft | null) => {
    const content = Content.safeParse(left?.content)
    if (left && content.success) {
      setKeptAt(left.savedAt)
      form.reset({ ...content.data.texts, ...typed(form.getValues()) }, { keepDefaultValues: true })
      documents.restore(content.data.files.flatMap((id) => left.files.filter((file) => file.id === id)))
    }
    // Content that was submitted before the draft was read keeps its key.
    last.current = content.success ? content.data : (last.current ?? { texts: blankEnquiry, files: [] })
    if (!content.success) keepFiles(ids)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it is set once, when the draft has been read
    if (found !== undefined) restore(found)
  }, [found])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keep() }), [form])
  useEffect(() => keepFiles(ids), [ids])

  /** The idempotency key of the submission: the same for each attempt with the same content, even after a reload. */
  const submissionKey = () => {
    const content = last.current ?? { texts: form.getValues(), files: [] }
    const key = content.key ?? v4()
    last.current = { ...content, key }
    keeper.current?.write(last.current)
    void keeper.current?.flush()
    return key
  }
  const discard = () => {
    form.reset(blankEnquiry)
    documents.drop(documents.chosen.map(({ key }) => key))
    forget()
  }
  return { keptAt, trouble, submissionKey, forget, discard }
}

/** The texts that are not empty. */
function typed(texts: NewEnquiry) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
