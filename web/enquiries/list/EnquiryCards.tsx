import { memo } from 'react'
import { Link } from 'react-router'
import { SelectBox } from '#web/enquiries/bulk/SelectBox.tsx'
import { CardTexts } from '#web/enquiries/rows/CardTexts.tsx'
import { rowLink } from '#web/enquiries/rows/rowLink.ts'
import { paths } from '#web/navigation/paths.ts'
import { EnquiryMenu } from './EnquiryMenu.tsx'
import { itemProps, type ListItemProps, type ListItemsProps } from './listItem.ts'

/** The list on narrow screens. */
export function EnquiryCards(props: ListItemsProps) {
  return (
    <ul aria-label="Enquiries" className="enquiry-cards">
      {props.enquiries.map((enquiry) => (
        <EnquiryCard key={enquiry._id} {...itemProps(enquiry, props)} />
      ))}
    </ul>
  )
}

/** The whole card is a link, except for the controls in its corner. */
const EnquiryCard = memo(function EnquiryCard(props: ListItemProps) {
  const { enquiry, hasAssignees, isFresh, isSelected, onToggled, actions } = props
  return (
    <li className={isFresh ? 'enquiry-card fresh' : 'enquiry-card'}>
      <Link
        to={paths.enquiry(enquiry._id)}
        state={actions.place}
        className={rowLink}
        onPointerEnter={() => actions.approach(enquiry)}
        onPointerLeave={actions.leave}
        onFocus={() => actions.approach(enquiry)}
        onBlur={actions.leave}
      >
        <CardTexts enquiry={enquiry} hasAssignees={hasAssignees} />
      </Link>
      <div className="card-corner">
        <SelectBox
          label={`Select ${enquiry.enquiryId}`}
          isChecked={isSelected}
          onToggled={(isRange) => onToggled(enquiry._id, isRange)}
        />
        <EnquiryMenu enquiry={enquiry} actions={actions} />
      </div>
    </li>
  )
})
