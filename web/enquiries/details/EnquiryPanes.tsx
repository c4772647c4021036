import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { enquirySizes } from '#web/theme/enquirySizes.ts'
import { besideSidebar } from '#web/theme/sharedStyles.ts'
import { bannerHeight, fabRoom, headerHeight, sizes } from '#web/theme/sizes.ts'
import { panes, useChosenPane, type PaneName } from './chosenPane.ts'

interface EnquiryPanesProps {
  /** Undefined for people who may not read it. */
  conversation: ReactNode
  messageCount: number
  fields: ReactNode
  /** Beside the fields where there is room, otherwise below them. */
  around: ReactNode
}

/** An enquiry and what belongs to it: side by side from lg, otherwise its conversation under a tab of its own. */
export function EnquiryPanes({ conversation, messageCount, fields, around }: EnquiryPanesProps) {
  if (conversation) return <Panes {...{ conversation, messageCount, fields, around }} />
  return (
    <Box sx={withoutConversation}>
      <Box sx={{ minWidth: 0 }}>{fields}</Box>
      <Box sx={belowEachOther}>{around}</Box>
    </Box>
  )
}

function Panes({ conversation, messageCount, fields, around }: EnquiryPanesProps) {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'))
  const { chosen, choose } = useChosenPane()
  const { bar, scrollLater } = useScrollTo(chosen)
  const id = useId()
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
          onChange={(_event, name: PaneName) => {
            if (name === 'conversation') scrollLater(name)
            choose(name)
          }}
          aria-label="Parts of the enquiry"
          sx={{ mb: 2, borderBottom: 1, borderColor: 'divider', scrollMarginTop: `var(${headerHeight})` }}
        >
          {panes.map((name) => (
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
            hiddenPane,
          ]}
        >
          {conversation}
        </Box>
        <Box
          {...panel('enquiry')}
          sx={[
            belowEachOther,
            { minWidth: 0, maxWidth: enquirySizes.detailsAlone },
            besideSidebar(enquirySizes.threeColumnsFrom, besideEachOther),
            hiddenPane,
          ]}
        >
          {fields}
          <Box sx={belowEachOther}>{around}</Box>
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
  ...besideSidebar(enquirySizes.threeColumnsFrom, {
    gridTemplateColumns: `minmax(0, ${enquirySizes.conversation}px) minmax(0, 1fr)`,
  }),
}

const belowEachOther = { display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }

const besideEachOther = {
  maxWidth: 'none',
  alignItems: 'start',
  gap: `${enquirySizes.gap}px`,
  gridTemplateColumns: `repeat(2, ${enquirySizes.details}px)`,
}

const hiddenPane = { '&[hidden]': { display: 'none' } }

const withoutConversation = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: {
    xs: `minmax(0, ${enquirySizes.detailsAlone}px)`,
    lg: `minmax(0, ${enquirySizes.detailsAlone}px) ${enquirySizes.details}px`,
  },
}

const onTop = { flexGrow: 1, display: 'flex', flexDirection: 'column' } as const

/** Beside the chat button, and with the same space below as the other pages. Too small a window scrolls to show it whole. */
const fillsWindow = {
  [fabRoom]: `${sizes.fab + 8}px`,
  flexGrow: 1,
  minHeight: `min(${enquirySizes.minConversation}px, 100dvh - var(${headerHeight}) - ${enquirySizes.tabs + 16 + 24}px)`,
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
