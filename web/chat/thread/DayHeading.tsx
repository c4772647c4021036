import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useMinuteTick } from '#web/components/useMinuteTick.ts'
import { dayName } from './threadRows.ts'

interface DayHeadingProps {
  at: string
}

export function DayHeading({ at }: DayHeadingProps) {
  useMinuteTick()
  return (
    <Divider sx={{ pt: 2 }}>
      <Typography variant="caption" component="h2" sx={{ color: 'text.secondary', fontWeight: 'fontWeightMedium' }}>
        {dayName(at)}
      </Typography>
    </Divider>
  )
}
