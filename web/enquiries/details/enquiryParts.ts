import type { ComponentType } from 'react'
import type { Enquiry } from '#contract/enquiries.ts'
import type { PresentPerson } from '#web/events/presence.ts'

export interface ConversationProps {
  enquiry: Enquiry
  others: PresentPerson[]
  onTyped: () => void
}

/** The parts of the enquiry screen that come from the layers above this one. */
export interface EnquiryParts {
  Conversation: ComponentType<ConversationProps>
  Assignee: ComponentType<{ enquiry: Enquiry }>
  ThreadFiles: ComponentType<{ enquiryId: string; level: 'h2' }>
  Customer: ComponentType<{ enquiry: Enquiry; level: 'h2' }>
}
