import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { EnquiryStatus, type Enquiry } from '#contract/enquiries.ts'
import type { EnquiryChanges } from '#web/enquiries/conflict/merging.ts'
import type { FoundDraft } from '#web/storage/draftKeeper.ts'
import { useDraftKeeper } from '#web/storage/useDraftKeeper.ts'

const Changes = z.object({ comments: z.string(), enquiryStatus: EnquiryStatus })
const Content = z.object({ base: Changes.extend({ version: z.number() }), changes: Changes })

/** An edit from an earlier visit, and the version it was based on. */
export interface KeptEdit {
  base: Enquiry
  changes: EnquiryChanges
  keptAt: number
  /** The enquiry has changed since. */
  isOutdated: boolean
}

interface Editing {
  userId: string
  enquiry: Enquiry
  canEdit: boolean
  /** The version being edited; null outside editing. */
  base: Enquiry | null
  form: UseFormReturn<EnquiryChanges>
  /** Puts an edit back into the form. */
  onResumed: (edit: KeptEdit) => void
}

/** Keeps an edit on this device until the server has it. */
export function useKeptEdit({ userId, enquiry, canEdit, base, form, onResumed }: Editing) {
  const [kept, setKept] = useState<KeptEdit>()
  const { keeper, found, trouble } = useDraftKeeper(userId, `edit:${enquiry._id}`)
  const restore = useEffectEvent((left: FoundDraft) => {
    const content = Content.safeParse(left.content)
    if (!content.success || !canEdit || base) return
    const edit = {
      base: { ...enquiry, ...content.data.base },
      changes: content.data.changes,
      keptAt: left.savedAt,
      isOutdated: content.data.base.version !== enquiry.version,
    }
    setKept(edit)
    if (!edit.isOutdated) onResumed(edit)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it is set once, when the draft has been read
    if (found) restore(found)
  }, [found])
  const keep = ({ comments, enquiryStatus, version }: Enquiry, changes: EnquiryChanges) =>
    keeper.current?.write({ base: { comments, enquiryStatus, version }, changes })
  const note = useEffectEvent(() => {
    if (found === undefined || !base) return
    const changes = form.getValues()
    const isChanged = changes.comments !== base.comments || changes.enquiryStatus !== base.enquiryStatus
    if (isChanged) keep(base, changes)
  })
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => note() }), [form])
  const forget = () => {
    setKept(undefined)
    void keeper.current?.forget()
  }
  return { kept, trouble, keep, forget, resume: () => kept && onResumed(kept) }
}
