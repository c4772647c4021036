import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { bannerHeight, fabRoom, sizes } from '#web/theme/sizes.ts'

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
  const { state } = useLocation()
  const id = useId()
  const chosen: PaneName = params.get('tab') === 'conversation' ? 'conversation' : 'enquiry'
  const { bar, scrollLater } = useScrollTo(chosen)
  const choose = (name: PaneName) => {
    if (name === 'conversation') scrollLater(name)
    const next = new URLSearchParams(params)
    if (name === 'enquiry') next.delete('tab')
    else next.set('tab', name)
    // The state has the place in the list, for the neighbours.
    setParams(next, { replace: true, state })
  }
  if (!conversation) return <Box sx={{ maxWidth: enquirySizes.detailsAlone }}>{details}</Box>
  const panel = (name: PaneName) =>
    isWide
      ? {}
      : { id: `${id}${name}panel`, role: 'tabpanel', 'aria-labelledby': `${id}${name}`, hidden: name !== chosen }
  return (
    <>
      {!isWide && (
        <Tabs
          ref={bar}
          value={chosen}
          onChange={(_event, name: PaneName) => choose(name)}
          aria-label="Parts of the enquiry"
          sx={{ mb: 2, borderBottom: 1, borderColor: 'divider', scrollMarginTop: sizes.header.mobile }}
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
      <Box sx={(theme) => ({ [theme.breakpoints.up('lg')]: sideBySide, [theme.breakpoints.down('lg')]: onTop })}>
        <Box
          {...panel('conversation')}
          sx={[
            (theme) => ({ [theme.breakpoints.up('lg')]: staysInView, [theme.breakpoints.down('lg')]: fillsWindow }),
            { '&[hidden]': { display: 'none' } },
          ]}
        >
          {conversation}
        </Box>
        <Box {...panel('enquiry')} sx={{ minWidth: 0, maxWidth: enquirySizes.detailsAlone }}>
          {details}
        </Box>
      </Box>
    </>
  )
}

/** Scrolls the bar of tabs to the top of the window once another tab is shown. */
function useScrollTo(chosen: PaneName) {
  const bar = useRef<HTMLDivElement>(null)
  const requested = useRef<PaneName>(null)
  useEffect(() => {
    if (requested.current !== chosen) return
    requested.current = null
    bar.current?.scrollIntoView()
  }, [chosen])
  return { bar, scrollLater: (name: PaneName) => (requested.current = name) }
}

export const sideBySide = {
  display: 'grid',
  gap: `${enquirySizes.gap}px`,
  gridTemplateColumns: `minmax(0, ${enquirySizes.conversation}px) ${enquirySizes.details}px`,
  alignItems: 'start',
}

const onTop = { flexGrow: 1, display: 'flex', flexDirection: 'column' } as const

/** Beside the chat button, and with the same space below as the other pages. Too small a window scrolls to show it whole. */
const fillsWindow = {
  [fabRoom]: `${sizes.fab + 8}px`,
  flexGrow: 1,
  minHeight: `min(${enquirySizes.minConversation}px, 100dvh - ${sizes.header.mobile + enquirySizes.tabs + 16 + 24}px)`,
  display: 'flex',
  flexDirection: 'column',
  mb: -5,
} as const

/** The details scroll with the page; the conversation has a scrollbar of its own. */
export const staysInView = {
  position: 'sticky',
  top: sizes.header.desktop + enquirySizes.header,
  height: `calc(100dvh - ${sizes.header.desktop + enquirySizes.header}px - 24px - var(${bannerHeight}, 0px))`,
  display: 'flex',
  flexDirection: 'column',
} as const
