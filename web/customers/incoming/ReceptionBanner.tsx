import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import type { MailReception } from '#contract/customers/incoming.ts'
import { serverNow } from '#web/api/session/clock.ts'
import { whenIdle } from '#web/components/lazy/whenIdle.ts'
import { useOnReturn } from '#web/components/leaving/useOnReturn.ts'
import { useBannerHeight } from '#web/components/notices/useBannerHeight.ts'
import { useGetMailReceptionQuery } from './receptionApi.ts'

const checkedEveryMs = 5 * 60_000

/** Warns owners on every page while emails from customers cannot be received. The page itself is fetched first. */
export function ReceptionBanner() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle && <CheckedBanner />
}

function CheckedBanner() {
  const { data, refetch } = useGetMailReceptionQuery()
  useEffect(() => {
    const timer = window.setInterval(() => !document.hidden && void refetch(), checkedEveryMs)
    return () => window.clearInterval(timer)
  }, [refetch])
  useOnReturn(checkedEveryMs, () => void refetch())
  return data?.failing && <Warning failing={data.failing} />
}

interface WarningProps {
  failing: NonNullable<MailReception['failing']>
}

function Warning({ failing: { since, reason } }: WarningProps) {
  const banner = useBannerHeight()
  return (
    <Box component="section" aria-label="Emails from customers" ref={banner} sx={{ pb: 2 }}>
      <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
        {`Emails from customers have not been received since ${timeOf(new Date(since))}: ${reason}.`}
      </Alert>
    </Box>
  )
}

/** The time of a moment, with its day unless that is today. */
function timeOf(moment: Date) {
  const isToday = moment.toDateString() === new Date(serverNow()).toDateString()
  return moment.toLocaleString(
    undefined,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  )
}
