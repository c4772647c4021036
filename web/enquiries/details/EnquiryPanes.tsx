import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { bannerHeight, sizes } from '#web/theme/sizes.ts'

interface EnquiryPanesProps {
  /** Undefined for people who may not read it. */
  conversation: ReactNode
  messageCount: number
  details: ReactNode
}

const tabs = ['enquiry', 'conversation'] as const
type PaneName = (typeof tabs)[number]

/** The conversation and the details of an enquiry: side by side from lg, otherwise under a tab each. */
export function EnquiryPanes({ conversation, messageCount, details }: EnquiryPanesProps) {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'))
  const [params, setParams] = useSearchParams()
  const id = useId()
  if (!conversation) return <Box sx={{ maxWidth: sizes.form }}>{details}</Box>
  const chosen: PaneName = params.get('tab') === 'conversation' ? 'conversation' : 'enquiry'
  const choose = (name: PaneName) => setParams(name === 'enquiry' ? {} : { tab: name }, { replace: true })
  const panel = (name: PaneName) =>
    isWide
      ? {}
      : { id: `${id}${name}panel`, role: 'tabpanel', 'aria-labelledby': `${id}${name}`, hidden: name !== chosen }
  return (
    <>
      {!isWide && (
        <Tabs
          value={chosen}
          onChange={(_event, name: PaneName) => choose(name)}
          aria-label="Parts of the enquiry"
          sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
        >
          {tabs.map((name) => (
            <Tab
              key={name}
              value={name}
              id={`${id}${name}`}
              aria-controls={`${id}${name}panel`}
              label={name === 'enquiry' ? 'Enquiry' : `Conversation ${messageCount.toLocaleString()}`}
            />
          ))}
        </Tabs>
      )}
      <Box sx={(theme) => ({ [theme.breakpoints.up('lg')]: sideBySide })}>
        <Box {...panel('conversation')} sx={(theme) => ({ [theme.breakpoints.up('lg')]: staysInView })}>
          {conversation}
        </Box>
        <Box {...panel('enquiry')} sx={{ minWidth: 0 }}>
          {details}
        </Box>
      </Box>
    </>
  )
}

const sideBySide = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: `minmax(0, ${enquirySizes.conversation}px) ${enquirySizes.details}px`,
  alignItems: 'start',
}

/** The details scroll with the page; the conversation has a scrollbar of its own. */
const staysInView = {
  position: 'sticky',
  top: sizes.header.desktop + enquirySizes.header,
  height: `calc(100dvh - ${sizes.header.desktop + enquirySizes.header}px - 24px - var(${bannerHeight}, 0px))`,
  display: 'flex',
  flexDirection: 'column',
} as const
