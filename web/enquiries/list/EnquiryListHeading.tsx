import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AppAbility } from '#contract/accounts.ts'
import { useShortcut } from '#web/components/shortcuts/useShortcut.ts'
import { AddEnquiryButton } from '#web/enquiries/create/AddEnquiryButton.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useRouter } from '#web/navigation/useRouter.ts'
import { DeskButton } from './DeskButton.tsx'

interface EnquiryListHeadingProps {
  canAdd: boolean
}

export function EnquiryListHeading({ canAdd }: EnquiryListHeadingProps) {
  const router = useRouter()
  const canAnswer = useAbility<AppAbility>().can('answer', 'enquiry')
  useShortcut('create', () => router.push(paths.addEnquiry), canAdd)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, my: 3 }}>
      <Typography component="h1" variant="h4" sx={{ flexGrow: 1 }}>
        Enquiries
      </Typography>
      {canAnswer && <DeskButton />}
      {canAdd && <AddEnquiryButton />}
    </Box>
  )
}
