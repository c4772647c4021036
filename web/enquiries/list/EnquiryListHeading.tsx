import { useAbility } from '@casl/react'
import { Link } from 'react-router'
import type { AppAbility } from '#contract/accounts/abilities.ts'
import { Icon } from '#web/components/icons/Icon.tsx'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { AddEnquiryButton } from '#web/enquiries/create/AddEnquiryButton.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'

interface EnquiryListHeadingProps {
  canAdd: boolean
}

export function EnquiryListHeading({ canAdd }: EnquiryListHeadingProps) {
  const router = useRouter()
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  useShortcut('create', () => router.push(paths.addEnquiry), canAdd)
  return (
    <div className="list-heading">
      <h1>Enquiries</h1>
      {canAnswer && <DeskButton />}
      {canAdd && <AddEnquiryButton />}
    </div>
  )
}

function DeskButton() {
  return (
    <Link to={paths.desk} tabIndex={0} className="plain-button button outlined" aria-label="Desk">
      <Icon name="headset" />
      <span className="not-on-phones">Desk</span>
    </Link>
  )
}
