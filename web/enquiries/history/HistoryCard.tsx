import Card from '@mui/material/Card'
import { sizes } from '#web/theme/sizes.ts'
import { History } from './History.tsx'

interface HistoryCardProps {
  enquiryId: string
}

export function HistoryCard({ enquiryId }: HistoryCardProps) {
  return (
    <Card sx={{ maxWidth: sizes.form, mt: 3, p: { xs: 2.5, sm: 4 } }}>
      <History enquiryId={enquiryId} />
    </Card>
  )
}
