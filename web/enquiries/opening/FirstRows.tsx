import type { ListedEnquiry } from '#contract/enquiries.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { PlainButton } from '#web/components/PlainButton.tsx'
import { SelectBox } from '#web/enquiries/bulk/SelectBox.tsx'
import { CardTexts } from '#web/enquiries/rows/CardTexts.tsx'
import { EnquiryCells } from '#web/enquiries/rows/EnquiryCells.tsx'
import { EnquiryTableFrame } from '#web/enquiries/rows/EnquiryTableFrame.tsx'
import { rowLink } from '#web/enquiries/rows/rowLink.ts'
import type { RowHeight } from '#web/enquiries/useRowHeight.ts'

interface FirstRowsProps {
  enquiries: ListedEnquiry[]
  hasAssignees: boolean
  isWide: boolean
  rowHeight: RowHeight
}

/** The rows as the list will show them, without their controls. */
export function FirstRows({ enquiries, hasAssignees, isWide, rowHeight }: FirstRowsProps) {
  if (!isWide) return <FirstCards enquiries={enquiries} hasAssignees={hasAssignees} />
  const selection = { onPage: 'none', togglePage: doNothing } as const
  return (
    <EnquiryTableFrame sort={undefined} onSorted={doNothing} {...{ rowHeight, hasAssignees, selection }}>
      {enquiries.map((enquiry) => (
        <tr key={enquiry._id} className="enquiry-row">
          <EnquiryCells
            enquiry={enquiry}
            hasAssignees={hasAssignees}
            box={<Box />}
            number={<span className={rowLink}>{enquiry.enquiryId}</span>}
            menu={<Menu />}
          />
        </tr>
      ))}
    </EnquiryTableFrame>
  )
}

function FirstCards({ enquiries, hasAssignees }: Pick<FirstRowsProps, 'enquiries' | 'hasAssignees'>) {
  return (
    <ul className="enquiry-cards">
      {enquiries.map((enquiry) => (
        <li key={enquiry._id} className="enquiry-card">
          <div className={rowLink}>
            <CardTexts enquiry={enquiry} hasAssignees={hasAssignees} />
          </div>
          <div className="card-corner">
            <Box />
            <Menu />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Box() {
  return <SelectBox label="Select" isChecked={false} onToggled={doNothing} />
}

function Menu() {
  return (
    <PlainButton className="icon-button" aria-label="Actions">
      <Icon name="ellipsis-vertical" />
    </PlainButton>
  )
}

function doNothing() {}
