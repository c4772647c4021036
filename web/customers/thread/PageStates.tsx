import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import type { ExpiredLink } from '#contract/customers/thread.ts'
import { isFailure } from '#web/api/errors.ts'
import { StatusPage } from '#web/components/notices/StatusPage.tsx'
import { visuallyHidden } from '#web/theme/sharedStyles.ts'
import { sizes } from '#web/theme/sizes.ts'
import { column, CompanyHeader } from './CompanyHeader.tsx'
import { PageAlert } from './PageAlert.tsx'
import { mailLink } from './threadApi.ts'
import { useTexts, type ThreadTexts } from './threadTexts.ts'

interface OpeningProps {
  texts: ThreadTexts | undefined
}

/** The shape of the page that is coming. */
export function Opening({ texts }: OpeningProps) {
  return (
    <Box sx={{ flexGrow: 1 }}>
      <Typography component="output" sx={visuallyHidden}>
        {texts?.text('opening')}
      </Typography>
      <Box aria-hidden>
        <Box sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
          <Box sx={{ ...column, display: 'flex', alignItems: 'center', minHeight: sizes.header.mobile, py: 1 }}>
            <Skeleton variant="text" width="40%" height={32} />
          </Box>
        </Box>
        <Box sx={{ ...column, display: 'grid', gap: 2, py: 3 }}>
          <Skeleton variant="text" width="55%" height={40} />
          <Skeleton variant="rounded" width="80%" height={120} sx={{ justifySelf: 'end', borderRadius: 2 }} />
          <Skeleton variant="rounded" width="65%" height={72} sx={{ borderRadius: 2 }} />
          <Skeleton variant="rounded" width="50%" height={72} sx={{ justifySelf: 'end', borderRadius: 2 }} />
        </Box>
      </Box>
    </Box>
  )
}

/** The link is unknown, or was revoked. */
export function Gone() {
  const { text } = useTexts()
  return (
    <Box component="main" sx={column}>
      <StatusPage drawing="lostPath" title={text('gone.title')} action={null}>
        {text('gone.text')}
      </StatusPage>
    </Box>
  )
}

interface FailedProps {
  onRetry: () => void
}

export function Failed({ onRetry }: FailedProps) {
  const { text } = useTexts()
  return (
    <Box component="main" sx={column}>
      <StatusPage
        drawing="pulledPlug"
        title={text('failed.title')}
        action={
          <Button variant="contained" size="large" onClick={onRetry}>
            {text('failed.button')}
          </Button>
        }
      >
        {text('failed.text')}
      </StatusPage>
    </Box>
  )
}

interface ExpiredProps {
  token: string
  link: ExpiredLink
}

/** A new link goes to the address of the contact only, so whoever finds an old one learns nothing. */
export function Expired({ token, link: { address, canMail, company } }: ExpiredProps) {
  const { text } = useTexts()
  const [state, setState] = useState<'asked' | 'sending' | 'sent' | 'soon' | 'failed'>('asked')
  const ask = async () => {
    setState('sending')
    try {
      await mailLink(token)
      setState('sent')
    } catch (error) {
      setState(isFailure(error) && error.status === 429 ? 'soon' : 'failed')
    }
  }
  const button = (
    <Button variant="contained" size="large" loading={state === 'sending'} onClick={() => void ask()}>
      {text('expired.button')}
    </Button>
  )
  const outcomes: Partial<Record<typeof state, ReactNode>> = {
    sent: <PageAlert severity="success">{text('expired.sent', { address })}</PageAlert>,
    soon: <PageAlert severity="info">{text('expired.soon')}</PageAlert>,
    failed: <PageAlert severity="error">{text('expired.failed')}</PageAlert>,
  }
  const isOver = state === 'sent' || state === 'soon'
  return (
    <>
      <CompanyHeader company={company} />
      <Box component="main" sx={column}>
        <StatusPage drawing="lockedDoor" title={text('expired.title')} action={canMail && !isOver ? button : null}>
          {canMail ? text('expired.text') : text('expired.noMail', { company: company.companyName })}
        </StatusPage>
        <Box aria-live="polite" sx={{ maxWidth: sizes.reading, mx: 'auto' }}>
          {outcomes[state]}
        </Box>
      </Box>
    </>
  )
}
