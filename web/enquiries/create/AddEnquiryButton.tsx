import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { shortcuts } from '#web/components/shortcuts/shortcuts.ts'
import { paths } from '#web/navigation/paths.ts'

export function AddEnquiryButton() {
  return (
    <Button
      component={Link}
      to={paths.addEnquiry}
      variant="contained"
      startIcon={<Icon name="plus" />}
      aria-keyshortcuts={shortcuts.create.key}
    >
      Add Enquiry
    </Button>
  )
}
