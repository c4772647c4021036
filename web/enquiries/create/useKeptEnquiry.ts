import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { v4 } from 'uuid'
import { z } from 'zod'
import { CreateEnquiry } from '#contract/enquiries.ts'
import type { NewDocuments } from '#web/documents/useNewDocuments.ts'
import type { FoundDraft } from '#web/storage/draftKeeper.ts'
import { useDraftKeeper } from '#web/storage/useDraftKeeper.ts'

/** The texts that the form fills in; whose enquiry it is, is not for the form to say. */
export const NewEnquiry = CreateEnquiry.pick({
  enquiryType: true,
  summery: true,
  description: true,
  comments: true,
}).required()
export type NewEnquiry = z.infer<typeof NewEnquiry>

export const blankEnquiry: NewEnquiry = { enquiryType: '', summery: '', description: '', comments: '' }

const Texts = z.object({ enquiryType: z.string(), summery: z.string(), description: z.string(), comments: z.string() })
const Content = z.object({
  texts: Texts,
  /** The ids of the files, in their order. */
  files: z.array(z.string()),
  /** Under which `Idempotency-Key` exactly this was submitted. */
  key: z.string().optional(),
})
type Content = z.infer<typeof Content>

/** What is typed into the create form, its files too, is kept on this device until the server has it. */
export function useKeptEnquiry(userId: string, form: UseFormReturn<NewEnquiry>, documents: NewDocuments) {
  const [keptAt, setKeptAt] = useState<number>()
  const last = useRef<Content>(undefined)
  const { keeper, found, trouble } = useDraftKeeper(userId, 'newEnquiry')
  const ids = documents.drafts.map(({ key }) => key).join()

  const forget = () => {
    setKeptAt(undefined)
    void keeper.current?.forget()
  }
  const note = useEffectEvent(() => {
    // What is still to be restored must not be written over.
    if (!last.current) return
    const [texts, files] = [form.getValues(), documents.drafts.map(({ key }) => key)]
    if (JSON.stringify([texts, files]) === JSON.stringify([last.current.texts, last.current.files])) return
    last.current = { texts, files }
    if (Object.keys(typed(texts)).length > 0 || files.length > 0) keeper.current?.write(last.current)
    else forget()
  })
  const noteFiles = useEffectEvent((_ids: string) => {
    if (!last.current) return
    const files = documents.drafts.map(({ key, name, prepared }) => ({ id: key, name, content: prepared }))
    keeper.current?.keepFiles(files)
    note()
  })
  const restore = useEffectEvent((left: FoundDraft | null) => {
    const content = Content.safeParse(left?.content)
    if (left && content.success) {
      setKeptAt(left.savedAt)
      form.reset({ ...content.data.texts, ...typed(form.getValues()) }, { keepDefaultValues: true })
      documents.restore(content.data.files.flatMap((id) => left.files.filter((file) => file.id === id)))
    }
    // Submitted before this was known, it keeps its key.
    last.current = content.success ? content.data : (last.current ?? { texts: blankEnquiry, files: [] })
    if (!content.success) noteFiles(ids)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it is set once, when what was kept has been read
    if (found !== undefined) restore(found)
  }, [found])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => note() }), [form])
  useEffect(() => noteFiles(ids), [ids])

  /** The key under which this is submitted: the same for each attempt at the same content, also after a reload. */
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
    documents.restore([])
    forget()
  }
  return { keptAt, trouble, submissionKey, forget, discard }
}

/** Only what is not empty. */
function typed(texts: NewEnquiry) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
