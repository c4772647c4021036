import type { ListedEnquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import type { IconName } from '#web/components/icons/iconNames.ts'

interface CountProps {
  icon: IconName
  label: string
  count: number
}

export function Count({ icon, label, count }: CountProps) {
  return (
    <span className="count">
      <Icon name={icon} size="small" />
      {count.toLocaleString()}
      <span className="visually-hidden">{` ${label}`}</span>
    </span>
  )
}

interface CountsProps {
  enquiry: ListedEnquiry
}

/** The numbers of documents and messages, below the number of the enquiry in a list without columns for them. */
export function Counts({ enquiry: { documents, messageCount } }: CountsProps) {
  if (documents.length + messageCount === 0) return null
  return (
    <div className="row-counts">
      {documents.length > 0 && <Count icon="paperclip" label="documents" count={documents.length} />}
      {messageCount > 0 && <Count icon="message-circle" label="messages" count={messageCount} />}
    </div>
  )
}
