import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
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
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 1, sm: 2 }, my: { xs: 1.5, sm: 2 } }}
    >
      <Typography component="h1" variant="h4" sx={{ flexGrow: 1 }}>
        Enquiries
      </Typography>
      {canAnswer && <DeskButton />}
      {canAdd && <AddEnquiryButton />}
    </Box>
  )
}

function DeskButton() {
  return (
    <Button
      component={Link}
      to={paths.desk}
      color="inherit"
      variant="outlined"
      aria-label="Desk"
      sx={{ gap: 1, minWidth: 0 }}
    >
      <Icon name="headset" />
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        Desk
      </Box>
    </Button>
  )
}
