import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { paths } from '#web/navigation/paths.ts'

export function AddEnquiryButton() {
  return (
    <Link
      to={paths.addEnquiry}
      tabIndex={0}
      className="plain-button button filled"
      aria-keyshortcuts={shortcuts.create.key}
    >
      <Icon name="plus" />
      Add Enquiry
    </Link>
  )
}
