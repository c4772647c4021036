import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Icon } from '#web/components/icons/Icon.tsx'
import { paths } from '#web/navigation/paths.ts'

/** The way to the other side of the conversation. */
export function DeskButton() {
  return (
    <Button component={Link} to={paths.desk} color="inherit" variant="outlined" startIcon={<Icon name="headset" />}>
      Desk
    </Button>
  )
}
