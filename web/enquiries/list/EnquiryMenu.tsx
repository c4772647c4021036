import { startTransition, useEffect, useState } from 'react'
import type { Enquiry, EnquiryStatus } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { lazyPart } from '#web/components/lazy/lazyPart.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import type { RowActions } from './useRowActions.ts'

interface EnquiryMenuProps {
  enquiry: Enquiry
  actions: RowActions
}

const EnquiryActions = lazyPart(async () => (await import('./EnquiryActions.tsx')).EnquiryActions)

/** The actions for an enquiry that do not need it open. */
export function EnquiryMenu({ enquiry, actions }: EnquiryMenuProps) {
  const { canAnswer, canReadComments, place, changeStatus, reportUse } = actions
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const isOpen = anchor !== null
  useEffect(() => {
    if (!isOpen) return
    reportUse('menu', true)
    return () => reportUse('menu', false)
  }, [isOpen, reportUse])
  // In a transition, so that a slow device paints the press first.
  const close = () => startTransition(() => setAnchor(null))
  const choose = async (status: EnquiryStatus) => {
    close()
    if (status === enquiry.enquiryStatus) return
    startTransition(() => setIsSaving(true))
    await changeStatus?.(enquiry, status)
    setIsSaving(false)
  }
  return (
    <>
      <PlainButton
        className="icon-button"
        aria-label={`Actions for ${enquiry.enquiryId}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="ellipsis-vertical" />
      </PlainButton>
      <EnquiryActions
        enquiry={enquiry}
        open={isOpen}
        anchor={anchor}
        place={place}
        canAnswer={canAnswer}
        canReadComments={canReadComments}
        canChangeStatus={changeStatus !== undefined}
        isSaving={isSaving}
        onChosen={(status) => void choose(status)}
        onClosed={close}
      />
    </>
  )
}
