import { useAbility } from '@casl/react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AppAbility } from '#contract/accounts.ts'
import { useShortcut } from '#web/components/useShortcut.ts'
import { paths } from '#web/router/paths.ts'
import { useRouter } from '#web/router/useRouter.ts'
import { AddEnquiryButton } from './AddEnquiryButton.tsx'
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
